package layout

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

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
	t.nameBesideCount(&tr)
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
	if under <= 1 || len(s.Tokens) == 1 {
		h := t.nearest(s.Box, words.Numeric(s.Words))
		if !h.Numeric() && (t.ofText(tr, s, under == 0) || len(tr.Cells[h]) > 0 && t.beforeText(tr, s)) {
			h = ColumnDescription // although it is shorter than those that reach under the heading
		}
		if t.bracketsText(tr, s) {
			h = ColumnDescription
		}
		tr.Cells[h] = append(tr.Cells[h], s.wholePart())
		return
	}
	t.splitSegment(tr, s)
}

// bracketsText reports whether a segment is the end of the description before it, in brackets: "Bolts  (100 pcs)".
func (t *Table) bracketsText(tr *TableRow, s *Segment) bool {
	text := tr.Cells[ColumnDescription]
	return strings.HasPrefix(s.Words[0], "(") && len(text) > 0 && text[len(text)-1].Segment == s.Left() &&
		s.Box.X0-s.Left().Box.X1 < s.Height()
}

// nameBesideCount moves words behind a quantity to the empty description: a short name under a wide, centered heading
// is nearer to the heading left of it.
func (t *Table) nameBesideCount(tr *TableRow) {
	parts := tr.Cells[ColumnQuantity]
	if len(parts) != 2 || len(tr.Cells[ColumnDescription]) > 0 || !tr.priced() || !words.Numeric(parts[0].Words()) ||
		!words.Lettered(parts[1].Text()) || lexicon.Piece.Has(recognize.Fold(parts[1].Text())) {
		return
	}
	quantity := slices.IndexFunc(t.Headings, func(h Heading) bool { return h.Column == ColumnQuantity })
	if next := quantity + 1; next < len(t.Headings) && t.Headings[next].Column == ColumnDescription &&
		parts[1].Box().X0 > t.Headings[quantity].Box.X1 {
		tr.Cells[ColumnQuantity], tr.Cells[ColumnDescription] = parts[:1], parts[1:]
	}
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

// joinText makes one description of words that begin under a heading of dates or an unknown heading, and are not
// its cells. Expenses are listed so, indented or over the full width, under the work of a day. The row must have
// money.
func (t *Table) joinText(tr *TableRow) {
	if !t.Has(ColumnDescription) || !tr.priced() {
		return
	}
	for _, c := range []Column{ColumnDate, ColumnOther} {
		for _, p := range tr.Cells[c] {
			if words.Lettered(p.Text()) && !strings.ContainsAny(p.Text(), "0123456789") && t.overruns(tr, c, p) {
				t.describe(tr, p)
				return
			}
		}
	}
}

// overruns reports whether words in a column are not its cell: they continue in the description without a word at
// its edge or, in a row without a description, are not a date, or are aligned differently than their heading.
func (t *Table) overruns(tr *TableRow, c Column, p Part) bool {
	if p.First > 0 {
		return false // after a separate cell
	}
	slack := t.Page.alignSlack()
	if text := tr.Cells[ColumnDescription]; len(text) > 0 {
		begins := t.textLeft > 0 && math.Abs(text[0].Box().X0-t.textLeft) <= slack
		return text[0].Segment == p.Segment && !begins
	}
	for _, h := range t.Headings {
		if h.Column == ColumnDescription && p.Box().X0 > h.Box.X0 {
			return false
		}
		if h.Column == c && c != ColumnDate && (math.Abs(h.Box.X0-p.Box().X0) <= slack ||
			math.Abs(h.Box.CenterX()-p.Box().CenterX()) <= slack) {
			return false
		}
	}
	return true
}

// describe moves all non-numeric words of a segment to the description.
func (t *Table) describe(tr *TableRow, p Part) {
	for c, parts := range tr.Cells {
		var others []Part
		for _, o := range parts {
			if c.Numeric() || o.Segment != p.Segment {
				others = append(others, o)
				continue
			}
			p.First, p.Last = min(p.First, o.First), max(p.Last, o.Last)
		}
		if tr.Cells[c] = others; len(others) == 0 {
			delete(tr.Cells, c)
		}
	}
	tr.Cells[ColumnDescription] = append([]Part{p}, tr.Cells[ColumnDescription]...)
}
