package layout

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Column is the meaning of a table's column.
type Column int

// Meanings of columns.
const (
	ColumnOther Column = iota
	ColumnPosition
	ColumnCode
	ColumnDescription
	ColumnDate
	ColumnQuantity
	ColumnUnit
	ColumnUnitPrice
	ColumnDiscount
	ColumnTaxRate
	ColumnTaxAmount
	ColumnAmount
	ColumnGross
	ColumnBalance
	ColumnDebit
	ColumnCredit
	ColumnPriceBase // the number of units that the unit price is for
)

// Numeric reports whether the column holds numbers.
func (c Column) Numeric() bool { return c >= ColumnQuantity && c != ColumnUnit }

func (c Column) money() bool {
	switch c {
	case ColumnUnitPrice, ColumnTaxAmount, ColumnAmount, ColumnGross, ColumnBalance, ColumnDebit, ColumnCredit:
		return true
	}
	return false
}

// Part is a run of tokens of one segment.
type Part struct {
	Segment     *Segment
	First, Last int
}

func (s *Segment) wholePart() Part { return Part{s, 0, len(s.Tokens) - 1} }

// Text joins the words of the part.
func (p Part) Text() string { return recognize.Span{First: p.First, Last: p.Last}.Raw(p.Segment.Words) }

// Words returns the printed words.
func (p Part) Words() []string { return p.Segment.Words[p.First : p.Last+1] }

// Recognized reports whether the first word of the part is from text recognition.
func (p Part) Recognized() bool { return p.Segment.Tokens[p.First].Source == document.SourceOCR }

// Box returns the box around the part.
func (p Part) Box() Box { return p.Segment.SpanBox(p.First, p.Last) }

// TableRow is one visual row under a header, with its parts sorted into columns.
type TableRow struct {
	Page  *Page
	Index int // in Page.Rows
	Cells map[Column][]Part
}

// priced reports whether the row has a number in a column of money.
func (r TableRow) priced() bool {
	return r.hasNumberIn([]Column{ColumnAmount, ColumnGross, ColumnUnitPrice})
}

func (r TableRow) hasNumberIn(columns []Column) bool {
	for _, c := range columns {
		if slices.ContainsFunc(r.Cells[c], func(p Part) bool { return words.Numeric(p.Words()) }) {
			return true
		}
	}
	return false
}

// Table is a header with the rows below it, to the next header or the end of the page. The readers of a table
// decide where its body ends.
type Table struct {
	Page     *Page
	First    int // row of the header
	Last     int // last row of the header
	Headings []Heading
	Rows     []TableRow

	textLeft float64 // left edge of the descriptions, 0 if unknown
	textHead float64 // that of their heading
}

// Heading is one header cell.
type Heading struct {
	Column Column
	Box    Box

	phrase string // folded
	taxed  bool   // only says whether the amounts include tax: "excl. VAT"

	parts []Heading // alternatives if it may be one heading or two: see twoHeadings
	whole *Segment  // the segment if the heading is all of it; unknown words in it may head a separate column
	named int       // the first of its words that name the column, or 0
	line  headerLine
}

// headerLine is the line of a stacked header that a heading is in.
type headerLine int

const (
	lineOnly headerLine = iota // the header has one line
	lineNames
	lineNumbers
)

// Has reports whether the header names the column.
func (t *Table) Has(c Column) bool {
	return slices.ContainsFunc(t.Headings, func(h Heading) bool { return h.Column == c })
}

// headings counts the headings of the column, for example "unit price" with and without tax.
func (t *Table) headings(c Column) int {
	n := 0
	for _, h := range t.Headings {
		if h.Column == c {
			n++
		}
	}
	return n
}

// headingOf returns the heading of its column that a part is nearest to.
func (t *Table) headingOf(part Part) int {
	box := part.Box()
	best, least := -1, math.MaxFloat64
	for i, h := range t.Headings {
		if d := -h.Box.OverlapX(box); d < least {
			best, least = i, d
		}
	}
	return best
}

// body returns the rows down to the last one with an amount or a price.
func (t *Table) body() []TableRow {
	for i := len(t.Rows) - 1; i >= 0; i-- {
		if t.Rows[i].priced() {
			return t.Rows[:i+1]
		}
	}
	return nil
}

// itemRows returns the rows of the body with numbers in two columns, which sums and page footers rarely have.
func (t *Table) itemRows() []TableRow {
	var rows []TableRow
	for _, row := range t.body() {
		n := 0
		for _, c := range []Column{ColumnQuantity, ColumnUnitPrice, ColumnAmount, ColumnGross} {
			if row.hasNumberIn([]Column{c}) {
				n++
			}
		}
		if n > 1 {
			rows = append(rows, row)
		}
	}
	return rows
}
