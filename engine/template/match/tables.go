package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
)

// ItemsReading is how a template reads the line items of a page.
type ItemsReading struct {
	// Tables are the document's tables with learned columns.
	Tables []*layout.Table
	// Columns are the found columns, by member.
	Columns map[string]template.ColumnStanding
	// Lesson is the example with these columns.
	Lesson *template.Lesson
	// Lines says which lines belong to a description.
	Lines template.Lines
	// Missed says that in an example other rows than the right ones were extracted.
	Missed bool
	// Certain says that the page matches the template without doubt. Related designs may have the same table.
	Certain bool

	ends []uint32
	page *Page
}

// Ends reports whether a row is the first one below the items.
func (r *ItemsReading) Ends(row *layout.Row) bool {
	return slices.ContainsFunc(r.page.labelsOfRow(row), func(l uint32) bool { return slices.Contains(r.ends, l) })
}

// Outweighs reports whether a template's value replaces the extracted one: if the page's arithmetic proves it, or if
// the column was extracted wrong before. A possible slip of a person does not count, and a single correction does not
// outweigh a confident value.
func (r *ItemsReading) Outweighs(member string, read Reading, proven bool) bool {
	s, ok := r.Columns[member]
	switch {
	case !ok:
		return false
	case proven && (member == "quantity" || member == "unitPrice" || member == "amount"):
		return true
	case !r.Certain, s.Missed == 0, s.Missed == s.Slips && s.Held <= mostSlips:
		return false
	}
	return read.Value == "" || read.Confidence < sure || s.Held > 1 || s.Missed > 1
}

// Minimum likeness without a known vendor on the page, for using columns and for a certain match: related designs
// have similar tables.
const (
	probably  = 0.55
	certainly = 0.8
)

// Items finds the template's item columns on the page, which has the given likeness (see Best). It returns false if
// the document has no table with most of them.
func (p *Page) Items(l *template.Layout, likeness float64) (ItemsReading, bool) {
	best, most := ItemsReading{page: p, ends: l.Ends()}, 0
	known := l.SharesVendor(template.Fingerprint{Vendors: Vendors(p.doc)})
	best.Certain = known || likeness >= certainly
	if likeness < probably && !known {
		return best, false
	}
	for i := range l.Lessons {
		lesson := &l.Lessons[i]
		if lesson.Items == nil || len(lesson.Items.Columns) > template.MaxColumns {
			continue
		}
		best.Missed = best.Missed || lesson.Items.Missed
		columns, standings := counting(l, lesson.Items)
		found := p.learnedTables(columns, best.Certain)
		if found.matched <= most {
			continue
		}
		most, best.Lesson, best.Columns = found.matched, lesson, map[string]template.ColumnStanding{}
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

// counting returns the columns of an example with their standings. Columns that no longer count lose their field.
func counting(l *template.Layout, items *template.Items) ([]template.Column, map[string]template.ColumnStanding) {
	columns, standings := slices.Clone(items.Columns), map[string]template.ColumnStanding{}
	for i := range columns {
		c := &columns[i]
		if _, known := columnOf(c.Field); !known {
			c.Field = ""
			continue
		}
		if s := l.Standing(c); s.Counts() {
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
		if !a.enough(certain) {
			continue
		}
		found.all[i] = layout.NewTable(t.Page, t.First, t.Last, a.settled())
		weights[found.all[i]] = a.weight()
		if n := a.weight(); n > found.matched {
			found.matched, found.fields, found.whole = n, a.fields(), a.whole()
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
			if !p.mayHead(r) {
				continue
			}
			a := align(columns, tableHeader{page: page, first: row, last: row})
			if a.enough(certain) && a.weight() > found.matched {
				found = p.with(layout.NewTable(page, row, row, a.settled()), a.weight(), a.fields())
			}
		}
	}
	if found.matched > 0 {
		return found
	}
	if t, fields := p.headless(columns); t != nil {
		return p.with(t, len(fields), fields)
	}
	return found
}

func (p *Page) with(made *layout.Table, matched int, fields []string) learnedTables {
	return learnedTables{
		all: inOrder(p.doc.Tables, made), own: []*layout.Table{made}, matched: matched, fields: fields,
	}
}

// mayHead reports whether a row may be a header: it has several segments and no amounts.
func (p *Page) mayHead(r *layout.Row) bool {
	return len(r.Segments) > 1 &&
		!slices.ContainsFunc(r.Segments, func(s *layout.Segment) bool { return len(p.doc.Spans[s].Amounts) > 0 })
}

func inOrder(tables []*layout.Table, t *layout.Table) []*layout.Table {
	all := append(slices.Clone(tables), t)
	slices.SortStableFunc(all, func(a, b *layout.Table) int {
		return cmp.Or(cmp.Compare(a.Page.Number, b.Page.Number), cmp.Compare(a.First, b.First))
	})
	return all
}
