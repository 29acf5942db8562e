package layout

import (
	"cmp"
	"slices"
)

// Tables returns the tables of a page. They must not be changed.
func (p *Page) Tables() []*Table {
	if !p.tablesFound {
		p.tables, p.tablesFound = p.findTables(plausibleHeader), true
	}
	return p.tables
}

// CountedTables returns the tables of a page that count goods, with or without prices. They must not be changed.
func (p *Page) CountedTables() []*Table { return p.findTables(countedHeader) }

func (p *Page) findTables(plausible func([]Heading) bool) []*Table {
	var tables []*Table
	for row := 0; row < len(p.Rows); row++ {
		t := p.headerAt(row, plausible)
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

// bodyPasses returns the passes that sort rows into columns, and reinterpret the columns by their cells.
func bodyPasses() []func(t *Table, end int) {
	return []func(*Table, int){
		(*Table).partFronts,
		(*Table).assignAll,
		(*Table).resolveDescription,
		(*Table).resolveContents,
	}
}

// Continue sorts the rows of a further page without a header into the columns of t.
func (t *Table) Continue(p *Page) []TableRow {
	return t.assignRows(p, 0, len(p.Rows))
}

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
