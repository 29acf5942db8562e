package ocr

import (
	"bytes"
	"fmt"
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
)

// maxSide is the length in pixels above which an image is scaled down: A4 at
// 300 dpi, beyond which recognition gets slower but no better.
const maxSide = 3508

// Heights of the print, in pixels as glyphHeight measures it.
const (
	// Print lower than that is enlarged; photos gain sooner than scans.
	lowOnScans  = 9.0
	lowOnPhotos = 14.0
	goodHeight  = 22.0 // to which it is
	mostScale   = 4.0
)

// prepared is an image as Tesseract gets to see it, and the way back.
type prepared struct {
	img      *image.Gray
	shaded   *image.Gray // before the light was evened out
	photo    bool        // unevenly lit
	size     image.Point // of the original, upright
	scale    float64     // pixels of img per pixel of the original
	skew     float64     // degrees by which the original, upright, leans clockwise
	quarters int         // turns clockwise that the original needs to stand upright
}

// prepare turns the image by quarters, straightens it, enlarges low print and
// evens out the light of photos.
func prepare(img *image.Gray, quarters int) prepared {
	p := prepared{img: quarterTurns(img, quarters), scale: 1, quarters: quarters}
	p.size = p.img.Rect.Size()
	if longest := max(img.Rect.Dx(), img.Rect.Dy()); longest > maxSide {
		p.scale = maxSide / float64(longest)
		p.img = shrink(p.img, p.scale)
	}
	const worthTurning = 0.3 // degrees
	if skew := skewOf(p.img); math.Abs(skew) >= worthTurning {
		p.skew = skew
		p.img = turn(p.img, -skew)
	}
	light := measureLight(p.img)
	p.photo = !light.isEven()
	if by := p.enlargement(); by > 1 {
		p.img = enlarge(p.img, by)
		p.scale *= by
		light = measureLight(p.img)
	}
	p.shaded = p.img
	if p.photo {
		p.img = light.even(p.img)
	}
	return p
}

// enlargement tells by how much the image's print is too low.
func (p *prepared) enlargement() float64 {
	low := lowOnScans
	if p.photo {
		low = lowOnPhotos
	}
	height := glyphHeight(p.img)
	if height == 0 || height >= low {
		return 1
	}
	longest := float64(max(p.img.Rect.Dx(), p.img.Rect.Dy()))
	return max(min(goodHeight/height, mostScale, maxSide/longest), 1)
}

// otherwise is the image of a second pass: a photo in black and white, a scan
// with its light evened out, which tells pale print from white paper.
func (p prepared) otherwise() prepared {
	if p.photo {
		p.img = binarize(p.shaded)
		return p
	}
	light := measureLight(p.shaded)
	p.img = light.even(p.shaded)
	return p
}

// fractions gives a rectangle of the image that Tesseract saw in fractions of
// it.
func (p prepared) fractions(r image.Rectangle) document.Box {
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	return document.Box{X0: float64(r.Min.X) / w, Y0: float64(r.Min.Y) / h, X1: float64(r.Max.X) / w, Y1: float64(r.Max.Y) / h}
}

// lean moves a box of the straightened image to where its middle stands in
// the leaning one.
func (p prepared) lean(b document.Box) document.Box {
	if p.skew == 0 {
		return b
	}
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	sin, cos := math.Sincos(p.skew * math.Pi / 180)
	x, y := (b.CenterX()-0.5)*w, (b.CenterY()-0.5)*h
	dx := (x*cos-y*sin)/w + 0.5 - b.CenterX()
	dy := (x*sin+y*cos)/h + 0.5 - b.CenterY()
	unit := func(v float64) float64 { return min(max(v, 0), 1) }
	return document.Box{X0: unit(b.X0 + dx), Y0: unit(b.Y0 + dy), X1: unit(b.X1 + dx), Y1: unit(b.Y1 + dy)}
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
	}
	return int(lightest)-int(darkest) < contrast
}

// encodePGM writes the image as a binary portable graymap, which takes no
// compression to make or to read.
func encodePGM(img *image.Gray) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var b bytes.Buffer
	b.Grow(w*h + 32)
	fmt.Fprintf(&b, "P5\n%d %d\n255\n", w, h)
	for y := range h {
		b.Write(img.Pix[y*img.Stride : y*img.Stride+w])
	}
	return b.Bytes()
}
