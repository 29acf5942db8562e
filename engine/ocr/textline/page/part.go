package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// parted splits words at gaps that the text lacks: gaps about as wide as between the line's words; the more
// likely the recognizer finds a space, the smaller the gap may be. Gaps between figures do not count,
// because narrow figures take wide places.
func parted(a *attempt, words []span) []span {
	usual := usualGap(a, words)
	out := make([]span, 0, len(words))
	for _, w := range words {
		from, to := w.at, w.at+len(w.characters)
		for k := from + 1; k < to; k++ {
			if a.isParted(k, usual) {
				out, from = append(out, a.span(from, k)), k
			}
		}
		out = append(out, a.span(from, to))
	}
	return out
}

// usualGap is the median gap between the words of a line, in columns.
func usualGap(a *attempt, words []span) int {
	const usualOfAlone = 9 // a third of an em, in lines that are recognized as one word
	var gaps []int
	for i := 1; i < len(words); i++ {
		gaps = append(gaps, gapBetween(a.picture, words[i-1].last, words[i].first))
	}
	if len(gaps) == 0 {
		return usualOfAlone
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// isParted reports whether a character without a space before it begins a word.
func (a *attempt) isParted(at, usual int) bool {
	const (
		minWidth, wide     = 6, 0.75 // columns, and share of the usual gap
		hardlySeen         = -6.5    // natural logarithm of a space's odds
		minHalfWidth, half = 4, 0.45 // where the recognizer half saw a space
		halfSeen           = -4.2
		evenlySeen         = -2 // within what may be a number, where gaps say little
	)
	characters := a.text.Characters
	if !partable(characters[at-1].Text, characters[at].Text) {
		return false
	}
	gap := a.gapBefore(at)
	if gap < max(minHalfWidth, int(half*float64(usual)+0.5)) || a.isSignInMiddle(at-1, gap) {
		return false
	}
	odds := a.text.Spaced(at)
	if isWithinNumber(characters, at) {
		return odds >= evenlySeen && !areDecimals(characters[at:])
	}
	return odds >= halfSeen || odds >= hardlySeen && gap >= max(minWidth, int(wide*float64(usual)+0.5))
}

// gapBefore is the width of the gap before a character, in columns.
func (a *attempt) gapBefore(at int) int {
	return gapBetween(a.picture, a.column(a.text.Characters[at-1].Last), a.column(a.text.Characters[at].First))
}

// isSignInMiddle reports whether a character is a point, comma or the like in the middle between its
// neighbors, with a gap to the right: in monospaced print such signs have gaps on both sides. A sign that
// ends a word is close to it.
func (a *attempt) isSignInMiddle(at, gap int) bool {
	const lopsided = 1.5
	if at == 0 || !strings.Contains(".,:;", a.text.Characters[at].Text) {
		return false
	}
	return float64(gap) < lopsided*float64(a.gapBefore(at))
}

// isWithinNumber reports whether a character is a digit separated by a sign from another one.
func isWithinNumber(text []ctc.Character, at int) bool {
	if at < 2 || !isDigit(text[at].Text) || !isDigit(text[at-2].Text) {
		return false
	}
	const thousands = 3 // digits behind an apostrophe; others stand for inches, feet, minutes
	sign := text[at-1].Text
	return strings.Contains(".,:", sign) || strings.Contains("'’", sign) && digitsOf(text[at:]) == thousands
}

// areDecimals reports whether a text begins with two final digits of a word, as amounts have.
func areDecimals(text []ctc.Character) bool {
	return digitsOf(text) == 2 && (len(text) == 2 || !isLetter(text[2].Text))
}

// digitsOf counts the digits at the beginning of a text.
func digitsOf(text []ctc.Character) int {
	n := 0
	for n < len(text) && isDigit(text[n].Text) {
		n++
	}
	return n
}

func isLetter(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(c)
}

func isDigit(text string) bool { return len(text) == 1 && text[0] >= '0' && text[0] <= '9' }

// partable reports whether two distant characters can be in different words: letters, or a letter and a
// digit, or the character after a final sign.
func partable(a, b string) bool {
	const ends = ",.;:!?)]\"'’”“»"
	if !isLetter(b) && !isDigit(b) {
		return false
	}
	return isLetter(a) || isDigit(a) && isLetter(b) || strings.Contains(ends, a)
}

// gapBetween is the longest run of columns without ink between two.
func gapBetween(p crop.Picture, from, to int) int {
	widest, n := 0, 0
	for x := max(from, 0); x < min(to, p.Columns); x++ {
		if n++; hasInk(p, x) {
			n = 0
		}
		widest = max(widest, n)
	}
	return widest
}
