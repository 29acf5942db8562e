// Package words classifies words and short texts by their letters and marks: labels attached to values, lines drawn
// with characters, and names.
package words

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// minGlued is the minimum length, in bytes, of a label that is split from an attached number.
const minGlued = 5

// PartedAt returns the index in a word at which its value begins: after the colon of a label, after a label
// attached to a number, or after a price with its number of units. It returns -1 for a single word.
func PartedAt(word string) int {
	if k := labelColon(word); k >= 0 {
		return k
	}
	if k := pricedFor(word); k >= 0 {
		return k
	}
	return gluedNumber(word)
}

// gluedNumber returns the index of a number attached to a title or label: "FactuurnummerRE-31/29173".
func gluedNumber(word string) int {
	k := strings.IndexFunc(word[min(1, len(word)):], func(c rune) bool { return !unicode.IsLower(c) }) + 1
	if k < minGlued || !strings.ContainsAny(word[k:], "0123456789") || !opensNumber(word[k]) {
		return -1
	}
	head := recognize.Fold(word[:k])
	if lexicon.Title.Has(head) {
		return k
	}
	for _, t := range lexicon.Labels().Meanings(head) {
		if t.Role == lexicon.InvoiceNumber || t.Role == lexicon.OrderNumber {
			return k
		}
	}
	return -1
}

// pricedFor returns the index of the slash in "412.00/100", or -1 for any other word.
func pricedFor(word string) int {
	const cents = 2
	k := strings.IndexByte(word, '/')
	if k < 0 || !digit(word[0]) {
		return -1
	}
	switch word[k+1:] {
	case "1", "10", "100", "1000":
	default:
		return -1
	}
	point := strings.LastIndexAny(word[:k], ".,")
	if point < 0 || k-point-1 < cents || strings.Trim(word[:k], "0123456789.,") != "" {
		return -1
	}
	return k
}

func opensNumber(c byte) bool { return digit(c) || c >= 'A' && c <= 'Z' || c == '#' }

// labelColon returns the index after a colon in a word that follows a letter or bracket, but not in http://.
func labelColon(s string) int {
	k := strings.IndexByte(s, ':')
	if k <= 0 || k+1 >= len(s) || s[k+1] == '/' || s[k+1] == ':' {
		return -1
	}
	if c := s[k-1]; c >= '0' && c <= '9' || strings.IndexByte(s[k+1:], ':') >= 0 && !digit(s[k+1]) {
		return -1
	}
	return k + 1
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
