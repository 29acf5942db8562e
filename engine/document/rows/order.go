package rows

import (
	"iter"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	"github.com/docmill/docmill/engine/document"
)

// order is the direction in which the words of a page are read.
type order uint8

const (
	leftToRight order = iota // no word is of a script that runs from right to left
	mostlyRight              // some are
	mostlyLeft               // most are
)

// orderOf counts letters rather than words: product codes are many and short.
func orderOf(words []document.Word) order {
	left, right := 0, 0
	for i := range words {
		switch directionOf(words[i].Text) {
		case bidi.RightToLeft:
			left += len(words[i].Text)
		case bidi.LeftToRight:
			right += len(words[i].Text)
		}
	}
	switch {
	case left == 0:
		return leftToRight
	case left > right:
		return mostlyLeft
	}
	return mostlyRight
}

// directionOf a word is that of its first letter; Neutral for numbers and
// signs, which go with what is around them.
func directionOf(text string) bidi.Direction {
	const firstRightToLeft = 0x590 // Hebrew; see the blocks of Unicode
	for _, r := range text {
		if r >= firstRightToLeft {
			if p, _ := bidi.LookupRune(r); p.Class() == bidi.R || p.Class() == bidi.AL {
				return bidi.RightToLeft
			}
		}
		if unicode.IsLetter(r) {
			return bidi.LeftToRight
		}
	}
	return bidi.Neutral
}

// arrange puts the words of a line, which stand from left to right, into
// reading order: the inverse of what the Unicode Bidirectional Algorithm
// (UAX #9) does with whole words. Numbers within text that runs from right to
// left are words of their own, each read from left to right.
func (o order) arrange(words []document.Word) {
	switch o {
	case mostlyRight:
		for run := range runs(words, bidi.RightToLeft) {
			slices.Reverse(run)
		}
	case mostlyLeft:
		// "ACME Ltd 5" stays as it is; numbers before a name are read apart.
		for run := range runs(words, bidi.LeftToRight) {
			slices.Reverse(run)
		}
		slices.Reverse(words)
	}
}

// runs returns the longest stretches of words of one direction, neutral ones
// between them included. A wide gap ends a stretch: what stands beyond is
// another column. To the right of a name its numbers belong to it.
func runs(words []document.Word, d bidi.Direction) iter.Seq[[]document.Word] {
	return func(yield func([]document.Word) bool) {
		for i := 0; i < len(words); i++ {
			if directionOf(words[i].Text) != d {
				continue
			}
			end := i + 1
			for k := end; k < len(words) && !parted(words[k-1], words[k]); k++ {
				found := directionOf(words[k].Text)
				if found != d && found != bidi.Neutral {
					break
				}
				if found == d || d == bidi.LeftToRight {
					end = k + 1
				}
			}
			if !yield(words[i:end]) {
				return
			}
			i = end - 1
		}
	}
}

func parted(a, b document.Word) bool {
	const wide = 1.5 // heights; of another page side, but pages are nearly square
	return b.Box.X0-a.Box.X1 > wide*max(a.Box.Height(), b.Box.Height())
}
