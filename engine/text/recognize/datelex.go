package recognize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type lexemeType uint8

const (
	lexDigits lexemeType = iota
	lexLetters
	lexSymbol
)

// lexeme is a run of digits, a run of letters or one symbol.
type lexeme struct {
	lexemeType lexemeType
	text       string // letters: folded
	word       int
	value      int  // digits
	glued      bool // no space before it
}

func lexDate(words []string) []lexeme {
	var out []lexeme
	for w, text := range words {
		for i := 0; i < len(text); {
			start := i
			kind := lexemeTypeOf(text[i:])
			for i < len(text) && lexemeTypeOf(text[i:]) == kind {
				_, size := utf8.DecodeRuneInString(text[i:])
				i += size
				if kind == lexSymbol {
					break
				}
			}
			lx := lexeme{lexemeType: kind, text: text[start:i], word: w, glued: start > 0}
			switch kind {
			case lexDigits:
				lx.value = smallInt(lx.text)
			case lexLetters:
				lx.text = Fold(lx.text)
			case lexSymbol:
			}
			out = append(out, lx)
		}
	}
	return out
}

func lexemeTypeOf(s string) lexemeType {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case r >= '0' && r <= '9':
		return lexDigits
	case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r):
		return lexLetters
	}
	return lexSymbol
}

func smallInt(s string) int {
	if len(s) > 8 {
		return -1
	}
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// glueable reports whether letters may directly follow a date: the T before a time, "r." and "г." for the year.
func glueable(folded string) bool { return folded == "t" || folded == "r" || folded == "г" }

// bounded rejects a date that is part of a longer number or word.
func bounded(lx []lexeme, i, n int) bool {
	if i > 0 && lx[i].glued && lx[i].word == lx[i-1].word {
		if prev := lx[i-1]; prev.lexemeType != lexSymbol || strings.ContainsAny(prev.text, "-/.") {
			return false
		}
	}
	if i+n < len(lx) {
		next := lx[i+n]
		if !next.glued {
			return true
		}
		if next.lexemeType == lexDigits || next.lexemeType == lexLetters && !glueable(next.text) {
			return false
		}
		if strings.ContainsAny(next.text, "-/") && i+n+1 < len(lx) && lx[i+n+1].lexemeType == lexDigits && lx[i+n+1].glued {
			return false
		}
	}
	return true
}
