// Package crop cuts lines of text out of pages: straightened, scaled to one height, and with even light.
package crop

import (
	"image"
	"math"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

const (
	// Rows is the height of every picture.
	Rows = 32
	// LineRows is how many of them a line's height takes, in the middle.
	LineRows = 24
	// Margin is the number of columns before and behind a line in its picture.
	Margin = 12
	// MaxColumns bounds a picture; longer lines are narrowed.
	MaxColumns = 4096
)

// Point is a place on a page, in pixels from its upper left corner.
type Point struct{ X, Y float64 }

// Line is the position of a line of text on a page.
type Line struct {
	// Middle is the vertical center of the ink, from left to right, in two or more points.
	Middle []Point
	// Height is from the top of the line's highest letters to the bottom of its lowest, in pixels.
	Height float64
	// Slope is that of the line alone, where Middle is steadied by the page's, and Certainty the reciprocal of
	// its variance; both 0 if unknown.
	Slope, Certainty float64
	// Blur is what Cut sharpens the line against.
	Blur Blur
}

// Picture is a line of text: the ink at each place, from 0, the paper, to 255.
type Picture struct {
	Columns int
	Ink     []byte // Rows × Columns, row by row
	// Contrast is the share of light that full ink absorbs.
	Contrast float64
	track    track
}

// At returns the place on the page of a column's center, halfway up the line. column may be a fraction.
func (p Picture) At(column float64) Point {
	at, _ := p.track.pointAt((column - Margin) * p.track.length / float64(p.Columns-2*Margin))
	return at
}

// Cut returns the picture of a line, or false if the line is invalid: lower than a pixel, of length 0, or
// off the page.
func Cut(page *image.Gray, line Line) (Picture, bool) {
	t := newTrack(line.Middle)
	if !isSound(line) || t.length < 1 || !t.crosses(page.Rect) {
		return Picture{}, false
	}
	columns := int(math.Round(t.length*LineRows/line.Height)) + 2*Margin
	p := Picture{Columns: min(max(columns, 2*Margin+1), MaxColumns), track: t}
	p.Ink = make([]byte, Rows*p.Columns)
	p.sample(sourceOf(page, line), line.Height)
	sharpen(p.Ink, p.Columns, line.Blur.Scaled(LineRows/line.Height))
	p.Contrast = float64(even(p.Ink, p.Columns)) / 255
	return p, true
}

func isSound(line Line) bool {
	const farthest = 1 << 20 // pixels; beyond it a float64 no longer holds places well
	if !(line.Height >= 1 && line.Height < farthest) {
		return false
	}
	for _, p := range line.Middle {
		if !(math.Abs(p.X) < farthest && math.Abs(p.Y) < farthest) {
			return false
		}
	}
	return true
}

// source is the part of a page with a line, scaled so that its pixels can be sampled one by one.
type source struct {
	img    *image.Gray
	origin Point   // of the part, on the page
	scale  float64 // of the part: its pixels for one of the page
}

// sourceOf cuts out the part around a line and shrinks it if the line is higher than its picture, because
// skipped pixels lose details.
func sourceOf(page *image.Gray, line Line) source {
	reach := int(math.Ceil(line.Height)) + 2
	part := image.Rectangle{}
	for i, p := range line.Middle {
		at := image.Pt(int(math.Floor(p.X)), int(math.Floor(p.Y)))
		box := image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))}
		if i == 0 {
			part = box
		}
		part = part.Union(box)
	}
	part = part.Inset(-reach).Intersect(page.Rect)
	s := source{img: pixels.Crop(page, part), origin: Point{float64(part.Min.X), float64(part.Min.Y)}, scale: 1}
	if line.Height <= LineRows {
		return s
	}
	w := max(int(math.Round(float64(part.Dx())*LineRows/line.Height)), 1)
	h := max(int(math.Round(float64(part.Dy())*LineRows/line.Height)), 1)
	s.img, s.scale = pixels.Shrink(s.img, w, h), LineRows/line.Height
	return s
}

// sample fills the picture with the page's brightness along the line.
func (p Picture) sample(s source, height float64) {
	step := p.track.length / float64(p.Columns-2*Margin)
	for x := range p.Columns {
		at, direction := p.track.pointAt((float64(x-Margin) + 0.5) * step)
		for y := range Rows {
			// Explicit conversions prevent fused multiply-add, so that the result is the same on all
			// machines.
			aside := (float64(y) + 0.5 - Rows/2) * height / LineRows
			px := at.X - float64(direction.Y*aside) - s.origin.X
			py := at.Y + float64(direction.X*aside) - s.origin.Y
			p.Ink[y*p.Columns+x] = s.brightness(px*s.scale, py*s.scale)
		}
	}
}

// brightness interpolates between the four pixels around a place and extends the edge pixels.
func (s source) brightness(x, y float64) byte {
	const one = 256
	w, h := s.img.Rect.Dx(), s.img.Rect.Dy()
	fx := int(math.Floor((min(max(x, 0), float64(w)) - 0.5) * one))
	fy := int(math.Floor((min(max(y, 0), float64(h)) - 0.5) * one))
	x0, y0, ax, ay := fx>>8, fy>>8, fx&(one-1), fy&(one-1)
	left, right := min(max(x0, 0), w-1), min(max(x0+1, 0), w-1)
	upper := s.img.Pix[min(max(y0, 0), h-1)*s.img.Stride:]
	lower := s.img.Pix[min(max(y0+1, 0), h-1)*s.img.Stride:]
	above := int(upper[left])*(one-ax) + int(upper[right])*ax
	below := int(lower[left])*(one-ax) + int(lower[right])*ax
	return byte((above*(one-ay) + below*ay + one*one/2) >> 16)
}
