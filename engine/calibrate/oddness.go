package calibrate

import (
	"strings"
	"unicode"
)

// Oddness returns the share of a text's characters in words that are probably OCR errors: capitals after small
// letters other than in names ("McDonald") and legal forms ("GmbH"), digits among letters, and signs that are no
// punctuation.
func Oddness(text string) float64 {
	odd, all := 0, 0
	for w := range strings.FieldsSeq(text) {
		all += len(w)
		if oddWord(w) {
			odd += len(w)
		}
	}
	return float64(odd) / float64(max(1, all))
}

// oddSigns are rare in print and often result from dirt.
const oddSigns = "|~^{}[]\\_=<>«»“”‘©®™°§*!?;¢£€¥"

func oddWord(w string) bool {
	if strings.ContainsAny(w, oddSigns) {
		return true
	}
	letters, digits, humps := 0, 0, 0
	small := false
	runes := []rune(strings.TrimSuffix(strings.TrimRight(w, ".,:"), "mbH"))
	for i, c := range runes {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
			if small && unicode.IsUpper(c) && (i+1 == len(runes) || !unicode.IsLower(runes[i+1])) {
				humps++
			}
		}
		small = unicode.IsLower(c)
	}
	return humps > 0 || letters > 1 && digits > 0 && letters > digits
}
