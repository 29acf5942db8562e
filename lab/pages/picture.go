package pages

import (
	"image"
	"math"

	"github.com/docmill/docmill/lab/lines/augment"
)

func (s *sheet) picture(c column, st style) float64 {
	unit := s.pitch(st)
	switch s.r.IntN(6) {
	case 0:
		return s.barcode(c, unit)
	case 1:
		return s.squares(c, unit)
	case 2:
		return s.photo(c, unit)
	case 3:
		return s.signature(c, unit)
	}
	return s.logo(c, unit)
}

func (s *sheet) barcode(c column, unit float64) float64 {
	x, end := c.x0+s.randomBetween(0, 0.3)*c.width(), c.x0+s.randomBetween(0.5, 1)*c.width()
	h, bar := unit*s.randomBetween(1.5, 5), max(1, unit*s.randomBetween(0.06, 0.2))
	from := x
	for x < end {
		w := bar * float64(1+s.r.IntN(3))
		augment.Fill(s.ink, image.Rect(int(x), int(c.y), int(x+w), int(c.y+h)), 255)
		x += w + bar*float64(1+s.r.IntN(3))
	}
	if s.chance(0.7) {
		s.centered(style{1, unit / s.point / 1.22}, digits(s.r, 13), (from+x)/2, c.y+h+unit, x-from)
		h += unit * 1.3
	}
	return c.y + h
}

func (s *sheet) squares(c column, unit float64) float64 {
	n, cell := 21+4*s.r.IntN(6), max(1, unit*s.randomBetween(0.1, 0.3))
	x0 := c.x0 + s.randomBetween(0, 0.8)*max(c.width()-float64(n)*cell, 0)
	for i := range n {
		for k := range n {
			if s.chance(0.5) {
				x, y := x0+float64(k)*cell, c.y+float64(i)*cell
				augment.Fill(s.ink, image.Rect(int(x), int(y), int(x+cell), int(y+cell)), 255)
			}
		}
	}
	return c.y + float64(n)*cell
}

func (s *sheet) photo(c column, unit float64) float64 {
	w, h := int(c.width()*s.randomBetween(0.15, 0.6)), int(unit*s.randomBetween(3, 14))
	x0, y0 := int(c.x0+s.randomBetween(0, 0.4)*c.width()), int(c.y)
	p := augment.NewPaper(max(w, 2), max(h, 2), s.randomBetween(60, 190))
	for range 3 {
		p.Clouds(s.r, s.randomBetween(20, 70), unit*s.randomBetween(0.3, 6))
	}
	p.Shadow(s.randomBetween(0, float64(w)), s.randomBetween(0, float64(h)), s.randomBetween(0, 6), 1, s.randomBetween(0,
		90))
	augment.Paste(s.ink, p.Print(image.NewGray(image.Rect(0, 0, p.W, p.H)), 255, 0), x0, y0)
	return float64(y0 + h)
}

func (s *sheet) logo(c column, unit float64) float64 {
	size := unit * s.randomBetween(1.5, 6)
	x0 := c.x0 + s.randomBetween(0, 0.9)*max(c.width()-size, 0)
	for range 1 + s.r.IntN(5) {
		x, y := x0+s.randomBetween(0, 0.5)*size, c.y+s.randomBetween(0, 0.5)*size
		w, h := s.randomBetween(0.1, 0.8)*size, s.randomBetween(0.1, 0.5)*size
		light := byte(70 + s.r.IntN(186)) //nolint:gosec // below 256
		switch s.r.IntN(3) {
		case 0:
			augment.Fill(s.ink, image.Rect(int(x), int(y), int(x+w), int(y+h)), light)
		case 1:
			s.ring(x+w/2, y+w/2, w/2, w*s.randomBetween(0.05, 0.5), light)
		default:
			s.curve(x, y, int(size), size*s.randomBetween(0.02, 0.1), light)
		}
	}
	return c.y + size
}

// ring draws a ring; with a width equal to its radius it is a disc.
func (s *sheet) ring(cx, cy, radius, width float64, light byte) {
	for y := int(cy - radius); y <= int(cy+radius); y++ {
		for x := int(cx - radius); x <= int(cx+radius); x++ {
			if d := math.Hypot(float64(x)+0.5-cx, float64(y)+0.5-cy); d <= radius && d >= radius-width {
				augment.Fill(s.ink, image.Rect(x, y, x+1, y+1), light)
			}
		}
	}
}

func (s *sheet) curve(x, y float64, long int, width float64, light byte) {
	angle, bend := s.randomBetween(0, 2*math.Pi), 0.0
	for range long {
		bend = min(max(bend+s.randomBetween(-0.02, 0.02), -0.12), 0.12)
		angle += bend
		x, y = x+math.Cos(angle), y+math.Sin(angle)
		augment.Fill(s.ink, image.Rect(int(x), int(y), int(x+max(width, 1)), int(y+max(width, 1))), light)
	}
}

func (s *sheet) signature(c column, unit float64) float64 {
	w := min(c.width(), unit*s.randomBetween(8, 16))
	x := c.x0 + s.randomBetween(0, 1)*(c.width()-w)
	for range 2 + s.r.IntN(4) {
		s.curve(x+s.randomBetween(0.1, 0.8)*w, c.y+unit*s.randomBetween(0.5, 2), int(unit*s.randomBetween(3, 10)),
			s.point*s.randomBetween(0.8, 2),
			byte(150+s.r.IntN(100))) //nolint:gosec // below 256
	}
	s.horizontal(x, x+w, c.y+unit*3, s.point*0.5)
	return c.y + unit*3.5
}

func (s *sheet) stamp() {
	unit := s.point * 10
	x, y := s.randomBetween(0.1, 0.9)*s.width(), s.randomBetween(0.1, 0.9)*s.height()
	light := byte(60 + s.r.IntN(150)) //nolint:gosec // below 256
	if s.chance(0.6) {
		radius := unit * s.randomBetween(2, 6)
		s.ring(x, y, radius, radius*s.randomBetween(0.04, 0.12), light)
		s.ring(x, y, radius*0.7, radius*0.05, light)
		return
	}
	s.curve(x, y, int(unit*s.randomBetween(10, 60)), s.point*s.randomBetween(0.8, 3), light)
}
