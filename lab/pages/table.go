package pages

import (
	"image"

	"github.com/docmill/docmill/lab/lines/textsample"
)

type grid struct {
	edges      []float64 // of the columns
	words      int       // the column with words; all others have figures
	ends       []bool    // right-aligned columns
	step, pad  float64
	lines      bool // below every row
	bars       bool // between columns
	thick      float64
	headGround bool
}

func (s *sheet) newGrid(c column, st style) grid {
	n := 2 + s.r.IntN(6)
	g := grid{words: s.r.IntN(min(n, 3)), step: s.pitch(st) * s.randomBetween(1, 2)}
	g.pad, g.thick = s.pitch(st)*s.randomBetween(0.2, 0.6), s.point*s.randomBetween(0.2, 1.4)
	switch s.r.IntN(4) {
	case 0:
		g.lines, g.bars = true, true
	case 1:
		g.lines = true
	case 2:
		g.bars = true
	}
	g.headGround = s.chance(0.3)
	shares, sum := make([]float64, n), 0.0
	for i := range shares {
		shares[i] = s.randomBetween(0.7, 1.3)
		if i == g.words {
			shares[i] *= s.randomBetween(2, 4)
		}
		sum += shares[i]
		g.ends = append(g.ends, i > 0 && s.chance(0.75))
	}
	x := c.x0
	g.edges = append(g.edges, x)
	for _, share := range shares {
		x += c.width() * share / sum
		g.edges = append(g.edges, x)
	}
	return g
}

func (s *sheet) table(c column, st style, of textsample.Script) float64 {
	g := s.newGrid(c, st)
	y := c.y + g.step
	head := style{st.face + s.r.IntN(2), st.size}
	s.row(g, head, y, true, of)
	bottom := y + g.step*0.4
	if g.headGround {
		s.ground(g.edges[0], c.y+g.step*0.1, c.x1, bottom)
	}
	s.horizontal(g.edges[0], c.x1, bottom, g.thick)
	for n := range 1 + s.r.IntN(18) {
		if y+g.step > c.y1 {
			break
		}
		start := y
		y = s.row(g, st, y+g.step, false, of)
		if s.chance(0.25) { // the words continue
			y += g.step * 0.8
			s.text(st, s.m.source.Phrase(s.r, of), g.edges[g.words]+g.pad, y, g.room(g.words))
		}
		if g.lines {
			s.horizontal(g.edges[0], c.x1, y+g.step*0.4, g.thick)
		} else if g.headGround && n%2 == 1 {
			part := image.Rect(int(c.x0), int(start+g.step*0.4), int(c.x1), int(y+g.step*0.4))
			s.shades = append(s.shades, shade{part, -s.randomBetween(8, 30)})
		}
	}
	bottom = y + g.step*0.4
	if g.bars {
		for _, x := range g.edges {
			s.vertical(x, c.y+g.step*0.1, bottom, g.thick)
		}
		s.horizontal(g.edges[0], c.x1, c.y+g.step*0.1, g.thick)
		s.horizontal(g.edges[0], c.x1, bottom, g.thick)
	}
	if s.chance(0.6) {
		return s.sums(c, g, st, bottom, of)
	}
	return bottom
}

func (g grid) room(k int) float64 { return g.edges[k+1] - g.edges[k] - 2*g.pad }

func (s *sheet) row(g grid, st style, y float64, head bool, of textsample.Script) float64 {
	for k := range len(g.edges) - 1 {
		text := ""
		switch {
		case head:
			text = s.m.source.Word(s.r, of)
		case k == g.words:
			text = s.m.source.Phrase(s.r, of)
		case s.chance(0.92):
			text = s.m.source.Figure(s.r)
			if s.chance(0.5) {
				text = s.m.source.Amount(s.r)
			}
		}
		if text == "" {
			continue
		}
		if g.ends[k] {
			s.ending(st, text, g.edges[k+1]-g.pad, y, g.room(k))
		} else {
			s.text(st, text, g.edges[k]+g.pad, y, g.room(k))
		}
	}
	return y
}

func (s *sheet) sums(c column, g grid, st style, y float64, of textsample.Script) float64 {
	from := c.x0 + c.width()*s.randomBetween(0.4, 0.65)
	for range 1 + s.r.IntN(4) {
		y += g.step
		s.text(st, s.m.source.Phrase(s.r, of), from, y, (c.x1-from)*0.6)
		s.ending(st, s.m.source.Amount(s.r), c.x1-g.pad, y, (c.x1-from)*0.38)
	}
	return y + g.step*0.5
}

// ground makes a part of the sheet dark with light print, or gray.
func (s *sheet) ground(x0, y0, x1, y1 float64) {
	part := image.Rect(int(x0), int(y0), int(x1), int(y1)).Intersect(s.ink.Rect)
	if s.chance(0.5) {
		s.shades = append(s.shades, shade{part, -s.randomBetween(15, 90)})
		return
	}
	s.dark = append(s.dark, part)
}

func (s *sheet) frame(x0, y0, x1, y1 float64) {
	thick := s.point * s.randomBetween(0.3, 1.5)
	s.horizontal(x0, x1, y0, thick)
	s.horizontal(x0, x1, y1, thick)
	s.vertical(x0, y0, y1, thick)
	s.vertical(x1, y0, y1, thick)
}

// form prints boxes with a label within, above or beside, some of them filled in.
func (s *sheet) form(c column, st style, of textsample.Script) float64 {
	small := style{st.face, max(st.size*0.75, 5)}
	n := 1 + s.r.IntN(4)
	width, h := c.width()/float64(n), s.pitch(st)*s.randomBetween(2, 3.2)
	y := c.y
	for range 1 + s.r.IntN(4) {
		if y+h > c.y1 {
			break
		}
		for k := range n {
			x := c.x0 + float64(k)*width
			s.frame(x, y, x+width, y+h)
			s.text(small, s.m.source.Phrase(s.r, of), x+s.point*3, y+s.pitch(small)*0.9, width-s.point*6)
			if s.chance(0.8) {
				s.text(st, s.m.source.Figure(s.r), x+s.point*4, y+h-s.point*3, width-s.point*8)
			}
		}
		y += h
	}
	return y
}

// invert converts print on dark grounds into gaps of the ground's ink.
func (s *sheet) invert() {
	for _, part := range s.dark {
		tone := 150 + s.r.IntN(106)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			row := s.ink.Pix[y*s.ink.Stride+part.Min.X : y*s.ink.Stride+part.Max.X]
			for x, v := range row {
				row[x] = byte(tone * (255 - int(v)) / 255) //nolint:gosec // below 256
			}
		}
	}
}
