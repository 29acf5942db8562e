// Package paymentqr finds QR codes on pages and reads the payment and tax data of invoices and receipts:
// EPC069-12 (SEPA credit transfer), the Swiss QR-bill with Swico billing information, and ZATCA (Saudi
// Arabia).
//
// QR codes correct their errors (Reed–Solomon) and verify the result, so their content is either right or
// not read.
package paymentqr

import (
	"cmp"
	"image"
	"math"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/common"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/detector"
	"golang.org/x/image/draw"

	"github.com/docmill/docmill/engine/document"
)

// KindQR is the symbology of the document.Barcode that Find gives.
const KindQR = "QR_CODE"

// Limits of the search in one image. An image may contain thousands of corner patterns, and every three of
// them may be a code.
const (
	maxCorners    = 400 // looked at
	bestCorners   = 40  // of them, combined
	maxAttempts   = 40  // at decoding
	maxCloseLooks = 3
	maxText       = 8 << 10
)

// Find returns the QR codes of an image, from top to bottom, without a page number. Boxes are fractions of
// the image. Codes may be rotated and in perspective; it does not find light codes on dark ground. Its cost
// grows with the pixels only.
func Find(img *image.Gray) (codes []document.Barcode) {
	// The decoder may index out of range for damaged codes.
	defer func() {
		if recover() != nil {
			codes = nil
		}
	}()
	if img.Rect.Dx() < gozxing.MINIMUM_DIMENSION || img.Rect.Dy() < gozxing.MINIMUM_DIMENSION {
		return nil
	}
	found := candidates(img)
	for n, c := range found {
		box := c.box()
		// Corners of a code already read are skipped.
		if slices.ContainsFunc(codes, func(d document.Barcode) bool { return d.Box.Overlaps(box) }) {
			continue
		}
		text, ok := c.decode()
		if !ok && n < maxCloseLooks {
			text, ok = closeLook(img, box)
		}
		if ok && !slices.ContainsFunc(codes, func(d document.Barcode) bool { return d.Text == text }) {
			codes = append(codes, document.Barcode{Kind: KindQR, Text: text, Box: box})
		}
	}
	slices.SortStableFunc(codes, func(a, b document.Barcode) int { return cmp.Compare(a.Box.Y0, b.Box.Y0) })
	return codes
}

// closeLook enlarges the area of an unreadable code. If modules are few pixels wide, the gray values at the
// edges show which module a pixel belongs to.
func closeLook(img *image.Gray, place document.Box) (string, bool) {
	const margin, by, largest = 0.06, 2, 1_000_000
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	dx, dy := margin*place.Width(), margin*place.Height()
	part := image.Rect(int((place.X0-dx)*w), int((place.Y0-dy)*h), int((place.X1+dx)*w)+1, int((place.Y1+dy)*h)+1)
	if part = part.Intersect(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy())); part.Dx()*part.Dy() > largest {
		return "", false
	}
	large := image.NewGray(image.Rect(0, 0, by*part.Dx(), by*part.Dy()))
	draw.BiLinear.Scale(large, large.Rect,
		&image.Gray{Pix: img.Pix, Stride: img.Stride, Rect: image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy())}, part,
		draw.Src, nil)
	if large.Rect.Dx() < gozxing.MINIMUM_DIMENSION || large.Rect.Dy() < gozxing.MINIMUM_DIMENSION {
		return "", false
	}
	for _, c := range candidates(large) {
		if text, ok := c.decode(); ok {
			return text, true
		}
	}
	return "", false
}

// candidates returns possible codes, best shape first.
func candidates(img *image.Gray) []candidate {
	bits, err := binarize(img)
	if err != nil {
		return nil
	}
	return combine(bits, corners(bits))
}

func binarize(img *image.Gray) (*gozxing.BitMatrix, error) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	source, err := gozxing.NewPlanarYUVLuminanceSource(img.Pix, img.Stride, h, 0, 0, w, h, false)
	if err != nil {
		return nil, err
	}
	return gozxing.NewHybridBinarizer(source).GetBlackMatrix()
}

// corners finds the squares that mark three corners of a code: along every line through one, dark and light
// alternate as 1:1:3:1:1 (ISO/IEC 18004, 6.3.3). The most frequent ones come first.
func corners(bits *gozxing.BitMatrix) []*detector.FinderPattern {
	finder := detector.NewFinderPatternFinder(bits, nil)
	const step = 3 // rows; a square of the smallest legible modules spans them
	for y := step - 1; y < bits.GetHeight() && len(finder.GetPossibleCenters()) < maxCorners; y += step {
		scanRow(bits, finder, y)
	}
	found := slices.Clone(finder.GetPossibleCenters())
	slices.SortStableFunc(found, func(a, b *detector.FinderPattern) int { return cmp.Compare(b.GetCount(), a.GetCount()) })
	return found[:min(len(found), bestCorners)]
}

// scanRow passes each run of dark, light, dark, light, dark to the finder.
func scanRow(bits *gozxing.BitMatrix, finder *detector.FinderPatternFinder, y int) {
	runs := make([]int, 5)
	at := 0 // the run that is being counted; even ones are dark
	for x := range bits.GetWidth() {
		dark := bits.Get(x, y)
		if dark == (at%2 == 0) {
			runs[at]++
			continue
		}
		switch {
		case at < 4:
			if at > 0 || runs[0] > 0 { // the row may begin light
				at++
			}
		case detector.FinderPatternFinder_foundPatternCross(runs) && finder.HandlePossibleCenter(runs, y, x):
			clear(runs)
			at = 0
			continue // light again
		default:
			copy(runs, runs[2:])
			runs[3], runs[4] = 0, 0
			at = 3
		}
		if dark == (at%2 == 0) {
			runs[at]++
		}
	}
	if at == 4 && detector.FinderPatternFinder_foundPatternCross(runs) {
		finder.HandlePossibleCenter(runs, y, bits.GetWidth())
	}
}

// candidate is three corners in the shape of a code.
type candidate struct {
	bits    *gozxing.BitMatrix
	corners *detector.FinderPatternInfo
	skew    float64 // how far from a right-angled isosceles triangle
}

// combine returns the triples of corners that may be a code, best shape first.
func combine(bits *gozxing.BitMatrix, found []*detector.FinderPattern) []candidate {
	var out []candidate
	for i := range found {
		for k := range i {
			for l := range k {
				if c, ok := triangle(found[i], found[k], found[l]); ok {
					c.bits = bits
					out = append(out, c)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(a.skew, b.skew) })
	return out[:min(len(out), maxAttempts)]
}

func triangle(p, q, r *detector.FinderPattern) (candidate, bool) {
	const (
		unlike     = 1.6 // ratio of module sizes, which differ in a photo
		crooked    = 0.35
		least      = 9.0   // modules between two corners: version 1 has 14
		most       = 180.0 // version 40 has 170
		twoModules = 2.0
	)
	smallest := min(p.GetEstimatedModuleSize(), q.GetEstimatedModuleSize(), r.GetEstimatedModuleSize())
	largest := max(p.GetEstimatedModuleSize(), q.GetEstimatedModuleSize(), r.GetEstimatedModuleSize())
	if largest > unlike*smallest {
		return candidate{}, false
	}
	b, t, e := gozxing.ResultPoint_OrderBestPatterns(p, q, r)
	bottomLeft, ok1 := b.(*detector.FinderPattern)
	topLeft, ok2 := t.(*detector.FinderPattern)
	topRight, ok3 := e.(*detector.FinderPattern)
	if !ok1 || !ok2 || !ok3 {
		return candidate{}, false
	}
	down := gozxing.ResultPoint_Distance(topLeft, bottomLeft)
	across := gozxing.ResultPoint_Distance(topLeft, topRight)
	diagonal := gozxing.ResultPoint_Distance(topRight, bottomLeft)
	if modules := (down + across) / (smallest + largest); modules < least || modules > most {
		return candidate{}, false
	}
	skew := math.Abs(down-across)/min(down, across) + math.Abs(diagonal/math.Hypot(down, across)-1)*twoModules
	return candidate{corners: detector.NewFinderPatternInfo(bottomLeft, topLeft, topRight), skew: skew}, skew < crooked
}

func (c *candidate) decode() (string, bool) {
	found, err := detector.NewDetector(c.bits).ProcessFinderPatternInfo(c.corners)
	if err != nil {
		return "", false
	}
	var res *common.DecoderResult
	if res, err = decoder.NewDecoder().Decode(found.GetBits(), nil); err != nil {
		return "", false
	}
	text := res.GetText()
	return text, text != "" && len(text) <= maxText
}

// box returns the code's box. The centers of its corners are 3.5 modules inside.
func (c *candidate) box() document.Box {
	const within = 3.5
	a, b, d := c.corners.GetBottomLeft(), c.corners.GetTopLeft(), c.corners.GetTopRight()
	// The fourth corner completes the parallelogram.
	x, y := a.GetX()+d.GetX()-b.GetX(), a.GetY()+d.GetY()-b.GetY()
	margin := within * (a.GetEstimatedModuleSize() + b.GetEstimatedModuleSize() + d.GetEstimatedModuleSize()) / 3
	w, h := float64(c.bits.GetWidth()), float64(c.bits.GetHeight())
	unit := func(v float64) float64 { return min(max(v, 0), 1) }
	return document.Box{
		X0: unit((min(a.GetX(), b.GetX(), d.GetX(), x) - margin) / w),
		Y0: unit((min(a.GetY(), b.GetY(), d.GetY(), y) - margin) / h),
		X1: unit((max(a.GetX(), b.GetX(), d.GetX(), x) + margin) / w),
		Y1: unit((max(a.GetY(), b.GetY(), d.GetY(), y) + margin) / h),
	}
}
