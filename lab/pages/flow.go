package pages

import (
	"strings"

	"github.com/docmill/docmill/lab/lines/textsample"
)

// column is a part of a sheet that blocks are printed into, from y downward.
type column struct {
	x0, x1, y, y1 float64
}

func (c column) width() float64 { return c.x1 - c.x0 }

func (s *sheet) fill(c column, body style, of textsample.Script) {
	gap := s.randomBetween(0.4, 2.2) * s.pitch(body)
	for n := 0; c.y < c.y1-2*s.pitch(body) && n < 60; n++ {
		before := c.y
		c.y = s.block(c, body, of)
		c.y += gap * s.randomBetween(0.4, 1.8)
		if c.y <= before {
			c.y = before + s.pitch(body)
		}
	}
}

func (s *sheet) block(c column, body style, of textsample.Script) float64 {
	wide := c.width() > 24*s.pitch(body)
	switch n := s.r.IntN(100); {
	case n < 14:
		return s.heading(c, body, of)
	case n < 34:
		return s.paragraph(c, body, of)
	case n < 46:
		return s.pairs(c, body, of)
	case n < 72 && wide:
		return s.table(c, body, of)
	case n < 80 && wide:
		return s.placeBeside(c, body, of)
	case n < 86:
		return s.picture(c, body)
	case n < 90:
		s.horizontal(c.x0, c.x1, c.y, s.point*s.randomBetween(0.3, 2))
		return c.y + s.point*3
	case n < 94:
		return s.form(c, body, of)
	case n < 97:
		return c.y + s.randomBetween(1, 6)*s.pitch(body)
	}
	return s.fine(c, body, of)
}

func (s *sheet) heading(c column, body style, of textsample.Script) float64 {
	st := style{body.face + s.r.IntN(2), body.size * s.randomBetween(1.1, 3)}
	h := s.pitch(st)
	y := c.y + h
	text := s.m.source.Phrase(s.r, of)
	if s.chance(0.4) {
		text = textsample.Upper(text)
	}
	switch s.r.IntN(3) {
	case 0:
		s.text(st, text, c.x0, y, c.width())
	case 1:
		s.centered(st, text, (c.x0+c.x1)/2, y, c.width())
	default:
		s.ending(st, text, c.x1, y, c.width())
	}
	if s.chance(0.15) {
		s.ground(c.x0-s.point*2, y-h*0.9, c.x1+s.point*2, y+h*0.4)
	}
	return y + h*0.4
}

func (s *sheet) paragraph(c column, st style, of textsample.Script) float64 {
	if s.chance(0.3) {
		st.size *= s.randomBetween(0.75, 1)
	}
	step := s.pitch(st) * s.randomBetween(0.9, 1.4)
	y, centered := c.y, s.chance(0.1)
	for range 1 + s.r.IntN(9) {
		if y+step > c.y1 {
			break
		}
		y += step
		var words []string
		long := 0.0
		for room := c.width() * s.randomBetween(0.3, 1.15); long < room; {
			word := s.m.source.Word(s.r, of)
			words, long = append(words, word), long+float64(len(word)+1)*st.size*s.point*0.5
		}
		if centered {
			s.centered(st, strings.Join(words, " "), (c.x0+c.x1)/2, y, c.width())
		} else {
			s.text(st, strings.Join(words, " "), c.x0, y, c.width())
		}
	}
	return y + step*0.3
}

// fine prints small print over the column's width, sometimes in several columns.
func (s *sheet) fine(c column, st style, of textsample.Script) float64 {
	st.size = max(st.size*s.randomBetween(0.6, 0.85), 5)
	n := 1 + s.r.IntN(4)
	gutter := 3.2 * s.pitch(st)
	width := (c.width() - gutter*float64(n-1)) / float64(n)
	if width < 8*s.pitch(st) {
		n, width = 1, c.width()
	}
	end := c.y
	for k := range n {
		part := column{c.x0 + float64(k)*(width+gutter), 0, c.y, c.y1}
		part.x1 = part.x0 + width
		end = max(end, s.paragraph(part, st, of))
	}
	return end
}

func (s *sheet) placeBeside(c column, st style, of textsample.Script) float64 {
	n, end := 2+s.r.IntN(2), c.y
	gutter := s.randomBetween(2.8, 6) * s.pitch(st)
	width := (c.width() - gutter*float64(n-1)) / float64(n)
	for k := range n {
		part := column{c.x0 + float64(k)*(width+gutter), 0, c.y, c.y1}
		part.x1 = part.x0 + width
		if s.chance(0.5) {
			end = max(end, s.pairs(part, st, of))
		} else {
			end = max(end, s.address(part, st, of))
		}
	}
	return end
}

func (s *sheet) address(c column, st style, of textsample.Script) float64 {
	step := s.pitch(st) * s.randomBetween(0.95, 1.3)
	y := c.y
	for range 2 + s.r.IntN(5) {
		y += step
		s.text(st, s.m.source.Phrase(s.r, of), c.x0, y, c.width())
	}
	if s.chance(0.15) {
		pad := step * 0.5
		s.frame(c.x0-pad, c.y-pad*0.3, c.x1+pad, y+pad)
	}
	return y + step*0.4
}

// pairs prints labels with values: beside them, or at the column's right end.
func (s *sheet) pairs(c column, st style, of textsample.Script) float64 {
	step := s.pitch(st) * s.randomBetween(0.95, 1.6)
	y, way, at := c.y, s.r.IntN(3), s.randomBetween(0.3, 0.6)
	strong := style{st.face + s.r.IntN(2), st.size}
	for range 1 + s.r.IntN(8) {
		if y += step; y > c.y1 {
			break
		}
		label := s.m.source.Phrase(s.r, of)
		value := s.m.source.Figure(s.r)
		if s.chance(0.25) {
			value = s.m.source.Phrase(s.r, of)
		}
		switch way {
		case 0:
			s.text(strong, label, c.x0, y, c.width()*at-s.point*3)
			s.text(st, value, c.x0+c.width()*at, y, c.width()*(1-at))
		case 1:
			s.text(strong, label, c.x0, y, c.width()*0.55)
			s.ending(st, value, c.x1, y, c.width()*0.4)
		default:
			s.text(st, label+" "+value, c.x0, y, c.width())
		}
	}
	return y + step*0.4
}
