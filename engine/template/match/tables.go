package match

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
)

// ItemsReading is how a layout reads the line items of a page.
type ItemsReading struct {
	// Tables are those of the document, with columns as they were learned.
	Tables []*layout.Table
	// Columns are those that were found, by member of line items.
	Columns map[string]template.ColumnStanding
	// Lesson taught them.
	Lesson *template.Lesson
	// Lines says which lines descriptions have.
	Lines template.Lines
	// Missed says that other rows than the right ones had been read in a lesson.
	Missed bool
	// Certain says that the page is of the layout without doubt: a sister of the
	// design may have the same table.
	Certain bool

	ends []uint32
	page *Page
}

// Ends reports whether a row is the first below the items.
func (r *ItemsReading) Ends(row *layout.Row) bool {
	return slices.ContainsFunc(r.page.labelsOfRow(row), func(l uint32) bool { return slices.Contains(r.ends, l) })
}

// Outweighs reports whether a value of a member, as the layout has it, goes before
// what was read: where the page's own arithmetic is for it, and where the reading
// had been wrong in the column before, unless that may be a slip of a person or a
// single correction stands against a reading that is sure.
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

// Likeness from which a page's items are read by a layout, and from which it is of
// the layout without doubt, where it shows no identifier of a vendor that taught it:
// sisters of a design have much the same tables.
const (
	probably  = 0.55
	certainly = 0.8
)

// Items finds the columns of line items that a layout knows of, to which the page has
// that likeness (see Best); false where the document shows no table with most of
// them.
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

// counting returns the columns of a lesson, of those that no longer count without
// what stands in them, and how right the others were.
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

// learnedTables are a document's tables with the columns that were learned.
type learnedTables struct {
	all, own []*layout.Table // own are those whose header is the learned one
	matched  int             // how much of a header was found
	fields   []string        // the members whose columns were found
	whole    bool            // the header is the learned one word by word
}

// learnedTables returns the document's tables with the columns that were learned
// where their headers show them. Where no table is recognised whose header shows
// them, one is made of the row that does.
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

// with are the document's tables and one that was made.
func (p *Page) with(made *layout.Table, matched int, fields []string) learnedTables {
	return learnedTables{
		all: inOrder(p.doc.Tables, made), own: []*layout.Table{made}, matched: matched, fields: fields,
	}
}

// mayHead reports whether a row may be a header: it has several segments and no
// amounts.
func (p *Page) mayHead(r *layout.Row) bool {
	return len(r.Segments) > 1 &&
		!slices.ContainsFunc(r.Segments, func(s *layout.Segment) bool { return len(p.doc.Spans[s].Amounts) > 0 })
}

// inOrder puts a table among others, in reading order.
func inOrder(tables []*layout.Table, t *layout.Table) []*layout.Table {
	all := append(slices.Clone(tables), t)
	slices.SortStableFunc(all, func(a, b *layout.Table) int {
		return cmp.Or(cmp.Compare(a.Page.Number, b.Page.Number), cmp.Compare(a.First, b.First))
	})
	return all
}
