package pdf

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/rows"
)

// splitter joins glyphs, which come in the order of the content stream, into
// words.
type splitter struct {
	at      placement
	upright []document.Word
	turned  []document.Line

	text    strings.Builder
	box     rect
	style   *style
	outside bool
	high    rune // a high surrogate that waits for its other half
	lastDir direction
}

// buildLines makes lines of a page's glyphs. Rows of upright text come first,
// from top to bottom; turned and oblique text follows in the order of the file.
func buildLines(glyphs []glyph, at placement) []document.Line {
	s := &splitter{at: at}
	for i := range glyphs {
		s.add(&glyphs[i])
	}
	s.flush()
	return append(rows.Group(s.upright), s.turned...)
}

func (s *splitter) add(g *glyph) {
	r, ok := s.runeOf(g)
	switch {
	case !ok:
		return
	case unicode.IsSpace(r), unicode.IsControl(r):
		s.flush()
		return
	}
	if s.style != nil && s.breaksBefore(g) {
		s.flush()
	}
	if s.style == nil {
		s.style, s.box, s.outside = g.style, g.box, s.isOutside(g.box)
	} else {
		s.box = rect{min(s.box.x0, g.box.x0), min(s.box.y0, g.box.y0), max(s.box.x1, g.box.x1), max(s.box.y1, g.box.y1)}
		s.outside = s.outside && s.isOutside(g.box)
	}
	writeRune(&s.text, r)
}

// runeOf gives the character that a glyph shows; false where it shows none by
// itself.
func (s *splitter) runeOf(g *glyph) (rune, bool) {
	r := g.r
	if utf16.IsSurrogate(r) {
		if s.high == 0 {
			s.high = r
			return 0, false
		}
		r = utf16.DecodeRune(s.high, r)
	}
	s.high = 0
	switch r {
	case 0x02, 0xfffe, 0xffff, 0xad: // PDFium's marks of a hyphen at a line's end; the soft hyphen
		return '-', true
	case 0, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff: // of no width
		return 0, false
	}
	return r, true
}

// writeRune resolves the Latin ligatures that fonts map to one code point.
func writeRune(sb *strings.Builder, r rune) {
	switch r {
	case 'ﬀ':
		sb.WriteString("ff")
	case 'ﬁ':
		sb.WriteString("fi")
	case 'ﬂ':
		sb.WriteString("fl")
	case 'ﬃ':
		sb.WriteString("ffi")
	case 'ﬄ':
		sb.WriteString("ffl")
	case 'ﬅ', 'ﬆ':
		sb.WriteString("st")
	default:
		sb.WriteRune(r)
	}
}

// breaksBefore tells whether g starts a new word although no space stands
// between: it runs another way, is shown where its neighbour is not, stands on
// another row, or away from the word's end.
func (s *splitter) breaksBefore(g *glyph) bool {
	dir := s.style.dir
	if g.style.dir != dir || g.style.invisible != s.style.invisible {
		return true
	}
	if dir == oblique {
		return false
	}
	const (
		sharedHeight = 0.2 // of the smaller of two
		gap          = 0.8 // of the height
		overlap      = 2.0 // of the height
	)
	top, bottom := dir.across(s.box)
	gTop, gBottom := dir.across(g.box)
	height := min(bottom-top, gBottom-gTop)
	if min(bottom, gBottom)-max(top, gTop) < sharedHeight*height || s.isRaised(g, height) {
		return true
	}
	_, end := dir.along(s.box)
	start, _ := dir.along(g.box)
	return start-end > gap*height || end-start > overlap*height && start < end-s.lengthAlong()
}

// isRaised tells superscripts and subscripts apart from the word they stand at:
// a footnote's mark is no digit of the amount before it. Small capitals, which
// keep the baseline, are not raised.
func (s *splitter) isRaised(g *glyph, height float64) bool {
	const (
		smaller = 0.8  // of the larger font size
		shift   = 0.15 // of the smaller height
	)
	a, b := s.style.size, g.style.size
	if s.style.dir != rightwards || min(a, b) >= smaller*max(a, b) {
		return false
	}
	baseline := s.box.y1 + a*s.style.font.descent
	gBaseline := g.box.y1 + b*g.style.font.descent
	return math.Abs(baseline-gBaseline) > shift*height
}

func (s *splitter) lengthAlong() float64 {
	from, to := s.style.dir.along(s.box)
	return to - from
}

// isOutside tells whether a box's middle lies off the displayed page.
func (s *splitter) isOutside(r rect) bool {
	w, h := s.at.size()
	x, y := (r.x0+r.x1)/2, (r.y0+r.y1)/2
	return x < 0 || y < 0 || x > w || y > h
}

func (s *splitter) flush() {
	if s.style == nil {
		return
	}
	word := document.Word{
		Text:       strings.ToValidUTF8(s.text.String(), "\ufffd"),
		Box:        s.at.fractions(s.box),
		Confidence: 1,
		Size:       s.style.size,
		Bold:       s.style.bold,
		Source:     document.SourceText,
		Hidden:     s.style.invisible || s.outside,
	}
	dir := s.style.dir
	s.text.Reset()
	s.style = nil
	if dir == rightwards {
		s.upright = append(s.upright, word)
		return
	}
	s.appendTurned(word, dir)
}

// appendTurned puts a word on the line of the turned word before it, or on a
// new one.
func (s *splitter) appendTurned(w document.Word, dir direction) {
	if n := len(s.turned); n > 0 && s.lastDir == dir {
		line := &s.turned[n-1]
		last := line.Words[len(line.Words)-1]
		if dir != oblique && last.Hidden == w.Hidden && onOneLine(last.Box, w.Box, dir) {
			line.Words = append(line.Words, w)
			line.Box = line.Box.Union(w.Box)
			return
		}
	}
	s.lastDir = dir
	s.turned = append(s.turned, document.Line{Words: []document.Word{w}, Box: w.Box})
}

func onOneLine(a, b document.Box, dir direction) bool {
	aFrom, aTo := dir.across(rect{a.X0, a.Y0, a.X1, a.Y1})
	bFrom, bTo := dir.across(rect{b.X0, b.Y0, b.X1, b.Y1})
	return min(aTo, bTo)-max(aFrom, bFrom) > min(aTo-aFrom, bTo-bFrom)/2
}
