package page

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// Strokes are a capital I and a small l, which many faces print alike: where the recogniser
// is in doubt, the letters around say which one it is.
const (
	capitalI = "I"
	smallL   = "l"
)

// settleStrokes rewrites the strokes of a word that its other letters speak against. first
// says that the word opens its line, where names begin.
func settleStrokes(word []ctc.Character, first bool) {
	for from, piece := range pieces(word) {
		if len(piece) >= 2 {
			settleStrokesOf(piece, first && from == 0)
		}
	}
}

// pieces yields the letters of a word that stand without a sign between them, and where they begin.
func pieces(word []ctc.Character) iter.Seq2[int, []ctc.Character] {
	return func(yield func(int, []ctc.Character) bool) {
		for from := 0; from < len(word); from++ {
			to := from
			for to < len(word) && isLetter(word[to].Text) {
				to++
			}
			if to > from && !yield(from, word[from:to]) {
				return
			}
			from = to
		}
	}
}

// settleStrokesOf is settleStrokes for letters without a sign between them.
func settleStrokesOf(letters []ctc.Character, first bool) {
	const surelyCapitals = 2 // other letters, all capitals
	capitals, small := 0, 0  // of the letters that are no strokes
	for i := range letters {
		c, _ := utf8.DecodeRuneInString(letters[i].Text)
		switch {
		case isStroke(letters[i].Text):
		case unicode.IsUpper(c):
			capitals++
		default:
			small++
		}
	}
	for i := range letters {
		c := &letters[i]
		switch {
		case !isStroke(c.Text):
		case small == 0 && capitals >= surelyCapitals:
			rewritten(c, capitalI)
		case small == 0:
		case i == 0:
			settleFirst(c, letters[1].Text, first)
		case !strings.HasSuffix(textOf(letters[:i]), "Mc") && likelihoodOf(c, smallL) >= inDoubt:
			rewritten(c, smallL)
		}
	}
}

// inDoubt is how likely the other one must be for a stroke to be rewritten by what stands
// around it.
const inDoubt = 0.05

// settleFirst settles the stroke that begins a word of small letters: a consonant follows a
// capital I, and hardly ever a small l; a vowel follows both, but within a line small letters
// begin most words.
func settleFirst(c *ctc.Character, next string, first bool) {
	const (
		vowels     = "aeiouáàâäãåąéèêëęíìîïóòôöõøőúùûüűýy"
		consonants = "bcdfgkmnprstvz"
	)
	switch {
	case c.Text == smallL && strings.Contains(consonants, next) && likelihoodOf(c, capitalI) >= inDoubt:
		rewritten(c, capitalI)
	case c.Text == capitalI && !first && strings.Contains(vowels, next) && likelihoodOf(c, smallL) >= inDoubt:
		rewritten(c, smallL)
	}
}

func isStroke(text string) bool { return text == capitalI || text == smallL }

// likelihoodOf is how likely a character is another one.
func likelihoodOf(c *ctc.Character, text string) float64 {
	for _, a := range c.Alternatives {
		if a.Text == text {
			return a.Probability
		}
	}
	return 0
}

// rewritten makes a character another one, which has the share of both.
func rewritten(c *ctc.Character, to string) {
	if c.Text == to {
		return
	}
	c.Probability, c.Text = min(c.Probability+likelihoodOf(c, to), 1), to
}

func textOf(characters []ctc.Character) string {
	var b strings.Builder
	for i := range characters {
		b.WriteString(characters[i].Text)
	}
	return b.String()
}
