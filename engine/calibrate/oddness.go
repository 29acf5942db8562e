package calibrate

import (
	"strings"
	"unicode"
)

// Oddness returns the share of a text's characters that stand in words such as
// text recognition makes of what it cannot read, and no one prints: capital
// letters behind small ones, as in no name ("McDonald") or form of company
// ("GmbH"), digits among letters, signs that are no punctuation.
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

// oddSigns are those that print seldom has and dirt often looks like.
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
