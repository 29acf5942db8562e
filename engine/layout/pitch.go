package layout

import (
	"math"
	"slices"
	"unicode/utf8"
)

// Programs of tills and line printers print every character equally wide, and a space is as wide as
// a letter: more than the print of small capitals is high.

// The heights of words are those of their letters where a file tells none of its font, as in scans.

// fixPitch finds the pitch of a page in such print, and makes its words as high as the print is:
// what is measured in heights is then what it is in other print.
func (p *Page) fixPitch(tokens []Token) {
	const (
		em    = 0.6  // width of a character to the height of print
		tight = 0.8  // of that height: boxes less high are those of letters
		space = 1.75 // characters that a space between words is wide at most
	)
	pitch := pitchOf(tokens)
	p.Space = space * pitch
	if pitch == 0 || typicalHeight(tokens) >= tight*pitch/em {
		return
	}
	for i := range tokens {
		b := &tokens[i].Box
		if more := (pitch/em - b.Height()) / 2; more > 0 {
			b.Y0, b.Y1 = b.Y0-more, b.Y1+more
		}
	}
}

// typicalHeight is the median height of words.
func typicalHeight(tokens []Token) float64 {
	heights := make([]float64, len(tokens))
	for i := range tokens {
		heights[i] = tokens[i].Box.Height()
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// pitchOf returns the width of a character in print of fixed pitch, 0 for other print.
func pitchOf(tokens []Token) float64 {
	const (
		leastLetters = 4 // of words that tell
		leastWords   = 20
		off          = 0.08 // of the pitch: edges of letters in scans
		most         = 0.8  // of the words
	)
	var widths []float64
	for i := range tokens {
		if n := utf8.RuneCountInString(tokens[i].Text); n >= leastLetters {
			widths = append(widths, tokens[i].Box.Width()/float64(n))
		}
	}
	if len(widths) < leastWords {
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
