package pdf

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"math"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// imageMetadata is FPDF_IMAGEOBJ_METADATA (fpdf_edit.h): width, height, two floats of resolution, bits per
// pixel, color space, marked content.
const (
	imageMetadataSize = 28
	bitsOffset        = 16
	colorSpaceOffset  = 20
)

// Color spaces (fpdf_edit.h) that keep the samples of a JPEG.
const (
	spaceGray     = 1
	spaceRGB      = 2
	spaceCalGray  = 4
	spaceCalRGB   = 5
	spaceICCBased = 7
)

// scanned returns a page that is a single gray JPEG image, as displayed. Decoding it here takes a tenth of
// PDFium's time. ok is false for every other page. The resolution is dpi, or that of the image if it is
// lower.
func (f *File) scanned(ctx context.Context, at placement, page uint32, dpi float64) (
	img *image.Gray, ok bool, err error,
) {
	objects, _, err := f.objects(ctx, page, false, maxObjects)
	if err != nil || len(objects) != 1 || objects[0].objectType != objectImage {
		return nil, false, err
	}
	handle := objects[0].handle
	m, err := f.matrixOf(ctx, handle)
	if err != nil {
		return nil, false, err
	}
	place, upright := placeOf(m, at)
	if !upright {
		return nil, false, nil
	}
	decoded, err := f.jpeg(ctx, handle, page)
	if err != nil || decoded == nil {
		return nil, false, err
	}
	img, ok = place.draw(decoded, at, dpi)
	return img, ok, nil
}

// jpeg decodes an image object that is one JPEG file, or returns nil for others.
func (f *File) jpeg(ctx context.Context, object, page uint32) (*image.Gray, error) {
	if ok, err := f.isPlainJPEG(ctx, object, page); err != nil || !ok {
		return nil, err
	}
	size, err := f.in.Count(ctx, "FPDFImageObj_GetImageDataRaw", uint64(object), 0, 0)
	if err != nil || size == 0 {
		return nil, err
	}
	data, err := f.copyOut(ctx, size, func(p uint32) error {
		_, err := f.in.Call(ctx, "FPDFImageObj_GetImageDataRaw", uint64(object), uint64(p), uint64(size))
		return err
	})
	if err != nil {
		return nil, err
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width*config.Height > maxPixels {
		return nil, nil // PDFium may do better
	}
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, nil
	}
	return pixels.Gray(img), nil
}

func (f *File) isPlainJPEG(ctx context.Context, object, page uint32) (bool, error) {
	n, err := f.in.Count(ctx, "FPDFImageObj_GetImageFilterCount", uint64(object))
	if err != nil || n != 1 {
		return false, err
	}
	n, err = f.in.Count(ctx, "FPDFImageObj_GetImageFilter", uint64(object), 0, uint64(f.in.Scratch), pdfium.ScratchSize)
	if err != nil || n == 0 || n > pdfium.ScratchSize {
		return false, err
	}
	name, err := f.in.View(f.in.Scratch, n-1) // without the closing zero
	if err != nil || string(name) != "DCTDecode" {
		return false, err
	}
	transparent, err := f.in.Call32(ctx, "FPDFPageObj_HasTransparency", uint64(object))
	if err != nil || transparent != 0 {
		return false, err
	}
	metadata, err := f.metadata(ctx, object, page)
	if err != nil || metadata == nil {
		return false, err
	}
	switch metadata[colorSpaceOffset] {
	case spaceGray, spaceRGB, spaceCalGray, spaceCalRGB, spaceICCBased:
		return true, nil
	}
	return false, nil
}

// metadata returns nil for an image without.
func (f *File) metadata(ctx context.Context, object, page uint32) ([]byte, error) {
	ok, err := f.in.Call32(ctx, "FPDFImageObj_GetImageMetadata", uint64(object), uint64(page), uint64(f.in.Scratch))
	if err != nil || ok == 0 {
		return nil, err
	}
	return f.in.View(f.in.Scratch, imageMetadataSize)
}

// imagePlace is the position of an image on the displayed page, and its orientation: rows of samples run
// down and columns to the right, or reversed, or swapped.
type imagePlace struct {
	box  rect
	turn pixels.Turn // of the samples
}

// placeOf returns the position of an image with that matrix, or false if its sides are not parallel to the
// page's or it is partly off the page.
func placeOf(m matrix, at placement) (imagePlace, bool) {
	const (
		slant    = 0.01
		overhang = 0.02
	)
	corner := func(x, y float64) (float64, float64) { return at.point(m.point(x, y)) }
	x, y := corner(0, 1) // the first sample
	rx, ry := corner(1, 1)
	dx, dy := corner(0, 0)
	rx, ry, dx, dy = rx-x, ry-y, dx-x, dy-y // the directions of rows and columns
	p := imagePlace{box: hull(x, y, x+rx+dx, y+ry+dy)}
	if p.turn.Transpose = math.Abs(ry) > math.Abs(rx); p.turn.Transpose {
		p.turn.FlipX, p.turn.FlipY = dx < 0, ry < 0
		rx, ry, dx, dy = ry, rx, dy, dx
	} else {
		p.turn.FlipX, p.turn.FlipY = rx < 0, dy < 0
	}
	w, h := at.size()
	straight := math.Abs(ry) <= slant*math.Abs(rx) && math.Abs(dx) <= slant*math.Abs(dy)
	on := p.box.x0 >= -overhang*w && p.box.y0 >= -overhang*h && p.box.x1 <= (1+overhang)*w && p.box.y1 <= (1+overhang)*h
	return p, straight && on
}

// draw puts the image on a white page, at dpi or the image's resolution if that is lower.
func (p imagePlace) draw(img *image.Gray, at placement, dpi float64) (*image.Gray, bool) {
	img = p.turn.Gray(img)
	const pointsPerInch = 72
	dpi = min(dpi, float64(img.Rect.Dx())/p.box.width()*pointsPerInch, float64(img.Rect.Dy())/p.box.height()*pointsPerInch)
	w, h, err := pixelSize(at, dpi)
	if err != nil {
		return nil, false // PDFium's way of drawing will tell
	}
	pageW, pageH := at.size()
	sx, sy := float64(w)/pageW, float64(h)/pageH
	box := image.Rect(
		int(math.Round(p.box.x0*sx)), int(math.Round(p.box.y0*sy)),
		int(math.Round(p.box.x1*sx)), int(math.Round(p.box.y1*sy)),
	)
	if box.Dx() < 1 || box.Dy() < 1 || box.Dx()*box.Dy() > maxPixels {
		return nil, false
	}
	scaled := pixels.Shrink(img, box.Dx(), box.Dy())
	out := pixels.White(w, h)
	if box == out.Rect {
		return scaled, true
	}
	visible := box.Intersect(out.Rect)
	pixels.Paste(out, visible.Min, scaled, visible.Sub(box.Min))
	return out, true
}

// hideFine removes the images that take long to draw from a part of a page of that size in pixels.
func (f *File) hideFine(ctx context.Context, at placement, handle uint32, page image.Point,
	part image.Rectangle) error {
	objects, _, err := f.objects(ctx, handle, false, maxObjects)
	if err != nil {
		return err
	}
	pageW, pageH := at.size()
	sx, sy := float64(page.X)/pageW, float64(page.Y)/pageH
	for i := range objects {
		o := &objects[i]
		b := at.rect(o.box)
		box := image.Rect(int(b.x0*sx), int(b.y0*sy), int(b.x1*sx), int(b.y1*sy))
		if o.objectType != objectImage || !box.Overlaps(part) {
			continue
		}
		w, h, err := f.imageSize(ctx, o.handle)
		if err != nil {
			return err
		}
		if isTooFine(w, h) {
			if _, err := f.in.Call(ctx, "FPDFPageObj_SetIsActive", uint64(o.handle), 0); err != nil {
				return err
			}
		}
	}
	return nil
}
