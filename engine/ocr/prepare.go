package ocr

import (
	"bytes"
	"fmt"
	"image"
	"math"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/rows"
)

// maxSide is the length in pixels above which an image is scaled down: A4 at
// 300 dpi, beyond which recognition gets slower but no better.
const maxSide = 3508

// prepared is an image as Tesseract gets to see it, and the way back.
type prepared struct {
	img   *image.Gray
	scale float64 // pixels of img per pixel of the original
	skew  float64 // degrees by which the original leaned clockwise
}

func prepare(img *image.Gray) prepared {
	p := prepared{img: img, scale: 1}
	if longest := max(img.Rect.Dx(), img.Rect.Dy()); longest > maxSide {
		p.scale = maxSide / float64(longest)
		p.img = shrink(img, p.scale)
	}
	const worthTurning = 0.3 // degrees
	if skew := skewOf(p.img); math.Abs(skew) >= worthTurning {
		p.skew = skew
		p.img = turn(p.img, -skew)
	}
	return p
}

// lines maps words back to fractions of the original image and joins them into
// rows. pointsPerPixel is of the original image.
func (p prepared) lines(words []recognized, pointsPerPixel float64) []document.Line {
	var units [][]document.Word // Tesseract's lines
	var boxes []document.Box    // of them, before turning back
	last := -1
	for _, w := range words {
		if w.line != last {
			last = w.line
			units = append(units, nil)
			boxes = append(boxes, p.fractions(w.lineBox))
		}
		n := len(units) - 1
		units[n] = append(units[n], document.Word{
			Text:       w.text,
			Box:        p.turnBack(p.fractions(w.box)),
			Confidence: w.confidence,
			Size:       float64(w.lineBox.Dy()) / p.scale * pointsPerPixel,
			Source:     document.SourceOCR,
		})
	}
	var lines []document.Line
	for _, row := range rows.Indexes(boxes) {
		var line document.Line
		for _, unit := range row {
			line.Words = append(line.Words, units[unit]...)
		}
		for _, w := range line.Words {
			line.Box = line.Box.Union(w.Box)
		}
		lines = append(lines, line)
	}
	rows.Sort(lines)
	return lines
}

func (p prepared) fractions(r image.Rectangle) document.Box {
	w, h := float64(p.img.Rect.Dx()), float64(p.img.Rect.Dy())
	return document.Box{X0: float64(r.Min.X) / w, Y0: float64(r.Min.Y) / h, X1: float64(r.Max.X) / w, Y1: float64(r.Max.Y) / h}
}

// turnBack moves a box of the straightened image to where its middle stands in
// the leaning one.
func (p prepared) turnBack(b document.Box) document.Box {
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
