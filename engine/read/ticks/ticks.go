// Package ticks separates the ticks in check boxes from the words that text recognition made of them.
package ticks

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
)

// Sign is the word for a checked box.
const Sign = "☑"

// lookalikes are the letters and digits that recognition reads ticks and crosses as.
const lookalikes = "vVxXyYJlIZz71"

// Read replaces the part of a recognized word that is in a checked box by Sign: "/Yes" becomes "☑" and "Yes", "2.7"
// becomes "2." and "☑". A letter or digit alone in a box stays, because people fill in boxes with them as well.
func Read(page *document.Page) {
	for _, m := range page.Marks {
		if !m.Checked {
			continue
		}
		for l := range page.Lines {
			line := &page.Lines[l]
			for i := 0; i < len(line.Words); i++ {
				if parts := split(line.Words[i], m.Box); parts != nil {
					line.Words = slices.Replace(line.Words, i, i+1, parts...)
					i += len(parts) - 1
				}
			}
		}
	}
}

// split returns the parts of a word before, in and after a checked box, or nil if the box has no tick of the word.
func split(word document.Word, box document.Box) []document.Word {
	text := []rune(word.Text)
	isBeside := word.Box.Y1 <= box.Y0 || box.Y1 <= word.Box.Y0 || !word.Box.Overlaps(box)
	if isBeside || word.Source != document.SourceOCR || len(text) < 2 {
		return nil
	}
	width := word.Box.Width() / float64(len(text))
	first, last := len(text), -1
	for i := range text {
		if x := word.Box.X0 + (float64(i)+0.5)*width; x > box.X0 && x < box.X1 {
			first, last = min(first, i), i
		}
	}
	if last < 0 || slices.ContainsFunc(text[first:last+1], isText) || slices.ContainsFunc(text[:first], unicode.IsLetter) {
		return nil
	}
	if last+1 < len(text) && unicode.IsDigit(text[last+1]) {
		return nil // a number across the box
	}
	var out []document.Word
	add := func(text string, x0, x1 float64) {
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			part := word
			part.Text, part.Box.X0, part.Box.X1 = text, x0, max(x0, x1)
			out = append(out, part)
		}
	}
	add(string(text[:first]), word.Box.X0, box.X0)
	sign := word
	sign.Text, sign.Box = Sign, box
	out = append(out, sign)
	add(string(text[last+1:]), box.X1, word.Box.X1)
	return out
}

// isText reports whether a character is not a part of a tick.
func isText(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !strings.ContainsRune(lookalikes, r)
}
