package layout

import (
	"math"
	"strings"

	"github.com/docmill/docmill/engine/layout/words"
)

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
