package match

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
)

// numbered are the fields whose values a vendor counts: all have the same shape.
func numbered() []string { return []string{"invoiceNumber", "receiptNumber"} }

// longestShape bounds a shape, in characters.
const longestShape = 24

// Characters of shapes that stand for others.
const (
	anyDigit   = '9'
	anyCapital = 'A'
	anySmall   = 'a'
)

// shapeOf is the shape of a number: its digits as 9, its letters as A and a, signs as they
// are; "" of one that is too long.
func shapeOf(number string) string {
	shape := strings.Map(shapeOfRune, number)
	if len(shape) > longestShape {
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

// inShape writes a number that was recognised from pixels in a shape, where recognition takes
// what stands there for what it read; false where it cannot be that. Strokes for slashes are
// taken from one page, letters and digits for each other from several alone.
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

// reshaped proposes numbers that were recognised from pixels in the shape that the vendor's
// have.
func (c *claims) reshaped() []Proposal {
	var all []Proposal
	for _, name := range numbered() {
		claim, known := c.by[name]
		if !known || claim.read.Value == "" {
			continue
		}
		shape, lesson, held := c.shape(name, len([]rune(claim.read.Value)))
		if held == 0 {
			continue
		}
		text, ok := inShape(claim.read.Value, shape, held > 1)
		if !ok || text == claim.read.Value {
			continue
		}
		if found := c.page.quotes.Find(claim.target, claim.read.Value); len(found) > 0 && recognised(found[0].Parts) {
			q := llm.Quote{Value: text, Parts: found[0].Parts}
			all = append(all, Proposal{Name: name, Quote: q, Lesson: lesson, Held: held})
		}
	}
	return all
}

// shape is what the vendor's numbers of a length have in common, the newest lesson that says
// so, and how many do; 0 where they differ.
func (c *claims) shape(name string, length int) (shape string, newest *template.Lesson, held int) {
	return agreed(c.layout, func(l *template.Lesson) *string {
		f := l.Field(name)
		if f == nil || len([]rune(f.Shape)) != length || !c.identifies(l, name) {
			return nil
		}
		return &f.Shape
	})
}

// asShaped returns what stands on the page for a number of which recognition took signs for
// letters or digits.
func (p *Page) asShaped(t llm.Target, right, read string) (printed string, ok bool) {
	text, ok := inShape(read, shapeOf(right), false)
	if !ok || text != right {
		return "", false
	}
	found := p.quotes.Find(t, read)
	return read, len(found) > 0 && recognised(found[0].Parts)
}
