// Package barcode finds linear and matrix codes on pictures of pages: EAN, UPC, Code 128, Code 93, Code 39, ITF,
// Codabar, PDF417, Data Matrix, Aztec and QR codes. It does not read GS1 DataBar.
package barcode

import (
	"image"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/aztec"
	"github.com/makiuchi-d/gozxing/datamatrix"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/barcode/pdf417"
	"github.com/docmill/docmill/engine/read/paymentqr"
)

// Find returns at most 100 codes of an image, without a page number. Boxes are fractions of the image. Linear codes and
// PDF417 may be turned by quarters and a few degrees, matrix codes by any angle. The cost grows with the pixels only.
func Find(img *image.Gray) []document.Barcode {
	const maxCodes = 100
	codes := level(img)
	for _, c := range level(pixels.QuarterTurns(1).Gray(img)) {
		c.Box = c.Box.Turn(-1)
		codes = Merge(codes, c)
	}
	const tile = 8 // modules of a code are smaller, or the tile does not join them
	for _, part := range append(clusters(img, tile), clusters(img, 2*tile)...) {
		codes = Merge(codes, matrix(img, part)...)
	}
	return codes[:min(len(codes), maxCodes)]
}

// level finds the linear codes and PDF417 whose bars are upright.
func level(img *image.Gray) (codes []document.Barcode) {
	for _, c := range pdf417.Find(img) {
		codes = Merge(codes, document.Barcode{Kind: "PDF417", Text: c.Text, Box: boxOf(img, c.Box)})
	}
	return Merge(codes, linear(img)...)
}

// Merge adds the codes that overlap no other code of their page.
func Merge(codes []document.Barcode, more ...document.Barcode) []document.Barcode {
	for _, m := range more {
		if !slices.ContainsFunc(codes, func(c document.Barcode) bool { return c.Page == m.Page && c.Box.Overlaps(m.Box) }) {
			codes = append(codes, m)
		}
	}
	return codes
}

func newCode(found *gozxing.Result, img *image.Gray, part image.Rectangle) document.Barcode {
	return document.Barcode{Kind: found.GetBarcodeFormat().String(), Text: found.GetText(), Box: boxOf(img, part)}
}

// boxOf returns a part of an image in fractions.
func boxOf(img *image.Gray, part image.Rectangle) document.Box {
	part = part.Intersect(img.Rect)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	return document.Box{X0: float64(part.Min.X) / w, Y0: float64(part.Min.Y) / h,
		X1: float64(part.Max.X) / w, Y1: float64(part.Max.Y) / h}
}

// clusters returns the dark areas with the shape of a matrix code on a small image with a pixel for each tile.
func clusters(img *image.Gray, tile int) (parts []image.Rectangle) {
	const (
		minSide, maxSide   = 4, 100 // of the small image's pixels
		maxOblong, minFill = 5, 0.4 // a square on a corner fills half of its box
		maxClusters        = 60
	)
	w, h := img.Rect.Dx()/tile, img.Rect.Dy()/tile
	if min(w, h) < minSide {
		return nil
	}
	small := pixels.Shrink(img, w, h)
	ink, seen := pixels.Lightest(small), make([]bool, w*h)
	for i, v := range small.Pix {
		if v >= ink || seen[i] || len(parts) == maxClusters {
			continue
		}
		box, area := pixels.DarkPatch(small, seen, i, ink)
		short, long := min(box.Dx(), box.Dy()), max(box.Dx(), box.Dy())
		if short >= minSide && long <= maxSide && long <= maxOblong*short && float64(area) >= minFill*float64(short*long) {
			box = box.Inset(-1)
			parts = append(parts, image.Rectangle{Min: box.Min.Mul(tile), Max: box.Max.Mul(tile)}.Intersect(img.Rect))
		}
	}
	return parts
}

// matrix reads the matrix codes in a part of an image. It enlarges a small part if necessary.
func matrix(img *image.Gray, part image.Rectangle) (codes []document.Barcode) {
	const maxEnlarged = 160          // pixels of a side
	defer func() { _ = recover() }() // the library may index out of range for damaged codes
	crop := pixels.Clone(img, part)
	for _, c := range paymentqr.Find(crop) {
		c.Box = c.Box.From(boxOf(img, part))
		codes = append(codes, c)
	}
	w, h := part.Dx(), part.Dy()
	for len(codes) == 0 {
		source, err := gozxing.NewPlanarYUVLuminanceSource(crop.Pix, crop.Stride, h, 0, 0, w, h, false)
		if err != nil {
			return nil
		}
		bitmap, _ := gozxing.NewBinaryBitmap(gozxing.NewHybridBinarizer(source))
		for _, r := range []gozxing.Reader{datamatrix.NewDataMatrixReader(), aztec.NewAztecReader()} {
			if found, err := r.Decode(bitmap, nil); err == nil {
				return []document.Barcode{newCode(found, img, part)}
			}
		}
		if max(w, h) > maxEnlarged {
			break
		}
		w, h = 2*w, 2*h
		crop = pixels.Enlarge(crop, w, h)
	}
	return codes
}
