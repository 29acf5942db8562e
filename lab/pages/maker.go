package pages

import (
	"math/rand/v2"

	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/textsample"
)

// Maker makes pages. It is safe for concurrent use.
type Maker struct {
	faces  *font.Set
	source *textsample.Source
	seed   uint64
}

// NewMaker returns a maker of pages with the given faces and texts.
func NewMaker(faces *font.Set, source *textsample.Source, seed uint64) *Maker {
	return &Maker{faces, source, seed}
}

// Page makes a page: a sheet of paper or a receipt, scanned or photographed. The number determines the page.
func (m *Maker) Page(number uint64) (*Page, error) {
	r := rand.New(rand.NewPCG(m.seed, number)) //nolint:gosec // pictures, not secrets
	of := textsample.Latin
	switch n := r.IntN(100); {
	case n < 6:
		of = textsample.Greek
	case n < 12:
		of = textsample.Cyrillic
	}
	if augment.Chance(r, 0.6) {
		return m.paper(r, of)
	}
	return m.receipt(r, of)
}

// draw chooses a sheet's faces: a main one and one or two more.
func (m *Maker) draw(r *rand.Rand, of textsample.Script) []*font.Face {
	var faces []*font.Face
	for range 2 + r.IntN(2) {
		text := textsample.Sample(of)
		if of == textsample.Latin && augment.Chance(r, 0.4) {
			text = "Aa0"
		}
		if f := m.faces.Draw(r, text); f != nil {
			faces = append(faces, f)
		}
	}
	if len(faces) == 0 {
		faces = m.faces.Faces()[:1]
	}
	return faces
}

func (m *Maker) paper(r *rand.Rand, of textsample.Script) (*Page, error) {
	h := augment.Between(r, 1100, maxSidePixels)
	w := h * pick(r, 0.707, 0.707, 0.707, 0.773)
	if augment.Chance(r, 0.06) {
		w, h = h, w
	}
	s := newSheet(m, r, int(w), int(h), h/842)
	s.faces = m.draw(r, of)
	body := style{0, augment.Between(r, 7, 12.5)}
	margin := w * augment.Between(r, 0.04, 0.12)
	c := column{margin, w - margin, margin, h - margin}
	if augment.Chance(r, 0.2) { // a page of columns
		n := 2 + r.IntN(2)
		gutter := 3 * s.pitch(body)
		width := (c.width() - gutter*float64(n-1)) / float64(n)
		for k := range n {
			x := c.x0 + float64(k)*(width+gutter)
			s.fill(column{x, x + width, c.y, c.y1}, body, of)
		}
	} else {
		s.fill(c, body, of)
	}
	if augment.Chance(r, 0.25) {
		s.stamp()
	}
	return s.photographed(body.size*s.point*0.7, augment.Chance(r, 0.25))
}

func (m *Maker) receipt(r *rand.Rand, of textsample.Script) (*Page, error) {
	w := augment.Between(r, 300, 1000)
	h := min(w*augment.Between(r, 1.1, 4.5), maxSidePixels*0.95)
	size := augment.Between(r, 9, 22) // letters per line: w / size
	s := newSheet(m, r, int(w), int(h), max(w/augment.Between(r, 24, 46)/0.55, 9)/size)
	s.faces = m.draw(r, of)[:1]
	body := style{0, size}
	s.till(column{w * augment.Between(r, 0.03, 0.09), 0, w * 0.06, h - w*0.05}, body, of)
	if augment.Chance(r, 0.1) {
		s.stamp()
	}
	return s.photographed(body.size*s.point*0.7, augment.Chance(r, 0.6))
}

func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

func digits(r *rand.Rand, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte('0' + r.IntN(10)) //nolint:gosec // a digit
	}
	return string(out)
}
