package match

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/text/ocrconfusion"
)

// numberFields are the fields that a vendor counts; all their values have the same shape.
func numberFields() []string { return []string{"invoiceNumber", "receiptNumber"} }

const maxShapeLength = 24

const (
	anyDigit   = '9'
	anyCapital = 'A'
	anySmall   = 'a'
)

// shapeOf is the shape of a number: digits as 9, letters as A and a, signs unchanged; "" if it is too long.
func shapeOf(number string) string {
	shape := strings.Map(shapeOfRune, number)
	if len(shape) > maxShapeLength {
		return ""
	}
	return shape
}

func shapeOfRune(r rune) rune {
	switch {
	case r >= '0' && r <= '9':
		return anyDigit
	case unicode.IsUpper(r):
		return anyCapital
	case unicode.IsLower(r):
		return anySmall
	}
	return r
}

// inShape corrects usual OCR confusions in a number to fit a shape; letters and digits need several examples.
func inShape(read, shape string, several bool) (string, bool) {
	r, s := []rune(read), []rune(shape)
	if len(r) != len(s) {
		return "", false
	}
	const slash, dash = "Il1|7", "~_—–="
	for i := range r {
		digit, isDigit := ocrconfusion.DigitFor(r[i], ocrconfusion.Rare)
		letter, isLetter := ocrconfusion.LetterFor(r[i])
		switch {
		case shapeOfRune(r[i]) == s[i]:
		case s[i] == '/' && strings.ContainsRune(slash, r[i]):
			r[i] = s[i]
		case s[i] == '-' && strings.ContainsRune(dash, r[i]):
			r[i] = s[i]
		case several && s[i] == anyDigit && isDigit:
			r[i] = digit
		case several && s[i] == anyCapital && isLetter:
			r[i] = letter
		default:
			return "", false
		}
	}
	return string(r), true
}
