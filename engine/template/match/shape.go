package match

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
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

func (c *candidates) reshape() []Proposal {
	var all []Proposal
	for _, name := range numberFields() {
		cand, known := c.byField[name]
		if !known || cand.read.Value == "" {
			continue
		}
		shape, example, held := c.shape(name, len([]rune(cand.read.Value)))
		if held == 0 {
			continue
		}
		text, ok := inShape(cand.read.Value, shape, held > 1)
		if !ok || text == cand.read.Value {
			continue
		}
		if found := c.page.quotes.Find(cand.target, cand.read.Value); len(found) > 0 && isRecognized(found[0].Parts) {
			q := llm.Quote{Value: text, Parts: found[0].Parts}
			all = append(all, Proposal{Name: name, Quote: q, Example: example, Held: held})
		}
	}
	return all
}

// shape returns the common shape of the vendor's numbers, its newest example and their count; 0 if they differ.
func (c *candidates) shape(name string, length int) (shape string, newest *template.Example, held int) {
	return unanimousValue(c.template, func(l *template.Example) *string {
		f := l.Field(name)
		if f == nil || len([]rune(f.Shape)) != length || !c.identifiesVendor(l, name) {
			return nil
		}
		return &f.Shape
	})
}

// asShaped returns the printed number if OCR only confused its signs with letters or digits.
func (p *Page) asShaped(t llm.Target, right, read string) (printed string, ok bool) {
	text, ok := inShape(read, shapeOf(right), false)
	if !ok || text != right {
		return "", false
	}
	found := p.quotes.Find(t, read)
	return read, len(found) > 0 && isRecognized(found[0].Parts)
}
