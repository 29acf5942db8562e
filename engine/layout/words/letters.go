package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Ruled reports whether a word is a line drawn with characters, or nothing. A lone
// en dash is none: it is printed for a minus. A lone em dash is what text recognition
// makes of a stroke.
func Ruled(text string) bool {
	return strings.Trim(text, "|_—") == "" ||
		utf8.RuneCountInString(text) >= 3 && strings.Trim(text, "-=_.*~–—") == ""
}

// Lettered reports whether a text has more letters than digits, and a word's
// worth of them.
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

// Plain reports whether a word has three letters or more and nothing else.
func Plain(w string) bool {
	return utf8.RuneCountInString(w) > 2 && !strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLetter(c) })
}
