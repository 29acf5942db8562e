package recall

import (
	"cmp"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/memory"
)

// ItemsReading is how a layout reads the line items of a page.
type ItemsReading struct {
	// Tables are those of the document, with columns as they were learned.
	Tables []*layout.Table
	// Columns are those that were found, by member of line items.
	Columns map[string]memory.ColumnStanding
	// Lesson taught them.
	Lesson *memory.Lesson
	// Lines says which lines descriptions have.
	Lines memory.Lines
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
func (p *Page) Items(l *memory.Layout, likeness float64) (ItemsReading, bool) {
	best, most := ItemsReading{page: p, ends: l.Ends()}, 0
	known := l.SharesVendor(memory.Fingerprint{Vendors: Vendors(p.doc)})
	best.Certain = known || likeness >= certainly
	if likeness < probably && !known {
		return best, false
	}
	for i := range l.Lessons {
		lesson := &l.Lessons[i]
		if lesson.Items == nil || len(lesson.Items.Columns) > memory.MaxColumns {
			continue
		}
		best.Missed = best.Missed || lesson.Items.Missed
		columns, standings := counting(l, lesson.Items)
		tables, matched, found := p.learnedTables(columns, best.Certain)
		if matched <= most {
			continue
		}
		most, best.Tables, best.Lesson, best.Columns = matched, tables, lesson, map[string]memory.ColumnStanding{}
		for _, field := range found {
			best.Columns[field] = standings[field]
		}
	}
	best.Lines = l.Lines()
	return best, most > 0
}

// counting returns the columns of a lesson, of those that no longer count without
// what stands in them, and how right the others were.
func counting(l *memory.Layout, items *memory.Items) ([]memory.Column, map[string]memory.ColumnStanding) {
	columns, standings := slices.Clone(items.Columns), map[string]memory.ColumnStanding{}
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

// learnedTables returns the document's tables with the columns that were learned
// where their headers show them, how much of a header was found, and for which
// members. Where no table is recognised whose header shows them, one is made of the
// row that does.
func (p *Page) learnedTables(
	columns []memory.Column, certain bool,
) (tables []*layout.Table, matched int, fields []string) {
	tables = slices.Clone(p.doc.Tables)
	for i, t := range tables {
		a := align(columns, tableHeader{t.Page, t.First, t.Last, t.Headings})
		if !a.enough(certain) {
			continue
		}
		tables[i] = layout.NewTable(t.Page, t.First, t.Last, a.settled())
		if n := a.weight(); n > matched {
			matched, fields = n, a.fields()
		}
	}
	if matched > 0 {
		return tables, matched, fields
	}
	for _, page := range p.doc.Layout.Pages {
		for row, r := range page.Rows {
			if !p.mayHead(r) {
				continue
			}
			a := align(columns, tableHeader{page: page, first: row, last: row})
			if !a.enough(certain) || a.weight() <= matched {
				continue
			}
			matched, fields = a.weight(), a.fields()
			tables = inOrder(p.doc.Tables, layout.NewTable(page, row, row, a.settled()))
		}
	}
	if matched > 0 {
		return tables, matched, fields
	}
	if t, found := p.headless(columns); t != nil {
		return inOrder(p.doc.Tables, t), len(found), found
	}
	return tables, 0, nil
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
