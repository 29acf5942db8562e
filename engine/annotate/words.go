package annotate

import (
	"unicode"

	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// CodeOfRegion returns the country of a region with a post code among the words ("Seattle, WA 98109-5210"), or nil.
func CodeOfRegion(words []string) *country.Country {
	for i := 0; i+1 < len(words); i++ {
		region, code := strings.ReplaceAll(strings.Trim(words[i], ",."), ".", ""), strings.Trim(words[i+1], ",.") // "D.C."
		if c, ok := country.OfRegion(region, code, country.BehindRegion); ok {
			return c
		}
	}
	return nil
}

// IsDigitByte reports whether a byte is an ASCII digit.
func IsDigitByte(c byte) bool { return c >= '0' && c <= '9' }

// IsUpperByte reports whether a byte is an ASCII capital letter.
func IsUpperByte(c byte) bool { return c >= 'A' && c <= 'Z' }

// Sums reports whether the label announces an amount.
func (h *Label) Sums() bool {
	for _, want := range []lexicon.Role{lexicon.Opening, lexicon.Closing, lexicon.OtherAmount} {
		if _, ok := h.As(want); ok {
			return true
		}
	}
	return false
}

// AllDigitsWord reports whether a word consists of digits.
func AllDigitsWord(s string) bool { return recognize.CountDigits(s) == len(s) }

// TakeUnit adds a unit in brackets to the label, "Weight (kg):", and records the colon.
func (h *Label) TakeUnit() {
	const words = 4
	text := h.Segment.Words
	if h.Last+1 < len(text) && strings.HasPrefix(text[h.Last+1], "(") {
		for i := h.Last + 1; i < min(h.Last+1+words, len(text)); i++ {
			if strings.HasSuffix(strings.TrimRight(text[i], ":"), ")") {
				h.Last = i
				break
			}
		}
	}
	h.Colon = strings.HasSuffix(text[h.Last], ":") || h.Last+1 < len(text) && text[h.Last+1] == ":"
}

// MaxKeyWords is the maximum number of words of a key in a key-value pair.
const MaxKeyWords = 6

// Whole returns all of a segment as a part.
func Whole(s *layout.Segment) layout.Part {
	return layout.Part{Segment: s, First: 0, Last: len(s.Words) - 1}
}

// HasLetters reports whether the words hold at least two letters.
func HasLetters(words []string) bool {
	n := 0
	for _, w := range words {
		for _, c := range recognize.Fold(w) {
			if unicode.IsLetter(c) {
				n++
			}
		}
	}
	return n >= 2
}
