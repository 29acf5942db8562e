package rows

import (
	"iter"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	"github.com/docmill/docmill/engine/document"
)

// order is the reading direction of a page's words.
type order uint8

const (
	leftToRight order = iota // no word is of a script that runs from right to left
	mostlyRight              // some are
	mostlyLeft               // most are
)

// orderOf counts letters instead of words, because there are many short product codes.
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

// directionOf a word is that of its first letter; Neutral for numbers and signs, which take the direction
// of their neighbors.
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

// arrange reorders the words of a line from visual, left-to-right order to reading order: the inverse of
// the Unicode Bidirectional Algorithm (UAX #9) for whole words. Numbers within right-to-left text are
// separate words, read from left to right.
func (o order) arrange(words []document.Word) {
	switch o {
	case mostlyRight:
		for run := range runs(words, bidi.RightToLeft) {
			slices.Reverse(run)
		}
	case mostlyLeft:
		// "ACME Ltd 5" stays together; numbers left of a name are separate.
		for run := range runs(words, bidi.LeftToRight) {
			slices.Reverse(run)
		}
		slices.Reverse(words)
	}
}

// runs returns the longest runs of words of one direction, including neutral ones in between. A wide gap
// ends a run, because another column follows. Numbers to the right of a name belong to it.
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
