package pdf

import (
	"cmp"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// runsLeft reports letters of right-to-left scripts.
func runsLeft(r rune) bool {
	const firstRightToLeft = 0x590 // Hebrew; see the blocks of Unicode
	if r < firstRightToLeft {
		return false
	}
	p, _ := bidi.LookupRune(r)
	class := p.Class()
	return class == bidi.R || class == bidi.AL
}

// appendResolved appends the letters of a Latin ligature or the plain letter of a presentation form, to
// which fonts map their glyphs (Unicode Standard, compatibility decompositions).
func appendResolved(text []byte, r rune) []byte {
	switch {
	case r >= 0xfb00 && r <= 0xfdff && r != 0xfd3e && r != 0xfd3f, r >= 0xfe70 && r <= 0xfefc:
		return norm.NFKC.AppendString(text, string(r))
	}
	return utf8.AppendRune(text, r)
}

// resolved applies appendResolved to a text.
func resolved(text string) string {
	var out []byte
	for _, r := range text {
		out = appendResolved(out, r)
	}
	return string(out)
}

// intoReadingOrder sorts the clusters of a right-to-left word into reading order. The file's order varies:
// some producers write the leftmost first, some the first in reading order.
func (s *splitter) intoReadingOrder() {
	clusters := s.withMarks()
	slices.SortStableFunc(clusters, func(a, b cluster) int { return cmp.Compare(b.from+b.to, a.from+a.to) })
	s.turnNumbers(clusters)
	first := s.clusters[0].first
	ordered := make([]byte, 0, len(s.text)-first)
	for _, c := range clusters {
		ordered = append(ordered, s.text[c.first:c.last]...)
	}
	copy(s.text[first:], ordered)
}

// withMarks joins clusters at one position, such as the letters of a ligature and the marks on a letter. It
// reorders the text if a mark comes before its letter.
func (s *splitter) withMarks() []cluster {
	var out []cluster
	for _, c := range s.clusters {
		if n := len(out); n > 0 && out[n-1].from == c.from && out[n-1].to == c.to {
			out[n-1].last = c.last
			continue
		}
		out = append(out, c)
	}
	for i := range out {
		if r, _ := utf8.DecodeRune(s.text[out[i].first:]); !unicode.Is(unicode.Mn, r) {
			continue
		}
		middle := (out[i].from + out[i].to) / 2
		for k := range out {
			r, _ := utf8.DecodeRune(s.text[out[k].first:])
			if !unicode.Is(unicode.Mn, r) && out[k].from <= middle && middle <= out[k].to {
				// This offset sorts a mark behind its letter.
				const hair = 1e-6
				out[i].from, out[i].to = out[k].from-hair, out[k].to-hair
			}
		}
	}
	return out
}

// turnNumbers reverses numbers and words of other scripts, which run left to right even here.
func (s *splitter) turnNumbers(clusters []cluster) {
	for i := 0; i < len(clusters); {
		if !s.runsRight(clusters[i]) {
			i++
			continue
		}
		end := i + 1 // behind the last one that runs right
		for k := end; k < len(clusters) && (s.runsRight(clusters[k]) || s.joins(clusters[k])); k++ {
			if s.runsRight(clusters[k]) {
				end = k + 1
			}
		}
		slices.Reverse(clusters[i:end])
		i = end
	}
}

func (s *splitter) runsRight(c cluster) bool {
	r, _ := utf8.DecodeRune(s.text[c.first:c.last])
	return unicode.IsDigit(r) || unicode.IsLetter(r) && !runsLeft(r)
}

// joins reports signs that occur within numbers, dates and addresses.
func (s *splitter) joins(c cluster) bool {
	switch s.text[c.first] {
	case '.', ',', ':', '/', '-', '+', '@', '_', '\'':
		return c.last-c.first == 1
	}
	return false
}

// joinTouching joins words without right-to-left letters on pages with such letters: between them PDFium
// returns the pieces of "AB-12" in another order, so they look like separate words.
func (s *splitter) joinTouching() {
	if !s.anyRightToLeft {
		return
	}
	out := s.words[:0]
	for _, w := range s.words {
		if n := len(out); n > 0 && s.touch(&out[n-1], &w) {
			s.append(&out[n-1], &w)
			continue
		}
		out = append(out, w)
	}
	s.words = out
}

// touch reports whether two upright words on one row are adjacent without a gap.
func (s *splitter) touch(a, b *word) bool {
	const gap = 0.1 // of the height
	if a.rightToLeft || b.rightToLeft || !onOneRow(a, b) {
		return false
	}
	between := max(a.Box.X0, b.Box.X0) - min(a.Box.X1, b.Box.X1)
	w, h := s.at.size()
	return math.Abs(between)*w < gap*min(a.Box.Height(), b.Box.Height())*h
}

// onOneRow reports whether two words are upright, of one size and on the same row.
func onOneRow(a, b *word) bool {
	const shared = 0.8 // of the height
	return a.dir == rightwards && b.dir == rightwards && a.Hidden == b.Hidden && a.Size == b.Size &&
		min(a.Box.Y1, b.Box.Y1)-max(a.Box.Y0, b.Box.Y0) >= shared*min(a.Box.Height(), b.Box.Height())
}

// append adds b's text to a, in their order on the page.
func (s *splitter) append(a, b *word) {
	left, right := a, b
	if b.Box.X0 < a.Box.X0 {
		left, right = b, a
	}
	first := len(s.text)
	s.text = append(s.text, s.text[left.first:left.last]...)
	s.text = append(s.text, s.text[right.first:right.last]...)
	a.first, a.last, a.Box = first, len(s.text), a.Box.Union(b.Box)
}
