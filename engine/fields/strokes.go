package fields

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
)

// respelledStrokes corrects a small l and a capital I, which look alike. Separate strokes are a Roman numeral
// ("Umberto l" is "Umberto I"), and among lower-case words "EI" is an article. At the start of a word before a
// consonant that cannot follow an l, the stroke is a capital: "lxelles" is "Ixelles". "clo" before an address is
// "c/o", and old-style figures that look like the letter o are zeros: "118o".
func respelledStrokes(words []string) {
	const longest = 3 // strokes of a number
	small := slices.ContainsFunc(words, func(w string) bool {
		return len(bare(w)) > 1 && strings.IndexFunc(bare(w)[1:], unicode.IsLower) >= 0
	})
	if len(words) > 1 && words[0] == "clo" {
		words[0] = "c/o"
	}
	for i, w := range words {
		switch piece := bare(w); {
		case piece == "":
		case textshape.CapitalStroke(piece):
			words[i] = strings.Replace(w, piece, "I"+piece[1:], 1)
		case strings.Trim(piece, "l") == "" && len(piece) <= longest:
			words[i] = strings.Replace(w, piece, strings.Repeat("I", len(piece)), 1)
		case misreadZeros(piece):
			words[i] = strings.Replace(w, piece, strings.NewReplacer("o", "0", "O", "0").Replace(piece), 1)
		case piece == "EI" && small:
			words[i] = strings.Replace(w, piece, "El", 1)
		}
	}
}

// misreadZeros reports whether a word is a number whose zeros were read as the letter o. One o after one or two
// digits may be an ordinal: "3o" is the third floor.
func misreadZeros(piece string) bool {
	const minDigits = 3
	zeros := strings.Count(strings.ToLower(piece), "o")
	digits := len(piece) - zeros
	return zeros > 0 && digits > 0 && strings.Trim(piece, "0123456789oO") == "" &&
		(zeros > 1 || digits >= minDigits || annotate.IsDigitByte(piece[len(piece)-1])) && annotate.IsDigitByte(piece[0])
}

// slashed restores a slash that was read as the stroke of a letter: between digits of which one side is a year,
// before the last letter, or before the business year of an Indian number after letters: "2031I0417", "38IB",
// "KTLI30-31/7".
func slashed(number string) string {
	const century, year = "20", 4
	for i := 1; i < len(number)-1; i++ {
		if number[i] == 'I' && annotate.IsUpperByte(number[i-1]) && businessYear(number[i+1:]) {
			number = number[:i] + "/" + number[i+1:]
		}
		if c := number[i]; c != 'I' && c != 'l' || !annotate.IsDigitByte(number[i-1]) {
			continue
		}
		before := number[strings.LastIndexFunc(number[:i], notDigit)+1 : i]
		after := number[i+1:]
		if n := strings.IndexFunc(after, notDigit); n >= 0 {
			after = after[:n]
		}
		ofYear := func(s string) bool { return len(s) == year && strings.HasPrefix(s, century) }
		last := i+2 == len(number) && annotate.IsUpperByte(number[i+1])
		if last || after != "" && (ofYear(before) || ofYear(after)) {
			number = number[:i] + "/" + number[i+1:]
		}
	}
	return number
}

// orderLetters restores the letters of a purchase order whose O was read as a zero: "P0-4711", "P088123".
func orderLetters(number string) string {
	const letters, misread, minDigits = "PO", "P0", 3
	rest, ok := strings.CutPrefix(number, misread)
	if !ok || len(rest) <= minDigits || strings.ContainsFunc(rest, unicode.IsLetter) {
		return number
	}
	return letters + rest
}

// businessYear reports whether a text opens with two consecutive years of two digits and a slash: "30-31/7".
func businessYear(s string) bool {
	const form, decade = "00-00/", 10
	if len(s) <= len(form) {
		return false
	}
	year := func(at int) int { return int(s[at]-'0')*decade + int(s[at+1]-'0') }
	for i := range form {
		if digit := annotate.IsDigitByte(s[i]); digit != (form[i] == '0') || !digit && s[i] != form[i] {
			return false
		}
	}
	return year(3) == year(0)+1
}

func notDigit(c rune) bool { return c < '0' || c > '9' }
