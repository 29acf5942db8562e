package pdf

import (
	"math"
	"slices"
	"unicode/utf8"
)

// composer builds words from runs: piece by piece in the order of the lines, as far as the pieces of a line
// are adjacent in the file. It drops text printed twice to look bold, and adds a space where a gap is wide
// enough. The rules, and the words, are those of PDFium (CPDF_TextPage); the tests compare them.
type composer struct {
	at   placement
	take *splitter

	line   []*run // pieces of one line, from left to right
	recent []mark // the last glyphs
}

// mark is a written glyph, in page space.
type mark struct {
	run   *run
	code  uint32
	x, y  float64
	end   float64 // x behind its advance
	width float64 // in thousandths of the font size
	space bool
}

func (c *composer) write(all []run) {
	const (
		near    = 5 // pieces back
		longest = 1000
	)
	for i := range all {
		t := &all[i]
		if isRepeated(all[max(0, i-near):i], t) {
			continue
		}
		if n := len(c.line); n > 0 && (n >= longest || !t.isOnLineOf(c.line[n-1])) {
			c.writeLine()
		}
		at := len(c.line)
		for at > 0 && t.matrix.e < c.line[at-1].matrix.e {
			at--
		}
		c.line = slices.Insert(c.line, at, t)
	}
	c.writeLine()
}

// isRepeated reports a piece that is printed again with a tiny offset.
func isRepeated(before []run, t *run) bool {
	const lift = 0.125 // of the height
	n := len(t.codes)
	if n == 0 {
		return true // it shows nothing
	}
	for i := range before {
		b := &before[i]
		if b.face == t.face && b.size == t.size && slices.Equal(b.codes, t.codes) &&
			math.Abs(b.matrix.e-t.matrix.e) <= t.end(n-1)*t.matrix.a/2 &&
			math.Abs(b.matrix.f-t.matrix.f) <= lift*t.size*t.matrix.d {
			return true
		}
	}
	return false
}

func (c *composer) writeLine() {
	for _, t := range c.line {
		c.writeRun(t)
	}
	c.line = c.line[:0]
}

// doubles is how many glyphs back a duplicate is searched.
const doubles = 7

func (c *composer) writeRun(t *run) {
	tracking := t.tracking()
	for i, code := range t.codes {
		l := t.face.letter(code)
		from, to := float64(t.places[i]), t.end(i)
		x, y := t.matrix.point(from, 0)
		m := mark{run: t, code: code, x: x, y: y, end: x + (to-from)*t.matrix.a, width: l.width, space: l.text == " "}
		if c.isDouble(&m) {
			continue
		}
		if c.isParted(&m, i, tracking) {
			c.take.flush()
		}
		c.recent = append(c.recent, m)
		box := t.matrix.rect(rect{from, t.face.descent * t.size, to, t.face.ascent * t.size})
		g := glyph{box: c.at.rect(box), style: t.style}
		for rest := l.text; rest != ""; {
			r, n := utf8.DecodeRuneInString(rest)
			g.r, rest = r, rest[n:]
			c.take.add(&g)
		}
	}
	if n := len(c.recent); n > doubles {
		c.recent = append(c.recent[:0], c.recent[n-doubles:]...)
	}
}

func (c *composer) isDouble(m *mark) bool {
	const hair = 0.07 // of the font size
	near := hair * m.run.size * m.run.matrix.a
	recent := c.recent[max(0, len(c.recent)-doubles):]
	for i := range recent {
		r := &recent[i]
		if r.code == m.code && r.run.face == m.run.face && math.Abs(r.x-m.x) < near && math.Abs(r.y-m.y) < near {
			return true
		}
	}
	return false
}

// isParted reports whether there is room for a space between the last glyph and the next one, number i of
// its run.
func (c *composer) isParted(m *mark, i int, tracking float64) bool {
	if len(c.recent) == 0 || m.space {
		return false
	}
	last := &c.recent[len(c.recent)-1]
	t := m.run
	switch {
	case last.space:
		return false
	case last.run != t:
		wider := m
		if last.width > m.width {
			wider = last
		}
		least := spaceBeside(wider.width, 400, 700, 800) * wider.run.size / 1000 * wider.run.matrix.a
		return m.x-last.end > least || last.x-m.end > least
	case i == 0 || t.shifts[i-1] == 0:
		return false
	}
	return float64(t.places[i])-t.end(i-1)-tracking >= t.minSpace(m.width)
}
