// Package itemname judges the words of line items: which of them are codes, and
// whether a line is the end of a name.
package itemname

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Digits are the characters of plain numbers.
const Digits = "0123456789"

// MinCode is the length of the shortest code that a colon alone tells from a
// number: "A-47590: Site survey".
const MinCode = 4

// Enclosed reports whether a word is a code between two marks.
func Enclosed(w, before, after string) bool {
	inner := strings.TrimSuffix(strings.TrimPrefix(w, before), after)
	return len(w) == len(inner)+len(before)+len(after) && len(inner) > 1 &&
		!strings.ContainsFunc(inner, func(c rune) bool {
			return unicode.IsLower(c) || unicode.IsSpace(c)
		})
}

// IsDash reports whether a word is a mark that stands between a code and a name.
func IsDash(w string) bool { return w == "-" || w == "–" || w == "—" || w == "|" }

// CodeWord reports whether a word of at least so many letters can be the code of
// a product: digits, with capitals and marks between them; no year.
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

// CodeAlone reports whether a line is the code of a product and nothing else: the name
// stands on the next.
func CodeAlone(text []layout.Part) bool {
	return len(text) == 1 && text[0].First == text[0].Last && CodeWord(text[0].Text(), 1) &&
		strings.ContainsFunc(text[0].Text(), unicode.IsUpper)
}

// Coding reports whether a text is one word without small letters: the code of a product,
// where the name stands elsewhere.
func Coding(text []layout.Part) bool {
	return len(text) == 1 && text[0].First == text[0].Last && len(text[0].Text()) > 1 &&
		!strings.ContainsFunc(text[0].Text(), unicode.IsLower)
}

// CodeOpening returns the word of a part that is a code in front of a name, and the
// last word that goes with it; -1 where there is none.
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

// CodeLabel returns the index of the code that follows a label in front of a name,
// 0 where there is none.
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

// Unlabelled is a code without a label in front of it: "GTIN: 4012345000009".
func Unlabelled(p layout.Part) layout.Part {
	for i := p.First; i < p.Last; i++ {
		if w := p.Segment.Words[i]; strings.HasSuffix(w, ":") && strings.ContainsAny(p.Segment.Words[i+1], Digits) {
			p.First = i + 1
			break
		}
	}
	return p
}
