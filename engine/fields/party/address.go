package party

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/country"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// PostalLine reports whether the words are the line of an address that holds
// post code and town: "80333 München", "DE-80333 München", "3500 MJ Utrecht",
// "00-950 Warszawa", "Seattle, WA 98109", "London SW1A 1AA".
func PostalLine(words []string) bool {
	if len(words) == 1 {
		code, ok := country.CutPostMark(words[0])
		return gluedPlace(words[0]) || ok && postCode(strings.TrimRight(code, ").,"))
	}
	if len(words) == 0 || len(words) > 9 || lexicon.Registration.Has(recognize.Fold(words[0])) {
		return false // "REA 352342" is an entry in a register
	}
	return codeFirst(words) || annotate.CodeOfRegion(words) != nil || splitCode(words) || codeLast(words)
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

func codeFirst(words []string) bool {
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
	case !postCode(code):
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
	return unicode.IsUpper(first)
}

// withoutCountry cuts a country's code off the front of a postal line.
func withoutCountry(words []string) []string {
	if isCountryCode(words[0]) && len(words) > 2 {
		return words[1:]
	}
	if k := strings.IndexByte(words[0], '-'); k > 0 && isCountryCode(words[0][:k]) {
		return append([]string{words[0][k+1:]}, words[1:]...)
	}
	return words
}

// postCode reports whether a word has the form of some country's post code.
func postCode(s string) bool { return country.IsPostCode(s, country.First) }

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

// placeWord accepts the words of a town's name; a Dutch post code's letters
// and district numbers pass too.
func placeWord(w string) bool {
	w = strings.Trim(w, ".,()")
	letters, digits := 0, 0
	for _, r := range w {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune("-/'’.,_()&", r):
			return false
		}
	}
	return letters > 0 && digits <= 2 || letters == 0 && digits > 0 && digits <= 2 || w == "" || w == "-"
}

// splitCode reports whether the line holds a post code of two words that nothing
// else looks like: "London SW1A 1AA".
func splitCode(words []string) bool {
	for i := 0; i+1 < len(words); i++ {
		if country.IsSplitPostCode(words[i], strings.Trim(words[i+1], ",."), country.Anywhere) {
			return true
		}
	}
	return false
}

// HasLegalForm reports whether a name ends in (or nearly in) a legal form.
func HasLegalForm(words []string) bool {
	for i, w := range words {
		f := recognize.Compact(w)
		if i == 0 || !lexicon.LegalForm.Has(f) {
			continue
		}
		switch f {
		case "as", "sa", "ab", "ag", "co", "sp", "ek", "ev", "spa", "kg": // short: capitals or dots ask for care
			if w == strings.ToLower(w) && !strings.Contains(w, ".") {
				continue
			}
		}
		return true
	}
	return false
}

// UpperShare is the share of capitals among the letters.
func UpperShare(text string) float32 {
	upper, letters := float32(0), float32(0)
	for _, c := range text {
		if unicode.IsLetter(c) {
			letters++
			if unicode.IsUpper(c) {
				upper++
			}
		}
	}
	return upper / max(1, letters)
}
