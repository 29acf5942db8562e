package pdf

import (
	"math"

	"github.com/docmill/docmill/engine/document"
)

// rect is an axis-aligned rectangle in points: in page space with y upwards (y0 the bottom) or in display
// space with y downwards (y0 the top).
type rect struct{ x0, y0, x1, y1 float64 }

func (r rect) width() float64 { return r.x1 - r.x0 }

func (r rect) height() float64 { return r.y1 - r.y0 }

// hull returns the smallest rectangle around the corner points.
func hull(ax, ay, bx, by float64) rect {
	return rect{min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)}
}

// placement maps page space to display space: the crop box rotated clockwise by the page's rotation, origin
// at the top left (ISO 32000-1, 8.3.2.3, CropBox and Rotate).
type placement struct {
	box      rect // what of page space is shown
	quarters int  // clockwise quarter turns, 0 to 3
}

// size is the displayed page in points.
func (p placement) size() (width, height float64) {
	if p.quarters%2 == 1 {
		return p.box.height(), p.box.width()
	}
	return p.box.width(), p.box.height()
}

func (p placement) point(x, y float64) (float64, float64) {
	switch p.quarters {
	case 1:
		return y - p.box.y0, x - p.box.x0
	case 2:
		return p.box.x1 - x, y - p.box.y0
	case 3:
		return p.box.y1 - y, p.box.x1 - x
	}
	return x - p.box.x0, p.box.y1 - y
}

func (p placement) rect(r rect) rect {
	ax, ay := p.point(r.x0, r.y0)
	bx, by := p.point(r.x1, r.y1)
	return hull(ax, ay, bx, by)
}

// fractions converts a rectangle of display space to fractions of the page, cut at its edges.
func (p placement) fractions(r rect) document.Box {
	w, h := p.size()
	if w <= 0 || h <= 0 {
		return document.Box{}
	}
	unit := func(v float64) float64 { return min(max(v, 0), 1) }
	return document.Box{X0: unit(r.x0 / w), Y0: unit(r.y0 / h), X1: unit(r.x1 / w), Y1: unit(r.y1 / h)}
}

// direction is that of text on the displayed page.
type direction uint8

const (
	rightwards direction = iota
	downwards
	leftwards
	upwards
	oblique
)

// direction returns that of text whose matrix maps the x axis to (a, b) of page space.
func (p placement) direction(a, b float64) direction {
	const tolerance = 15 // degrees
	degrees := -math.Atan2(b, a)*180/math.Pi + float64(p.quarters*90)
	quarter := math.Round(degrees / 90)
	if math.Abs(degrees-quarter*90) > tolerance {
		return oblique
	}
	return direction(((int(quarter) % 4) + 4) % 4)
}

// along returns the extent of a rectangle in the direction of its text, increasing with the text; across
// returns the perpendicular extent.
func (d direction) along(r rect) (from, to float64) {
	switch d {
	case downwards:
		return r.y0, r.y1
	case leftwards:
		return -r.x1, -r.x0
	case upwards:
		return -r.y1, -r.y0
	}
	return r.x0, r.x1
}

func (d direction) across(r rect) (from, to float64) {
	if d == downwards || d == upwards {
		return r.x0, r.x1
	}
	return r.y0, r.y1
}

// matrix maps a form's space to another (ISO 32000-1, 8.3.3).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) point(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// rect maps a rectangle to its bounding rectangle.
func (m matrix) rect(r rect) rect {
	if m.b == 0 && m.c == 0 {
		return hull(m.a*r.x0+m.e, m.d*r.y0+m.f, m.a*r.x1+m.e, m.d*r.y1+m.f)
	}
	ax, ay := m.point(r.x0, r.y0)
	bx, by := m.point(r.x1, r.y1)
	cx, cy := m.point(r.x0, r.y1)
	dx, dy := m.point(r.x1, r.y0)
	return rect{min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)}
}

// then returns the matrix that applies m first and then o.
func (m matrix) then(o matrix) matrix {
	return matrix{
		o.a*m.a + o.c*m.b, o.b*m.a + o.d*m.b,
		o.a*m.c + o.c*m.d, o.b*m.c + o.d*m.d,
		o.a*m.e + o.c*m.f + o.e, o.b*m.e + o.d*m.f + o.f,
	}
}
