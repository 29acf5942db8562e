package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// Cash registers and line printers print monospaced characters, and a space is as wide as a letter. That is more
// than the height of small capitals.

// The heights of words are those of their letters if the font is unknown, as in scans.

// fixPitch finds the monospaced words of a page and sets their heights to that of the print, so that limits in
// heights are valid for them. It selects all words if the widths of most fit one pitch, or else those with the
// width that is by far the most frequent, because forms have their labels in other print.
func fixPitch(tokens []Token) {
	const (
		em    = 0.6  // width of a character relative to the height of print
		tight = 0.8  // of that height; lower boxes are those of letters
		space = 1.5  // maximum width of a space between words, in characters
		inked = 1.75 // the same between the ink of letters
	)
	pitch, all := pitchOf(tokens), true
	if pitch == 0 {
		pitch, all = sharedPitch(tokens), false
	}
	if pitch == 0 {
		return
	}
	var within []*Token
	for i := range tokens {
		if t := &tokens[i]; all || t.inPitch(pitch) {
			if t.Space = space * pitch; t.Source == document.SourceOCR {
				t.Space = inked * pitch
			}
			within = append(within, t)
		}
	}
	if typicalHeight(within) >= tight*pitch/em {
		return
	}
	for _, t := range within {
		if more := (pitch/em - t.Box.Height()) / 2; more > 0 {
			t.Box.Y0, t.Box.Y1 = t.Box.Y0-more, t.Box.Y1+more
		}
	}
}

// typicalHeight returns the median height of words.
func typicalHeight(tokens []*Token) float64 {
	heights := make([]float64, len(tokens))
	for i, t := range tokens {
		heights[i] = t.Box.Height()
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// Minimum letters of a word that determines the pitch, and minimum number of such words.
const (
	minLetters = 4
	minWords   = 20
)

// pitchOf returns the width of a character in monospaced print, 0 for other print.
func pitchOf(tokens []Token) float64 {
	const (
		off  = 0.08 // of the pitch: edges of letters in scans
		most = 0.8  // of the words
	)
	var widths []float64
	for i := range tokens {
		if n := utf8.RuneCountInString(tokens[i].Text); n >= minLetters {
			widths = append(widths, tokens[i].Box.Width()/float64(n))
		}
	}
	if len(widths) < minWords {
		return 0
	}
	slices.Sort(widths)
	pitch, alike := widths[len(widths)/2], 0
	for _, w := range widths {
		if math.Abs(w-pitch) <= off*pitch {
			alike++
		}
	}
	if float64(alike) < most*float64(len(widths)) {
		return 0
	}
	return pitch
}

// sharedPitch returns the character width shared by more words of a page than in any other print. In other print
// 0.18 to 0.40 of the words are in the densest tenth; with monospaced print on the page it is 0.52 to 0.95 (31
// designs, scanned). Digits do not count, because they are equally wide in most print.
func sharedPitch(tokens []Token) float64 {
	const (
		tenth = 1.1
		share = 0.46
	)
	var widths []float64
	for i := range tokens {
		if t := &tokens[i]; letters(t.Text) {
			widths = append(widths, t.CharacterWidth())
		}
	}
	if len(widths) < minWords {
		return 0
	}
	slices.Sort(widths)
	first, most := 0, 0
	for from, to := 0, 0; from < len(widths); from++ {
		for to < len(widths) && widths[to] <= tenth*widths[from] {
			to++
		}
		if to-from > most {
			first, most = from, to-from
		}
	}
	if float64(most) < share*float64(len(widths)) {
		return 0
	}
	return widths[first+most/2]
}

// letters reports whether a word determines a pitch: all of its characters but one are letters.
func letters(word string) bool {
	n, other := 0, 0
	for _, r := range word {
		n++
		if !unicode.IsLetter(r) {
			other++
		}
	}
	return n >= minLetters && other <= 1
}

// CharacterWidth returns the mean width of the word's characters. Boxes of scans end at the ink of the outer letters.
func (t *Token) CharacterWidth() float64 {
	const bearing = 0.25
	n := float64(utf8.RuneCountInString(t.Text))
	if t.Source == document.SourceOCR {
		n -= bearing
	}
	return t.Box.Width() / n
}

// inPitch reports whether a word is as wide as its characters at a pitch. The ink of a few may be much narrower.
func (t *Token) inPitch(pitch float64) bool {
	const (
		off  = 0.08
		thin = 0.9 // of a character, lost to the ink of the outer ones
	)
	n := float64(utf8.RuneCountInString(t.Text))
	if n >= minLetters {
		return math.Abs(t.CharacterWidth()-pitch) <= off*pitch
	}
	return t.Box.Width() >= (n-thin)*pitch && t.Box.Width() <= (n+off)*pitch
}

// typedSpace returns the maximum width of a space before a recognized word if a typewriter filled in a printed form, by
// the width of the characters around it, or 0 if a space beside it is much narrower. Only words with small letters
// count, because capitals are as wide in other print. In other print this is less than the gap between columns.
func typedSpace(tokens []Token, i int) float64 {
	const inked, shortest, around, alike = 1.8, 3, 2, 0.5 // characters, letters, words, share of the space
	width, n, first := 0.0, 0, max(0, i-around)
	for k := first; k < min(len(tokens), i+around); k++ {
		t := &tokens[k]
		if k > first && gapBefore(tokens, k) < alike*gapBefore(tokens, i) {
			return 0
		}
		if t.Source == document.SourceOCR && utf8.RuneCountInString(t.Text) >= shortest &&
			strings.ContainsFunc(t.Text, unicode.IsLower) {
			width, n = width+t.CharacterWidth(), n+1
		}
	}
	return inked * width / float64(max(n, 1))
}
