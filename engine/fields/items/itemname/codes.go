// Package itemname classifies the words of line items: which of them are codes, and whether a line ends a name.
package itemname

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Digits are the characters of plain numbers.
const Digits = "0123456789"

// MinCode is the minimum length of a code if only a colon distinguishes it from a number: "A-47590: Site survey".
const MinCode = 4

// Enclosed reports whether a word is a code between two marks.
func Enclosed(w, before, after string) bool {
	inner := strings.TrimSuffix(strings.TrimPrefix(w, before), after)
	return len(w) == len(inner)+len(before)+len(after) && len(inner) > 1 &&
		!strings.ContainsFunc(inner, func(c rune) bool {
			return unicode.IsLower(c) || unicode.IsSpace(c)
		})
}

// IsDash reports whether a word is a mark between a code and a name.
func IsDash(w string) bool { return w == "-" || w == "–" || w == "—" || w == "|" }

// CodeWord reports whether a word of at least that many letters may be a product code: digits, with capitals and
// marks between them, and not a year.
func CodeWord(w string, least int) bool {
	if len(w) < least || !strings.ContainsAny(w, Digits) {
		return false
	}
	if len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && annotate.AllDigitsWord(w) {
		return false
	}
	return !strings.ContainsFunc(w, func(c rune) bool {
		return !unicode.IsUpper(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-_./", c)
	})
}

// CodeAlone reports whether a line is only a product code, with the name on the next line.
func CodeAlone(text []layout.Part) bool {
	return len(text) == 1 && text[0].First == text[0].Last && CodeWord(text[0].Text(), 1) &&
		strings.ContainsFunc(text[0].Text(), unicode.IsUpper)
}

// Coding reports whether a text is one word without small letters: a product code whose name is elsewhere.
func Coding(text []layout.Part) bool {
	return len(text) == 1 && text[0].First == text[0].Last && len(text[0].Text()) > 1 &&
		!strings.ContainsFunc(text[0].Text(), unicode.IsLower)
}

// CodeOpening returns the word of a part that is a code before a name, and the last word that belongs to it, or -1.
func CodeOpening(p layout.Part) (code, last int) {
	words := p.Words()
	switch first := words[0]; {
	case Enclosed(first, "[", "]"), Enclosed(first, "*", "*") && strings.ContainsAny(first, Digits):
		return p.First, p.First
	case len(words) > 2 && IsDash(words[1]) && CodeWord(first, 3):
		return p.First, p.First + 1
	case len(words) > 1 && strings.HasSuffix(first, ":") && CodeWord(strings.TrimSuffix(first, ":"), MinCode):
		return p.First, p.First
	}
	if n := CodeLabel(words); n > 0 {
		return p.First + n, p.First + n
	}
	return -1, -1
}

// CodeLabel returns the index of the code that follows a label before a name, or 0.
func CodeLabel(words []string) int {
	const longest = 3 // words of a label
	for n := 1; n <= longest && n < len(words); n++ {
		if !strings.HasSuffix(words[n-1], ":") {
			continue
		}
		c, known := layout.ColumnNamed(recognize.Fold(strings.Join(words[:n], " ")))
		switch {
		case known && c == layout.ColumnCode && strings.ContainsAny(words[n], Digits):
			return n
		case known && c == layout.ColumnDescription && CodeWord(words[n], 3): // "Article: 902302 Pencil"
			return n
		}
		return 0
	}
	return 0
}

// Unlabeled returns a code without the label before it: "GTIN: 4012345000009".
func Unlabeled(p layout.Part) layout.Part {
	for i := p.First; i < p.Last; i++ {
		if w := p.Segment.Words[i]; strings.HasSuffix(w, ":") && strings.ContainsAny(p.Segment.Words[i+1], Digits) {
			p.First = i + 1
			break
		}
	}
	return p
}

// shortDay matches a day without a year. A leading zero distinguishes it from a fraction of an inch.
var shortDay = regexp.MustCompile(`^(?:0\d|[12]\d|3[01])[./-](?:0\d|1[0-2])\.?$|^\d[./-]0\d\.?$`)

// WithoutDays returns several names without the service date that each begins with, or nil if one has no date.
func WithoutDays(names [][]layout.Part) [][]layout.Part {
	if len(names) < 2 {
		return nil
	}
	out := make([][]layout.Part, len(names))
	for i, name := range names {
		if len(name) == 0 {
			return nil
		}
		out[i] = slices.Clone(name)
		if out[i][0].First += dayWords(name[0]); out[i][0].First > out[i][0].Last {
			out[i] = out[i][1:]
		}
		if dayWords(name[0]) == 0 || !Worded(out[i]) {
			return nil
		}
	}
	return out
}

// WithoutNumbers returns several names without the running number that each begins with, or nil if one has none.
func WithoutNumbers(names [][]layout.Part) [][]layout.Part {
	if len(names) < 2 {
		return nil
	}
	out := make([][]layout.Part, len(names))
	for i, name := range names {
		if len(name) == 0 || name[0].First == name[0].Last && len(name) == 1 {
			return nil
		}
		first := name[0].Segment.Words[name[0].First]
		if strings.TrimLeft(strings.TrimRight(first, ".)"), "0") != strconv.Itoa(i+1) {
			return nil
		}
		out[i] = slices.Clone(name)
		if out[i][0].First++; out[i][0].First > out[i][0].Last {
			out[i] = out[i][1:]
		}
	}
	return out
}

// dayWords returns the number of words of the date that a part begins with.
func dayWords(p layout.Part) int {
	words := p.Words()
	if shortDay.MatchString(words[0]) {
		return 1
	}
	if days := recognize.Dates(words); len(days) > 0 && days[0].First == 0 {
		return days[0].Last + 1
	}
	return 0
}
