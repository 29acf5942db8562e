// Package recognize finds typed values in a run of words: dates, amounts, percentages, account numbers, tax numbers,
// contact details and identifiers.
//
// Every function takes the words of one line segment as printed and returns spans with a normalized value. It checks
// only form and check digits; other packages assign values to fields.
package recognize

import (
	"strings"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Span is a run of words, given by the indexes of the first and the last.
type Span struct {
	First, Last int
}

// Raw returns the words of the span as printed, joined by single spaces.
func (s Span) Raw(words []string) string {
	return strings.Join(words[s.First:s.Last+1], " ")
}

// Overlaps reports whether the two spans share a word.
func (s Span) Overlaps(o Span) bool { return s.First <= o.Last && o.First <= s.Last }

// Checksum is the result of a check-digit test.
type Checksum int

// Results of a check-digit test.
const (
	ChecksumUnknown Checksum = iota // no check digits, or an unknown scheme
	ChecksumValid
	ChecksumInvalid
)

func checksum(ok bool) Checksum {
	if ok {
		return ChecksumValid
	}
	return ChecksumInvalid
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// CountDigits counts the ASCII digits of s.
func CountDigits(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if isDigit(s[i]) {
			n++
		}
	}
	return n
}

// Fold is lexicon.Fold.
func Fold(s string) string { return lexicon.Fold(s) }

// FoldWords is lexicon.FoldWords.
func FoldWords(s string) []string { return lexicon.FoldWords(s) }

// Compact is lexicon.Compact.
func Compact(s string) string { return lexicon.Compact(s) }
