package layout

import (
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

// Has reports whether the header names the column.
func (t *Table) Has(c Column) bool {
	return slices.ContainsFunc(t.Headings, func(h Heading) bool { return h.Column == c })
}

// Names reports whether the words of a heading name the column, and not only the content of its cells. A heading of
// several lines counts as naming it.
func (t *Table) Names(c Column) bool {
	return slices.ContainsFunc(t.Headings, func(h Heading) bool {
		named, _ := ColumnNamed(h.phrase)
		return h.Column == c && (named == c || h.whole == nil)
	})
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

// Tables returns the tables of a page. They must not be changed.
func (p *Page) Tables() []*Table {
	if !p.tablesFound {
		p.tables, p.tablesFound = p.findTables(), true
	}
	return p.tables
}

func (p *Page) findTables() []*Table {
	var tables []*Table
	for row := 0; row < len(p.Rows); row++ {
		t := p.headerAt(row)
		if t == nil {
			continue
		}
		tables = append(tables, t)
		row = t.Last
	}
	for i, t := range tables {
		end := len(p.Rows)
		if i+1 < len(tables) {
			end = max(t.Last+1, tables[i+1].First)
		}
		for _, resolve := range bodyPasses() {
			resolve(t, end)
		}
	}
	return tables
}

// Continue sorts the rows of a further page without a header into the columns of t.
func (t *Table) Continue(p *Page) []TableRow {
	return t.assignRows(p, 0, len(p.Rows))
}

// assignAll sorts the rows below the headings, up to row end of the page.
func (t *Table) assignAll(end int) {
	t.alignText(t.Page.Rows[t.Last+1 : end])
	t.Rows = t.assignRows(t.Page, t.Last+1, end)
}

func (t *Table) assignRows(p *Page, first, end int) []TableRow {
	var rows []TableRow
	for row := first; row < end; row++ {
		rows = append(rows, t.assignRow(p, row))
	}
	return rows
}

// assignRow sorts the tokens of a row into the columns.
func (t *Table) assignRow(p *Page, row int) TableRow {
	tr := TableRow{Page: p, Index: row, Cells: map[Column][]Part{}}
	t = t.byLine(p.Rows[row])
	for _, s := range p.Rows[row].Segments {
		t.assignSegment(&tr, s)
	}
	t.spread(&tr)
	t.count(&tr)
	t.joinText(&tr)
	return tr
}

// count moves a number from the unit column to an empty quantity column: "4 pcs" may end under the second heading.
func (t *Table) count(tr *TableRow) {
	parts := tr.Cells[ColumnUnit]
	if t.Has(ColumnQuantity) && len(tr.Cells[ColumnQuantity]) == 0 && len(parts) == 1 &&
		words.Numeric(parts[0].Words()) && !t.beyondText(ColumnQuantity, parts[0].Box()) {
		delete(tr.Cells, ColumnUnit)
		tr.Cells[ColumnQuantity] = parts
	}
}

// beyondText reports whether the descriptions are between a box and every heading of the column.
func (t *Table) beyondText(c Column, b Box) bool {
	for i, h := range t.Headings {
		if h.Column != c {
			continue
		}
		text := slices.IndexFunc(t.Headings[i:], func(d Heading) bool { return d.Column == ColumnDescription })
		if text < 0 || t.Headings[i+text].Box.X1 > b.X0 {
			return false
		}
	}
	return true
}

// spread moves the first of two numbers in one numeric column to the empty numeric column left of it, because
// headings are often narrower than their cells and misaligned with them.
func (t *Table) spread(tr *TableRow) {
	for i := len(t.Headings) - 1; i > 0; i-- {
		c, left := t.Headings[i].Column, t.Headings[i-1].Column
		parts := tr.Cells[c]
		if len(parts) <= t.headings(c) || !c.Numeric() || !left.Numeric() || left == c || len(tr.Cells[left]) > 0 {
			continue
		}
		if words.Numeric(parts[0].Words()) && words.Numeric(parts[1].Words()) && !keysTax(parts) {
			tr.Cells[left] = parts[:1]
			tr.Cells[c] = parts[1:]
		}
	}
}

// assignSegment assigns a segment to its heading. Under several, numbers go to the nearest numeric one.
func (t *Table) assignSegment(tr *TableRow, s *Segment) {
	under := 0
	for _, h := range t.Headings {
		if h.Box.OverlapX(s.Box) > 0 || h.Column == ColumnDescription && s.Box.X0 < t.textLeft && s.Box.X1 > t.textLeft {
			under++
		}
	}
	whole := Part{s, 0, len(s.Tokens) - 1}
	if under <= 1 || len(s.Tokens) == 1 {
		h := t.nearest(s.Box, words.Numeric(s.Words))
		if !h.Numeric() && (t.ofText(tr, s, under == 0) || len(tr.Cells[h]) > 0 && t.beforeText(tr, s)) {
			h = ColumnDescription // although it is shorter than those that reach under the heading
		}
		tr.Cells[h] = append(tr.Cells[h], whole)
		return
	}
	t.splitSegment(tr, s)
}

func (t *Table) splitSegment(tr *TableRow, s *Segment) {
	current := ColumnOther
	start := 0
	flush := func(end int) {
		if end > start {
			tr.Cells[current] = append(tr.Cells[current], Part{s, start, end - 1})
		}
		start = end
	}
	inside := -1 // the last digit group of the current amount
	for i := range s.Tokens {
		if i <= inside {
			continue // "1 056 500,00" is in one cell
		}
		inside = s.groupsFrom(i)
		box := s.SpanBox(i, max(i, inside))
		h := t.columnLeftOf(box, t.nearest(box, words.Numeric(s.Words[i:i+1])))
		if i > 0 && !words.Numeric(s.Words[i:i+1]) && (current == ColumnDescription || current.Numeric()) {
			if !t.firmlyUnder(s.Tokens[i].Box, h) && !t.opensText(s.Tokens[i].Box, h) || current == ColumnDescription &&
				h.Numeric() {
				h = current
			}
		}
		switch {
		case i == 0:
			current = h
		case !h.Numeric() && t.opensText(box, ColumnDescription):
			h = ColumnDescription
		}
		if h != current {
			flush(i)
			current = h
		}
	}
	flush(len(s.Tokens))
}

// groupsFrom returns the last digit group of an amount that begins at a token, or -1.
func (s *Segment) groupsFrom(first int) int {
	const room = 0.56 // in heights: monospaced print has slightly more than a half
	for _, a := range s.Amounts() {
		if first < a.First || first >= a.Last || !isASCIIDigit(s.Words[first][0]) {
			continue
		}
		last := first
		for last < a.Last && isASCIIDigit(s.Words[last+1][0]) &&
			s.Tokens[last+1].Box.X0-s.Tokens[last].Box.X1 <= room*s.Height() {
			last++
		}
		return last
	}
	return -1
}

// firmlyUnder reports whether most of the box is under a heading of the column.
func (t *Table) firmlyUnder(b Box, c Column) bool {
	for _, h := range t.Headings {
		if h.Column == c && h.Box.OverlapX(b) > 0.5*b.Width() {
			return true
		}
	}
	return false
}

// nearest returns the nearest column, preferably one that overlaps. A heading of the wrong kind is further away.
func (t *Table) nearest(b Box, numeric bool) Column {
	best, bestCost := ColumnOther, 0.0
	for i, h := range t.Headings {
		cost := -h.Box.OverlapX(b)
		if cost < 0 {
			cost = 20 * cost / min(h.Box.Width(), b.Width())
		}
		if h.Column.Numeric() != numeric {
			cost += 15
		}
		if i == 0 || cost < bestCost {
			best, bestCost = h.Column, cost
		}
	}
	return best
}
