package layout

import (
	"cmp"
	"slices"
)

// NewTable makes a table from known headings in the rows first to last of the page.
func NewTable(p *Page, first, last int, headings []Heading) *Table {
	t := &Table{Page: p, First: first, Last: last, Headings: slices.Clone(headings)}
	slices.SortStableFunc(t.Headings, func(a, b Heading) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	end := len(p.Rows)
	for _, o := range p.Tables() {
		if o.First > last {
			end = min(end, o.First)
		}
	}
	t.assignAll(end)
	return t
}
