package page

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/ctc"
)

// Strokes are a capital I and a small l, which look alike in many typefaces: in doubt, the letters around
// decide.
const (
	capitalI = "I"
	smallL   = "l"
)

// resolveStrokes rewrites the strokes of a word that contradict its other letters. first means that the word
// begins its line, as names do.
func resolveStrokes(word []ctc.Character, first bool) {
	for from, piece := range pieces(word) {
		if len(piece) >= 2 {
			resolveStrokesOf(piece, first && from == 0)
		}
	}
}

// pieces yields runs of adjacent letters of a word, and their positions.
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

// resolveStrokesOf is settleStrokes for adjacent letters.
func resolveStrokesOf(letters []ctc.Character, first bool) {
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
			resolveFirst(c, letters[1].Text, first)
		case !strings.HasSuffix(textOf(letters[:i]), "Mc") && likelihoodOf(c, smallL) >= inDoubt:
			rewritten(c, smallL)
		}
	}
}

// inDoubt is the minimum probability of the other stroke for a rewrite by context.
const inDoubt = 0.05

// resolveFirst decides the first stroke of a lower-case word: a consonant follows a capital I, and hardly
// ever a small l; a vowel follows both, but within a line most words begin with small letters.
func resolveFirst(c *ctc.Character, next string, first bool) {
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

// likelihoodOf is the probability of another text for a character.
func likelihoodOf(c *ctc.Character, text string) float64 {
	for _, a := range c.Alternatives {
		if a.Text == text {
			return a.Probability
		}
	}
	return 0
}

// rewritten replaces a character and adds both probabilities.
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
