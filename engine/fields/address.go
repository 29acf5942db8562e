package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// postalLine reports whether the words are the line of an address that holds
// post code and town: "80333 München", "DE-80333 München", "3500 MJ Utrecht",
// "00-950 Warszawa", "Seattle, WA 98109", "London SW1A 1AA".
func postalLine(words []string) bool {
	if len(words) == 1 {
		code, ok := strings.CutPrefix(words[0], "S(") // Singapore
		return gluedPlace(words[0]) || ok && postCode(strings.TrimRight(code, ").,"))
	}
	if len(words) == 0 || len(words) > 9 {
		return false
	}
	return codeFirst(words) || usPlace(words) || britishPlace(words) || codeLast(words)
}

// gluedPlace reads post code and town without the space: "80333München".
func gluedPlace(w string) bool {
	n := 0
	for n < len(w) && isDigitByte(w[n]) {
		n++
	}
	r, size := utf8.DecodeRuneInString(w[n:])
	next, _ := utf8.DecodeRuneInString(w[min(len(w), n+size):])
	return n >= 4 && n <= 5 && unicode.IsUpper(r) && unicode.IsLower(next)
}

func codeFirst(words []string) bool {
	i := 0
	if isCountryCode(words[0]) {
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
	if !postCode(code) {
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
	first, _ := utf8.DecodeRuneInString(words[i+1])
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

// postCode accepts four to six digits, Polish 00-000, Portuguese 0000-000,
// Brazilian 00000-000 and Dutch 0000AA.
func postCode(s string) bool {
	if a, b, ok := strings.Cut(s, "-"); ok {
		return len(b) == 3 && (len(a) == 2 || len(a) == 4 || len(a) == 5) && recognize.CountDigits(a+b) == len(a)+3
	}
	if len(s) == 6 && isUpperByte(s[4]) && isUpperByte(s[5]) {
		return recognize.CountDigits(s[:4]) == 4
	}
	return len(s) >= 4 && len(s) <= 6 && recognize.CountDigits(s) == len(s)
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

// usPlace reports whether the words end in a US state and ZIP code (or start
// the address with them): "Seattle, WA 98109-5210".
func usPlace(words []string) bool {
	for i := 0; i+1 < len(words); i++ {
		state := strings.Trim(words[i], ",.")
		zip := strings.Trim(words[i+1], ",.")
		if len(state) == 2 && strings.Contains(usStates, state) && zipCode(zip) {
			return true
		}
	}
	return false
}

func zipCode(s string) bool {
	a, b, ok := strings.Cut(s, "-")
	if ok && (len(b) != 4 || recognize.CountDigits(b) != 4) {
		return false
	}
	return len(a) == 5 && recognize.CountDigits(a) == 5
}

const usStates = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO " +
	"MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR"

// britishPlace reports whether the line holds a British post code.
func britishPlace(words []string) bool {
	for i := 0; i+1 < len(words); i++ {
		out, in := words[i], strings.Trim(words[i+1], ",.")
		if len(in) != 3 || len(out) < 2 || len(out) > 4 || !isUpperByte(out[0]) || recognize.CountDigits(out) == 0 {
			continue
		}
		if isDigitByte(in[0]) && isUpperByte(in[1]) && isUpperByte(in[2]) && strings.ToUpper(out) == out {
			return true
		}
	}
	return false
}

func isDigitByte(c byte) bool { return c >= '0' && c <= '9' }
func isUpperByte(c byte) bool { return c >= 'A' && c <= 'Z' }

// hasLegalForm reports whether a name ends in (or nearly in) a legal form.
func hasLegalForm(words []string) bool {
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
