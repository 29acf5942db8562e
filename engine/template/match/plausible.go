package match

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// isPlausible reports whether a proposal has the field's form: a place may hold something else on this page.
func (c *candidate) isPlausible() bool {
	postal := slices.ContainsFunc(c.best.Quote.Parts, func(l layout.Part) bool {
		return textshape.PostalLine(l.Words()) && strings.ContainsFunc(l.Text(), unicode.IsLetter)
	})
	switch {
	case c.target.Name():
		return !postal && !c.truncates() && !c.isUnlikeName() &&
			!slices.ContainsFunc(c.best.Quote.Parts, func(l layout.Part) bool { return isCareOf(l.Text()) })
	case c.target.Party() && !c.target.Address():
		return !isMalformedTaxID(c.best.Quote.Value)
	case c.target.Address():
		read := strings.Split(c.read.Value, ", ")
		return !c.addsNameLine() && !c.truncates() && c.endsWithLetters() && (postal ||
			!slices.ContainsFunc(read, func(line string) bool { return textshape.PostalLine(strings.Fields(line)) }))
	}
	return true
}

// isUnlikeName reports whether a line is a document title, or the first is less like a name than the extracted one.
func (c *candidate) isUnlikeName() bool {
	parts := c.best.Quote.Parts
	if slices.ContainsFunc(parts, func(l layout.Part) bool { return textshape.TitleLine(l.Words()) }) {
		return true
	}
	like := func(words []string) bool {
		return textshape.NameLike(words) &&
			(recognize.CountDigits(strings.Join(words, "")) == 0 || !textshape.Street(words, ""))
	}
	return len(parts) > 0 && !like(parts[0].Words()) && like(strings.Fields(c.read.Value))
}

// endsWithLetters reports whether the last line has letters: a number alone is a registration or phone number.
func (c *candidate) endsWithLetters() bool {
	parts := c.best.Quote.Parts
	return len(parts) == 0 || strings.ContainsFunc(parts[len(parts)-1].Text(), unicode.IsLetter)
}

// isMalformedTaxID reports whether a tax ID starts with a country's prefix but has the wrong format, so it was misread.
func isMalformedTaxID(text string) bool {
	const prefix = 2
	compact := strings.ToUpper(recognize.Compact(text))
	return len(compact) > prefix && country.HasVAT(compact[:prefix]) && recognize.CountDigits(compact[:prefix]) == 0 &&
		!country.IsVAT(compact[:prefix], compact[prefix:])
}

// addsNameLine reports whether the proposal puts the second line of a name before an address.
func (c *candidate) addsNameLine() bool {
	first, _, _ := strings.Cut(c.read.Value, ", ")
	return recognize.CountDigits(first) > 0 && strings.Contains(first, " ") &&
		recognize.CountDigits(c.best.Quote.Parts[0].Text()) == 0 &&
		strings.HasSuffix(recognize.Compact(c.best.Quote.Value), recognize.Compact(c.read.Value))
}

// isCareOf reports whether a line names a contact, such as "c/o Lowe". It belongs to an address, not to a name.
func isCareOf(line string) bool {
	folded := recognize.FoldWords(line)
	return len(folded) > 2 && textshape.AtHome(folded)
}

// truncates reports whether a proposal cuts off a part of the value: a legal form, middle words or the open end of a
// name; house, post box or street of an address; or a text after the post code, such as a province.
func (c *candidate) truncates() bool {
	proposal := c.best.Quote.Value
	proposed, read := strings.Fields(proposal), strings.Fields(c.read.Value)
	if c.target.Name() && hasGap(proposed, read) {
		return true
	}
	if !strings.Contains(recognize.Compact(c.read.Value), recognize.Compact(proposal)) {
		return false
	}
	if c.target.Name() {
		n := len(proposed)
		within := n > 1 && n < len(read) && slices.Equal(proposed, read[:n]) && textshape.OnlyLegalForm(read[n-1:])
		return within || // such as "S." and "Coop."
			textshape.EndsOpen(proposed) || textshape.HasLegalForm(read) && !textshape.HasLegalForm(proposed)
	}
	before, behind, _ := strings.Cut(c.read.Value, proposal)
	return slices.ContainsFunc(strings.Split(before, ", "), isAddressLine) ||
		behind != "" && recognize.CountDigits(behind) == 0
}

// hasGap reports whether words lack middle words of others, such as a line of a name at another edge.
func hasGap(words, of []string) bool {
	n := len(words)
	if n < 2 || n >= len(of) {
		return false
	}
	first := 0
	for first < n && words[first] == of[first] {
		first++
	}
	return first > 0 && first < n && slices.Equal(words[first:], of[len(of)-(n-first):])
}

// isAddressLine reports whether a line before a street or town belongs to the address, unlike a department.
func isAddressLine(line string) bool {
	const longest = 3 // words of a post box
	words := strings.Fields(line)
	return textshape.House(words) || textshape.Street(words, "") || isCareOf(line) ||
		lexicon.PostBox.Opens(recognize.FoldWords(line), longest) > 0
}

const thousand = 1000

// block is the first line of a block of lines; places are in thousandths of the page.
type block struct {
	segment   *layout.Segment
	page      int // 1 for the first page, 0 for the last of several
	x0, x1, y int
}

func (p *Page) addBlock(s *layout.Segment) {
	number := p.pageNumber(s.Page)
	if number < 0 || s.Page.Width <= 0 || s.Page.Height <= 0 {
		return
	}
	p.blocks = append(p.blocks, block{
		segment: s, page: number, x0: int(thousand * s.Box.X0 / s.Page.Width), x1: int(thousand * s.Box.X1 / s.Page.Width),
		y: int(thousand * s.Box.CenterY() / s.Page.Height),
	})
}

// pageNumber returns 1 for the first page, 0 for the last, and -1 for others, on which places mean nothing.
func (p *Page) pageNumber(page *layout.Page) int {
	switch pages := p.doc.Layout.Pages; {
	case page == pages[0]:
		return 1
	case page == pages[len(pages)-1]:
		return 0
	}
	return -1
}

func (b block) String() string { return fmt.Sprintf("@%d.%d.%d.%d", b.page, b.x0, b.x1, b.y) }

func (b block) orderedBase() string {
	return fmt.Sprintf("%%%d.%d.%d.%d", b.page, b.segment.Column, b.segment.Column, b.y)
}

// countedBase is the block's place by the count of blocks above it; false if too many for a page head.
func (p *Page) countedBase(i int) (base string, ok bool) {
	const most = 4
	b := &p.blocks[i]
	at := template.Place{Page: b.page, X0: b.x0, X1: b.x1}
	n := 0
	for k := range i {
		if o := &p.blocks[k]; o.page == b.page && at.SharesEdge(o.x0, o.x1) {
			n++
		}
	}
	return fmt.Sprintf("^%d.%d.%d.%d", b.page, b.x0, b.x1, n), n <= most
}

// countedBlock returns the block at an edge with that many blocks above it, or nil.
func (p *Page) countedBlock(want template.Place) *layout.Segment {
	n := want.Y
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.page != want.Page || !want.SharesEdge(b.x0, b.x1) {
			continue
		}
		if n == 0 {
			return b.segment
		}
		n--
	}
	return nil
}

// nearestBlock returns the block nearest to the place of a base, or nil.
func (p *Page) nearestBlock(base string) *layout.Segment {
	want, ok := template.ParsePlace(base)
	if !ok {
		return nil
	}
	if want.Counted {
		return p.countedBlock(want)
	}
	var best *layout.Segment
	least := 0
	for i := range p.blocks {
		b := &p.blocks[i]
		at := template.Place{Page: b.page, X0: b.x0, X1: b.x1, Y: b.y}
		if want.Ordered {
			at.X0, at.X1, at.Ordered = b.segment.Column, b.segment.Column, true
		}
		d, near := want.Distance(at)
		if near && (best == nil || d < least) {
			best, least = b.segment, d
		}
	}
	return best
}

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
