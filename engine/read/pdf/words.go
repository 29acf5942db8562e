package pdf

import (
	"math"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// splitter joins glyphs, in the order of the content stream, to words.
type splitter struct {
	at         placement
	background background

	text           []byte // of all words
	words          []word
	anyRightToLeft bool

	// The current word; style is nil if there is none.
	style       *style
	box         rect
	outside     bool
	rightToLeft bool
	clusters    []cluster
	high        rune // a high surrogate that waits for its other half

	spaced    bool // PDFium infers a space behind the word under way
	lastStyle *style
	doubtful  bool // its color may be that of its background
}

// word is a document's word with its direction.
type word struct {
	document.Word
	first, last int // of splitter.text
	dir         direction
	rightToLeft bool
}

// cluster is the text of one glyph, and its extent in the direction of the text.
type cluster struct {
	first, last int // of splitter.text
	from, to    float64
}

func (s *splitter) add(g *glyph) {
	r, ok := s.runeOf(g)
	switch {
	case !ok:
		return
	case g.made && s.style != nil:
		s.spaced = true
		return
	case r <= ' ', unicode.IsSpace(r), unicode.IsControl(r):
		s.flush()
		return
	}
	if s.style != nil && (s.spaced && !s.touches(g, r) || s.breaksBefore(g, r)) {
		s.flush()
	}
	s.spaced = false
	if s.style == nil {
		if s.lastStyle != g.style {
			s.lastStyle, s.doubtful = g.style, s.background.mayHide(g.style.color)
		}
		s.style, s.box, s.outside = g.style, g.box, s.isOutside(g.box)
	} else {
		s.box = rect{min(s.box.x0, g.box.x0), min(s.box.y0, g.box.y0), max(s.box.x1, g.box.x1), max(s.box.y1, g.box.y1)}
		s.outside = s.outside && s.isOutside(g.box)
	}
	s.rightToLeft = s.rightToLeft || runsLeft(r)
	first := len(s.text)
	s.text = appendResolved(s.text, r)
	from, to := g.style.dir.along(g.box)
	s.clusters = append(s.clusters, cluster{first, len(s.text), from, to})
}

// runeOf returns the character of a glyph, or false if it has none.
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
	case 0x02, 0xfffe, 0xffff: // PDFium's marks of a hyphen at a line's end
		return '-', true
	case 0xad: // the soft hyphen, which shows where the font draws it
		from, to := g.style.dir.along(g.box)
		return '-', to > from
	case 0: // unmapped glyph
		return unicode.ReplacementChar, !g.made
	case 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff: // of no width
		return 0, false
	}
	return r, true
}

// breaksBefore reports whether g, which shows r, starts a new word without a space: it differs in
// direction, visibility or row, or is away from the word's end.
func (s *splitter) breaksBefore(g *glyph, r rune) bool {
	dir := s.style.dir
	if g.style.dir != dir || g.style.hidden != s.style.hidden {
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
	begin, end := dir.along(s.box)
	from, to := dir.along(g.box)
	if s.rightToLeft || runsLeft(r) {
		return from-end > gap*height || begin-to > gap*height
	}
	if from-end > gap*height || end-from > overlap*height && from < begin {
		return true
	}
	last := s.clusters[len(s.clusters)-1]
	before, _ := utf8.DecodeLastRune(s.text)
	return from < last.from && isWordRune(before) && isWordRune(r)
}

// isWordRune reports whether r is a letter or digit. One that is printed left of the one before it opens a word of
// another text.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// touches reports whether g, which shows r, directly follows the current word: for letters placed one by
// one, PDFium infers spaces that have no room.
func (s *splitter) touches(g *glyph, r rune) bool {
	const (
		room    = 0.08 // of the height
		overlap = 0.3  // of the height
	)
	dir := s.style.dir
	if dir == oblique || g.style.dir != dir || s.rightToLeft || runsLeft(r) {
		return false
	}
	top, bottom := dir.across(s.box)
	begin, end := dir.along(s.box)
	from, _ := dir.along(g.box)
	height := bottom - top
	return from > begin && from-end < room*height && end-from < overlap*height
}

// isRaised reports superscripts and subscripts, which are separate words: a footnote mark is not a digit of
// the amount before it. Small capitals on the baseline are not raised.
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

// isOutside reports whether a box's center is off the displayed page.
func (s *splitter) isOutside(r rect) bool {
	w, h := s.at.size()
	x, y := (r.x0+r.x1)/2, (r.y0+r.y1)/2
	return x < 0 || y < 0 || x > w || y > h
}

func (s *splitter) flush() {
	if s.style == nil {
		return
	}
	if s.rightToLeft {
		s.anyRightToLeft = true
		s.intoReadingOrder()
	}
	first := s.clusters[0].first
	if !s.isUnknown(first) {
		s.words = append(s.words, word{
			Word: document.Word{
				Box:        s.at.fractions(s.box),
				Confidence: 1,
				Size:       s.style.size,
				Bold:       s.style.bold,
				Font:       s.style.font.name,
				Source:     document.SourceText,
				Hidden:     s.style.hidden || s.outside || s.doubtful && s.background.hides(s.style.color, s.box),
			},
			first: first, last: len(s.text),
			dir: s.style.dir, rightToLeft: s.rightToLeft,
		})
	}
	s.style, s.rightToLeft, s.clusters = nil, false, s.clusters[:0]
}

// isUnknown reports a word whose glyphs are all unmapped: bullets and pictures of symbol fonts.
func (s *splitter) isUnknown(first int) bool {
	for _, r := range string(s.text[first:]) {
		if r != utf8.RuneError {
			return false
		}
	}
	return true
}
