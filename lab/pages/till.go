package pages

import (
	"github.com/docmill/docmill/lab/lines/textsample"
)

func (s *sheet) till(c column, st style, of textsample.Script) {
	c.x1 = s.width() - c.x0
	step := s.pitch(st) * s.randomBetween(0.85, 1.5)
	capitals := s.chance(0.5)
	say := func(text string) string {
		if capitals {
			return textsample.Upper(text)
		}
		return text
	}
	y := c.y + step
	large := style{0, st.size * s.randomBetween(1, 1.9)}
	for n := range 3 + s.r.IntN(6) {
		one := st
		if n == 0 {
			one = large
			y += step * 0.4
		}
		s.centered(one, say(s.m.source.Phrase(s.r, of)), (c.x0+c.x1)/2, y, c.width())
		y += step
	}
	for y < c.y1-step {
		y = s.section(c, st, y, step, of, say)
	}
}

func (s *sheet) section(c column, st style, y, step float64, of textsample.Script, say func(string) string) float64 {
	wide := c.width()
	switch n := s.r.IntN(12); {
	case n < 4: // items
		for range 1 + s.r.IntN(9) {
			s.text(st, say(s.m.source.Phrase(s.r, of)), c.x0, y, wide*s.randomBetween(0.5, 0.68))
			s.ending(st, s.m.source.Amount(s.r), c.x1, y, wide*0.3)
			y += step
			if s.chance(0.3) {
				s.text(st, s.m.source.Figure(s.r), c.x0+wide*s.randomBetween(0, 0.2), y, wide*0.5)
				y += step
			}
		}
	case n < 6:
		y = s.pairs(column{c.x0, c.x1, y - step, c.y1}, st, of) + step*0.6
	case n < 7:
		large := style{0, st.size * s.randomBetween(1, 1.7)}
		y += step * 0.4
		s.text(large, say(s.m.source.Word(s.r, of)), c.x0, y, wide*0.5)
		s.ending(large, s.m.source.Amount(s.r), c.x1, y, wide*0.45)
		y += step * 1.2
	case n < 9:
		if s.chance(0.6) {
			s.text(st, s.m.source.Ruler(s.r), c.x0, y, wide)
		} else {
			s.horizontal(c.x0, c.x1, y-step*0.3, s.point*s.randomBetween(0.4, 2))
		}
		y += step
	case n < 10:
		for range 1 + s.r.IntN(4) {
			s.centered(st, say(s.m.source.Phrase(s.r, of)), (c.x0+c.x1)/2, y, wide)
			y += step
		}
	case n < 11 && s.chance(0.5):
		y = s.picture(column{c.x0 + wide*0.15, c.x1 - wide*0.15, y - step*0.5, c.y1}, st) + step*1.5
	default:
		y += step * s.randomBetween(0.3, 1.2)
	}
	return y
}
