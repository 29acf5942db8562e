package ocr

import (
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/overview"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

// maxSide is the side in pixels above which an image is scaled down: A4 at 300 dpi. Beyond it recognition
// gets slower but not better.
const maxSide = 3508

// span is a range of print heights in pixels as glyphHeight measures them; print outside is scaled to the
// good height.
type span struct{ lowest, highest, good float64 }

// Clean print reads as well at 13 pixels as at 26, in two thirds of the time. Receipt printers and cameras
// need more.
func spanOfPages() span    { return span{lowest: 9, highest: 13.5, good: 12.5} }
func spanOfReceipts() span { return span{lowest: 16.5, highest: 19.5, good: 18} }

// maxScale bounds the enlargement of small print.
const maxScale = 4.0

// prepared is the image for Tesseract, and the transformation back.
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

// prepare turns the image by quarters, deskews it, scales its print, evens out the light of photos and
// crops the margins of pages. dpi is its resolution, or 0 if unknown.
func prepare(img *image.Gray, quarters, dpi int) prepared {
	p := prepared{img: pixels.QuarterTurns(quarters).Gray(img), scale: 1, quarters: quarters}
	p.size = p.img.Rect.Size()
	if longest := max(img.Rect.Dx(), img.Rect.Dy()); longest > maxSide {
		p.resize(maxSide / float64(longest))
	}
	p.img = positive(p.img)
	light := measureLight(p.img)
	p.photo, p.pale = !light.isEven(), light.isPale()
	over := overview.Of(p.img, overview.ForAngles)
	p.receipt = p.hasReceiptShape(over.Print())
	by := p.goodScale(dpi)
	if by < 1 {
		p.resize(by)
	}
	const worthTurning, skewReach = 0.3, 8 // degrees
	if skew := over.Skew(skewReach); math.Abs(skew) >= worthTurning {
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

// finish prepares the final image from the whole one.
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

func (p *prepared) crop() {
	const margin = 16 // pixels: Tesseract wants some paper around the print
	over := overview.Of(p.img, overview.ForMargins)
	box := over.Ink().Inset(-margin).Intersect(p.img.Rect)
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

func shrink(img *image.Gray, by float64) *image.Gray {
	w, h := scaledSize(img, by)
	return pixels.Shrink(img, w, h)
}

func scaledSize(img *image.Gray, by float64) (w, h int) {
	size := img.Rect.Size()
	return max(int(float64(size.X)*by), 1), max(int(float64(size.Y)*by), 1)
}

// goodScale returns the factor that scales the image's print to a good height.
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

// hasReceiptShape reports images with the size or shape of a receipt, or scans of a page with one on it:
// narrow, or longer than any page (legal paper has a ratio of 1.65).
func (p *prepared) hasReceiptShape(print image.Rectangle) bool {
	const narrow, long = 700, 1.7
	if p.size.X < narrow || float64(p.size.Y) > long*float64(p.size.X) {
		return true
	}
	return !p.photo && float64(print.Dy()) > long*float64(print.Dx())
}

// otherwise is the image of a second pass: smaller, and with its light evened out if it was not, which
// separates pale print from white paper.
func (p prepared) otherwise() prepared {
	const smaller = 0.83
	p.whole = shrink(p.whole, smaller)
	p.scale *= smaller
	p.finish(p.photo || !p.pale)
	return p
}

// without returns the image with parts of it, in fractions, painted white.
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

// fractions converts a rectangle of Tesseract's image to fractions of the whole.
func (p *prepared) fractions(r image.Rectangle) document.Box {
	w, h := float64(p.whole.Rect.Dx()), float64(p.whole.Rect.Dy())
	r = r.Add(p.origin)
	return document.Box{X0: float64(r.Min.X) / w, Y0: float64(r.Min.Y) / h, X1: float64(r.Max.X) / w,
		Y1: float64(r.Max.Y) / h}
}

// lean moves a box of the deskewed image to its position in the skewed one.
func (p *prepared) lean(b document.Box) document.Box {
	if p.skew == 0 {
		return b
	}
	return turnedBy(b, p.whole.Rect.Size(), p.skew*math.Pi/180).OnPage()
}

// turnedBy moves a box, in fractions of an image of a size, to the position of its center after a clockwise
// rotation in radians. It does not rotate the box.
func turnedBy(b document.Box, size image.Point, angle float64) document.Box {
	w, h := float64(size.X), float64(size.Y)
	sin, cos := math.Sincos(angle)
	x, y := (b.CenterX()-0.5)*w, (b.CenterY()-0.5)*h
	dx := (float64(x*cos)-float64(y*sin))/w + 0.5 - b.CenterX()
	dy := (float64(x*sin)+float64(y*cos))/h + 0.5 - b.CenterY()
	return document.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 + dx, Y1: b.Y1 + dy}
}

// isBlank reports images without content: the darkest and the lightest pixel hardly differ.
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
