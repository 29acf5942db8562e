package textshape

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// PostalLine reports whether the words are the line of an address that holds post code and town: "80333 München",
// "DE-80333 München", "3500 MJ Utrecht", "00-950 Warszawa", "Seattle, WA 98109", "London SW1A 1AA".
func PostalLine(words []string) bool {
	if len(words) == 1 {
		code, ok := country.CutPostMark(words[0])
		return gluedPlace(words[0]) || ok && PostCode(strings.TrimRight(code, ").,"))
	}
	if len(words) == 0 || len(words) > 9 || lexicon.Registration.Has(recognize.Fold(words[0])) {
		return false // "REA 352342" is an entry in a register
	}
	return CodeFirst(words) || annotate.CodeOfRegion(words) != nil || splitCode(words) || codeLast(words)
}

// gluedPlace reads post code and town without the space: "80333München".
func gluedPlace(w string) bool {
	n := 0
	for n < len(w) && annotate.IsDigitByte(w[n]) {
		n++
	}
	r, size := utf8.DecodeRuneInString(w[n:])
	next, _ := utf8.DecodeRuneInString(w[min(len(w), n+size):])
	return n >= 4 && n <= 5 && unicode.IsUpper(r) && unicode.IsLower(next)
}

// CodeFirst reports whether the words are a post code, with or without a country code before it, and a place:
// "DE-80333 München", "811 01 Bratislava".
func CodeFirst(words []string) bool {
	i := 0
	if isCountryCode(words[0]) || country.AnnouncesPostCode(recognize.Compact(words[0])) {
		i = 1
	}
	if i+1 >= len(words) {
		return false
	}
	code := strings.TrimRight(words[i], ",")
	if k := strings.IndexByte(code, '-'); k > 0 && k <= 3 && isCountryCode(code[:k]) {
		code = code[k+1:]
	}
	if i+3 < len(words) && words[i+1] == "-" && len(code) == 4 && len(words[i+2]) == 3 {
		code, i = code+"-"+words[i+2], i+2 // "5215 - 561 Braga"
	}
	switch {
	case i+2 < len(words) && country.IsSplitPostCode(code, strings.TrimRight(words[i+1], ","), country.First):
		i++ // "811 01 Bratislava"
	case !PostCode(code):
		return false
	}
	if i+2 < len(words) && words[i+1] == "-" {
		i++ // "46514 - Gijón"
	}
	for _, w := range words[i+1:] {
		if !placeWord(w) {
			return false
		}
	}
	town := i + 1
	if town+1 < len(words) && strings.HasSuffix(words[town], ".") && lexicon.Street.Has(recognize.Fold(words[town])) {
		town++ // "5600 гр. Троян"
	}
	first, _ := utf8.DecodeRuneInString(words[town])
	return unicode.IsUpper(first) || CapitalStroke(words[town])
}

func isCountryCode(s string) bool {
	s = strings.TrimRight(s, "-")
	if len(s) == 0 || len(s) > 3 {
		return false
	}
	for _, c := range []byte(s) {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

// PostCode reports whether a word has the format of any country's post code.
func PostCode(s string) bool { return country.IsPostCode(s, country.First) }

// splitCode reports whether the line holds an unambiguous post code of two words: "London SW1A 1AA".
func splitCode(words []string) bool {
	for i := 0; i+1 < len(words); i++ {
		if country.IsSplitPostCode(words[i], strings.Trim(words[i+1], ",."), country.Anywhere) {
			return true
		}
	}
	return false
}
