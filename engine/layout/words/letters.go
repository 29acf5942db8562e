package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
