package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
)

// ItemsMatch is how a template reads the line items of a page.
type ItemsMatch struct {
	// Tables are the document's tables with learned columns.
	Tables []*layout.Table
	// Columns are the found columns, by member.
	Columns map[string]template.ColumnReliability
	// Example is the example with these columns.
	Example *template.Example
	// Lines says which lines belong to a description.
	Lines template.Lines
	// Missed says that in an example other rows than the right ones were extracted.
	Missed bool
	// Certain says that the page matches the template without doubt. Related designs may have the same table.
	Certain bool

	ends []uint32
	page *Page
}

// IsEnd reports whether a row is the first one below the items.
func (r *ItemsMatch) IsEnd(row *layout.Row) bool {
	return slices.ContainsFunc(r.page.labelsOfRow(row), func(l uint32) bool { return slices.Contains(r.ends, l) })
}

// Outweighs reports whether a template's value replaces the extracted one: if the page's arithmetic proves it, or if
// the column was extracted wrong before. A possible slip of a person does not count, and a single correction does not
// outweigh a confident value.
func (r *ItemsMatch) Outweighs(member string, read Reading, proven bool) bool {
	s, ok := r.Columns[member]
	switch {
	case !ok:
		return false
	case proven && (member == "quantity" || member == "unitPrice" || member == "amount"):
		return true
	case !r.Certain, s.Missed == 0, s.Missed == s.Slips && s.Held <= maxSlips:
		return false
	}
	return read.Value == "" || read.Confidence < minSureConfidence || s.Held > 1 || s.Missed > 1
}

// Minimum likeness without a known vendor on the page, for using columns and for a certain match: related designs
// have similar tables.
const (
	minItemsLikeness   = 0.55
	minCertainLikeness = 0.8
)

// Items finds the template's item columns on the page, which has the given likeness (see Best). It returns false if
// the document has no table with most of them.
func (p *Page) Items(l *template.Template, likeness float64) (ItemsMatch, bool) {
	best, most := ItemsMatch{page: p, ends: l.Ends()}, 0
	known := l.SharesVendor(template.Fingerprint{Vendors: Vendors(p.doc)})
	best.Certain = known || likeness >= minCertainLikeness
	if likeness < minItemsLikeness && !known {
		return best, false
	}
	for i := range l.Examples {
		example := &l.Examples[i]
		if example.Items == nil || len(example.Items.Columns) > template.MaxColumns {
			continue
		}
		best.Missed = best.Missed || example.Items.Missed
		columns, standings := reliableColumns(l, example.Items)
		found := p.learnedTables(columns, best.Certain)
		if found.matched <= most {
			continue
		}
		most, best.Example, best.Columns = found.matched, example, map[string]template.ColumnReliability{}
		best.Tables, best.Certain = found.all, best.Certain || found.whole
		if l.OneHeader() {
			best.Tables = found.own
		}
		for _, field := range found.fields {
			best.Columns[field] = standings[field]
		}
	}
	best.Lines = l.Lines()
	return best, most > 0
}

// reliableColumns returns the columns of an example with their standings. Columns that no longer count lose their
// field.
func reliableColumns(l *template.Template, items *template.Items) ([]template.Column,
	map[string]template.ColumnReliability) {
	columns, standings := slices.Clone(items.Columns), map[string]template.ColumnReliability{}
	for i := range columns {
		c := &columns[i]
		if _, known := columnOf(c.Field); !known {
			c.Field = ""
			continue
		}
		if s := l.ColumnReliability(c); s.IsReliable() {
			standings[c.Field] = s
		} else {
			c.Field = ""
		}
	}
	return columns, standings
}

type learnedTables struct {
	all, own []*layout.Table // own are those with the learned header
	matched  int             // weight of the best header
	fields   []string        // members whose columns were found
	whole    bool            // the header equals the learned one
}

// learnedTables applies the columns to the tables whose headers show them, or makes a table from a matching row.
func (p *Page) learnedTables(columns []template.Column, certain bool) learnedTables {
	found, weights := learnedTables{all: slices.Clone(p.doc.Tables)}, map[*layout.Table]int{}
	for i, t := range found.all {
		a := align(columns, headerOf(t))
		if !a.hasEnoughMatches(certain) {
			continue
		}
		found.all[i] = layout.NewTable(t.Page, t.First, t.Last, a.learnedHeadings())
		weights[found.all[i]] = a.weight()
		if n := a.weight(); n > found.matched {
			found.matched, found.fields, found.whole = n, a.fields(), a.equalsLearned()
		}
	}
	if found.matched > 0 {
		found.own = slices.DeleteFunc(slices.Clone(found.all), func(t *layout.Table) bool {
			return !sameHeader(weights[t], found.matched)
		})
		return found
	}
	for _, page := range p.doc.Layout.Pages {
		for row, r := range page.Rows {
			if !p.mayBeHeader(r) {
				continue
			}
			a := align(columns, tableHeader{page: page, first: row, last: row})
			if a.hasEnoughMatches(certain) && a.weight() > found.matched {
				found = p.madeTable(layout.NewTable(page, row, row, a.learnedHeadings()), a.weight(), a.fields())
			}
		}
	}
	if found.matched > 0 {
		return found
	}
	if t, fields := p.headerlessTable(columns); t != nil {
		return p.madeTable(t, len(fields), fields)
	}
	return found
}

func (p *Page) madeTable(made *layout.Table, matched int, fields []string) learnedTables {
	return learnedTables{
		all: insertTable(p.doc.Tables, made), own: []*layout.Table{made}, matched: matched, fields: fields,
	}
}

// mayBeHeader reports whether a row may be a header: it has several segments and no amounts.
func (p *Page) mayBeHeader(r *layout.Row) bool {
	return len(r.Segments) > 1 &&
		!slices.ContainsFunc(r.Segments, func(s *layout.Segment) bool { return len(p.doc.Spans[s].Amounts) > 0 })
}

func insertTable(tables []*layout.Table, t *layout.Table) []*layout.Table {
	all := append(slices.Clone(tables), t)
	slices.SortStableFunc(all, func(a, b *layout.Table) int {
		return cmp.Or(cmp.Compare(a.Page.Number, b.Page.Number), cmp.Compare(a.First, b.First))
	})
	return all
}
