// Package words classifies words and short texts by their letters and marks: labels attached to values, lines drawn
// with characters, and names.
package words

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
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

// Ruled reports whether a word is a line drawn with characters, or empty. A single en dash may be a minus sign. A
// single em dash is a stroke that text recognition misread.
func Ruled(text string) bool {
	return strings.Trim(text, "|_—") == "" ||
		utf8.RuneCountInString(text) >= 3 && strings.Trim(text, "-=_.*~–—") == ""
}

// Lettered reports whether a text has more letters than digits, and enough letters for a word.
func Lettered(text string) bool {
	letters, digits := 0, 0
	for _, c := range text {
		switch {
		case unicode.IsLetter(c):
			letters++
		case unicode.IsDigit(c):
			digits++
		}
	}
	return letters > 2 && letters > digits
}

// Plain reports whether a word consists of three or more letters.
func Plain(w string) bool {
	return utf8.RuneCountInString(w) > 2 && !strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLetter(c) })
}

// minNumbered is the minimum number of columns of a row that only numbers them.
const minNumbered = 4

// NumberColumns reports whether the text of a row numbers the columns, as in forms that use the numbers in
// formulas: "0 1 2 3 4 5 (3x4) 6", "1 2 3 4=2*3". Such a row is the last one of the header.
func NumberColumns(text string) bool {
	next := -1
	for word := range strings.FieldsSeq(columnFormulas.ReplaceAllString(text, " ")) {
		n, err := strconv.Atoi(strings.Trim(word, "().[]"))
		switch {
		case err != nil, next >= 0 && n != next, next < 0 && n > 1:
			return false
		}
		next = n + 1
	}
	return next >= minNumbered
}

// columnFormulas matches the formula of a column: "(3x4)", "= 5 + 6", "(col. 5+6)".
var columnFormulas = regexp.MustCompile(`\( ?=? ?` + columnOperands + `\)|= ?` + columnOperands)

const columnOperands = `(?:\p{L}{3,}\.? ?)?\d{1,2} ?(?:[x×X*+:/·-] ?(?:\p{L}{3,}\.? ?)?\d{1,2} ?)+`

// Groups reports whether two words are the digit groups of a number in thousands.
func Groups(a, b string) bool {
	const thousand = 3 // digits
	return len(a) <= thousand && DigitsOnly(a) && len(b) >= thousand && DigitsOnly(b[:thousand]) &&
		(len(b) == thousand || b[thousand] == ',' || b[thousand] == '.')
}

// DigitsOnly reports whether a word consists of digits.
func DigitsOnly(s string) bool {
	for i := range len(s) {
		if !digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// Numeric reports whether the words are mostly one number.
func Numeric(words []string) bool {
	a := recognize.Amounts(words)
	if len(a) == 0 {
		return false
	}
	covered := 0
	for _, x := range a {
		covered += x.Last - x.First + 1
	}
	return 2*covered >= len(words)
}

// Exchanged reports whether an amount multiplied or divided by a rate is another.
func Exchanged(from, by, to recognize.Amount) bool {
	const style = recognize.StyleUnknown
	a, r, b := from.Value(style), by.Value(style), to.Value(style)
	if !r.IsPositive() || r.Equal(decimal.NewFromInt(1)) || b.IsZero() {
		return false
	}
	cent := decimal.New(1, -2)
	return a.Mul(r).Sub(b).Abs().LessThanOrEqual(cent) || a.DivRound(r, 4).Sub(b).Abs().LessThanOrEqual(cent)
}
