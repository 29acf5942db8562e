package accent

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Plain returns a letter without its accent or stroke, or the first letter of a ligature. It returns
// everything else unchanged.
func Plain(c rune) rune {
	if c <= unicode.MaxASCII {
		return c
	}
	switch c {
	case 'ł':
		return 'l'
	case 'Ł':
		return 'L'
	case 'ø', 'œ':
		return 'o'
	case 'Ø', 'Œ':
		return 'O'
	case 'đ':
		return 'd'
	case 'Đ':
		return 'D'
	case 'æ':
		return 'a'
	case 'Æ':
		return 'A'
	}
	plain, _ := utf8.DecodeRuneInString(norm.NFD.String(string(c)))
	return plain
}
