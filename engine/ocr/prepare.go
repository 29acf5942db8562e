package ocr

import (
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

// maxSide is the length in pixels above which an image is scaled down: A4 at
// 300 dpi, beyond which recognition gets slower but no better.
const maxSide = 3508

// span is a range of heights of the print, in pixels as glyphHeight measures
// them: print beyond it is scaled to the height that reads well.
type span struct{ lowest, highest, good float64 }

// Clean print of pages reads as well at 13 pixels as at twice that, for a third
// less work. Till printers and cameras need more.
func spanOfPages() span    { return span{lowest: 9, highest: 13.5, good: 12.5} }
func spanOfReceipts() span { return span{lowest: 16.5, highest: 19.5, good: 18} }

// mostScale bounds how much low print is enlarged.
const maxScale = 4.0

// prepared is an image as Tesseract gets to see it, and the way back.
type prepared struct {
	img      *image.Gray
	origin   image.Point // of img within the whole
	whole    *image.Gray // straightened and scaled, before margins and shadows went
	photo    bool        // unevenly lit
	pale     bool        // printed with little ink
	receipt  bool        // of the shape of one
	size     image.Point // of the original, upright
	scale    float64     // pixels of img per pixel of the original
	skew     float64     // degrees by which the original, upright, leans clockwise
	quarters int         // turns clockwise that the original needs to stand upright
}

// prepare turns the image by quarters, straightens it, brings its print to a
// height that reads well, evens out the light of photos and leaves out the
// margins of pages. dpi is its resolution, 0 if unknown.
func prepare(img *image.Gray, quarters, dpi int) prepared {
	p := prepared{img: pixels.QuarterTurns(quarters).Gray(img), scale: 1, quarters: quarters}
	p.size = p.img.Rect.Size()
	if longest := max(img.Rect.Dx(), img.Rect.Dy()); longest > maxSide {
		p.resize(maxSide / float64(longest))
	}
	p.img = positive(p.img)
	light := measureLight(p.img)
	p.photo, p.pale = !light.isEven(), light.isPale()
	over := overviewOf(p.img, sideForAngles)
	p.receipt = p.hasReceiptShape(over.print())
	by := p.goodScale(dpi)
	if by < 1 {
		p.resize(by)
	}
	const worthTurning = 0.3 // degrees
	if skew := over.skew(); math.Abs(skew) >= worthTurning {
		p.skew = skew
		p.img = pixels.Rotate(p.img, -skew)
	}
	if by > 1 {
		p.resize(by)
	}
	p.whole = p.img
	p.finish(p.photo || p.pale)
	return p
}

// finish makes of the whole what is read.
func (p *prepared) finish(even bool) {
	p.img, p.origin = p.whole, image.Point{}
	if even {
		light := measureLight(p.whole)
		p.img = light.even(p.whole)
		if p.photo {
			light.whiten(p.img, light.surroundings())
		}
	}
	p.crop()
}

// crop leaves out margins without ink.
func (p *prepared) crop() {
	const margin = 16 // pixels: Tesseract wants some paper around the print
	over := overviewOf(p.img, sideForMargins)
	box := over.ink().Inset(-margin).Intersect(p.img.Rect)
	if box.Empty() {
		return
	}
	p.origin = box.Min
	p.img = pixels.Crop(p.img, box)
}

func (p *prepared) resize(by float64) {
	if by < 1 {
		p.img = shrink(p.img, by)
	} else {
		w, h := scaledSize(p.img, by)
		p.img = pixels.Enlarge(p.img, w, h)
	}
	p.scale *= by
}

// shrink scales an image down.
func shrink(img *image.Gray, by float64) *image.Gray {
	w, h := scaledSize(img, by)
	return pixels.Shrink(img, w, h)
}

func scaledSize(img *image.Gray, by float64) (w, h int) {
	size := img.Rect.Size()
	return max(int(float64(size.X)*by), 1), max(int(float64(size.Y)*by), 1)
}

// goodScale reports by how much the image's print is too low or needlessly high.
func (p *prepared) goodScale(dpi int) float64 {
	want := spanOfPages()
	if p.receipt || p.photo && dpi == 0 {
		want = spanOfReceipts()
	}
	height := glyphHeight(p.img)
	if height == 0 || height >= want.lowest && height <= want.highest {
		return 1
	}
	by := want.good / height
	if by < 1 {
		return by
	}
	longest := float64(max(p.img.Rect.Dx(), p.img.Rect.Dy()))
	return max(min(by, maxScale, maxSide/longest), 1)
}

// hasReceiptShape tells images of the size or shape of a till receipt, or scans
// of a page with one on it: narrow, or longer than any page (legal paper is 1.65
// times as high as wide).
func (p *prepared) hasReceiptShape(print image.Rectangle) bool {
	const narrow, long = 700, 1.7
	if p.size.X < narrow || float64(p.size.Y) > long*float64(p.size.X) {
		return true
	}
	return !p.photo && float64(print.Dy()) > long*float64(print.Dx())
}

// otherwise is the image of a second pass: smaller, and a scan with its light
// evened out if it was not, which tells pale print from white paper.
func (p prepared) otherwise() prepared {
	const smaller = 0.83
	p.whole = shrink(p.whole, smaller)
	p.scale *= smaller
	p.finish(p.photo || !p.pale)
	return p
}

// without is the image with parts of it, fractions of the whole, painted white.
func (p prepared) without(parts []document.Box) prepared {
	if len(parts) == 0 {
		return p
	}
	img := pixels.Clone(p.img, image.Rectangle{Max: p.img.Rect.Size()})
	w, h := float64(p.whole.Rect.Dx()), float64(p.whole.Rect.Dy())
	for _, part := range parts {
		box := image.Rect(int(part.X0*w), int(part.Y0*h), int(math.Ceil(part.X1*w)), int(math.Ceil(part.Y1*h)))
		pixels.Whiten(img, box.Sub(p.origin))
	}
	p.img = img
	return p
}

// fractions returns a rectangle of the image that Tesseract saw in fractions of
// the whole.
func (p *prepared) fractions(r image.Rectangle) document.Box {
	w, h := float64(p.whole.Rect.Dx()), float64(p.whole.Rect.Dy())
	r = r.Add(p.origin)
	return document.Box{X0: float64(r.Min.X) / w, Y0: float64(r.Min.Y) / h, X1: float64(r.Max.X) / w,
		Y1: float64(r.Max.Y) / h}
}

// lean moves a box of the straightened image to where its middle stands in
// the leaning one.
func (p *prepared) lean(b document.Box) document.Box {
	if p.skew == 0 {
		return b
	}
	return within(turnedBy(b, p.whole.Rect.Size(), p.skew*math.Pi/180))
}

// turnedBy moves a box, in fractions of an image of a size, to where its middle stands
// once the image is turned clockwise by an angle in radians. It turns no box itself.
func turnedBy(b document.Box, size image.Point, angle float64) document.Box {
	w, h := float64(size.X), float64(size.Y)
	sin, cos := math.Sincos(angle)
	x, y := (b.CenterX()-0.5)*w, (b.CenterY()-0.5)*h
	dx := (float64(x*cos)-float64(y*sin))/w + 0.5 - b.CenterX()
	dy := (float64(x*sin)+float64(y*cos))/h + 0.5 - b.CenterY()
	return document.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 + dx, Y1: b.Y1 + dy}
}

// within cuts off what of a box is beyond the page.
func within(b document.Box) document.Box {
	unit := func(v float64) float64 { return min(max(v, 0), 1) }
	return document.Box{X0: unit(b.X0), Y0: unit(b.Y0), X1: unit(b.X1), Y1: unit(b.Y1)}
}

// isBlank tells images that hold nothing to read: the darkest and the lightest
// pixel are hardly apart.
func isBlank(img *image.Gray) bool {
	const contrast = 24
	darkest, lightest := byte(255), byte(0)
	for y := range img.Rect.Dy() {
		for _, v := range img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()] {
			darkest, lightest = min(darkest, v), max(lightest, v)
		}
		if int(lightest)-int(darkest) >= contrast {
			return false
		}
	}
	return true
}
