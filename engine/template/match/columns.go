package match

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/text/recognize"
)

// ItemsSeen is what a person left of the line items.
type ItemsSeen struct {
	Type schema.DocumentType
	// Rows are the items by member; Known reports whether a person vouches for a
	// member of a row.
	Rows  []map[string]string
	Known func(row int, member string) bool
	// Whole says that a person vouches for there being these rows and no others.
	Whole bool
}

// columnOf is the column of a table in which a member of line items stands; false
// for members that no column is learned for.
func columnOf(member string) (layout.Column, bool) {
	switch member {
	case "description":
		return layout.ColumnDescription, true
	case "productCode":
		return layout.ColumnCode, true
	case "quantity":
		return layout.ColumnQuantity, true
	case "unit":
		return layout.ColumnUnit, true
	case "unitPrice":
		return layout.ColumnUnitPrice, true
	case "discount":
		return layout.ColumnDiscount, true
	case "taxRate":
		return layout.ColumnTaxRate, true
	case "amount":
		return layout.ColumnAmount, true
	}
	return layout.ColumnOther, false
}

// ItemTargets are the members of line items that columns are learned for, by name.
func ItemTargets(kind schema.DocumentType) map[string]llm.Target {
	targets := map[string]llm.Target{}
	for _, t := range itemTargets(kind) {
		targets[t.Field()] = t
	}
	return targets
}

// itemTargets are the same in the order of the type's description.
func itemTargets(kind schema.DocumentType) []llm.Target {
	var targets []llm.Target
	list, _ := schema.Of(kind).Field("lineItems")
	for _, m := range list.Members {
		if m.Name == "discount" {
			m.Form = schema.FormRate // it may be printed in percent
		}
		if _, ok := columnOf(m.Name); ok {
			targets = append(targets, llm.TargetOf(m))
		}
	}
	return targets
}

// itemRow is a right row with the line of the page that its numbers stand on.
type itemRow struct {
	index int // in ItemsSeen.Rows
	page  *layout.Page
	y     float64 // middle, in points
	h     float64 // height of a line
}

// span is a piece of the width of a page, in its thousandths.
type span struct{ x0, x1 int }

func spanOf(b layout.Box, p *layout.Page) span {
	return span{int(thousand * b.X0 / p.Width), int(math.Ceil(thousand * b.X1 / p.Width))}
}

func (s span) overlap(o span) int { return min(s.x1, o.x1) - max(s.x0, o.x0) }

func (s span) union(o span) span { return span{min(s.x0, o.x0), max(s.x1, o.x1)} }

func (s span) middle() int { return (s.x0 + s.x1) / 2 }

// column is a column that values of a member stand in.
type column struct {
	member string
	span
	rows int // in which a value stands there
}

// TeachItems makes of right line items what the page says of their columns; nil
// where they stand nowhere or tell nothing. What had been read before is the
// caller's to add.
func (p *Page) TeachItems(seen ItemsSeen) *template.Items {
	rows := p.placeRows(seen)
	if len(rows) == 0 || 2*len(rows) < len(seen.Rows) && seen.Whole {
		return nil
	}
	header := p.headerOver(rows[0])
	columns := p.chooseColumns(seen, rows, header)
	if len(columns) == 0 {
		return nil
	}
	items := &template.Items{Columns: header.columns(columns, p.cellsOf(rows))}
	if len(items.Columns) > template.MaxColumns {
		return nil
	}
	if seen.Whole {
		items.Ends, items.Headers = p.endsBelow(rows, columns), p.headersOver(rows, items.Columns)
	}
	return items
}

// placeRows finds the rows on the page, in reading order.
func (p *Page) placeRows(seen ItemsSeen) []itemRow {
	const most = 200
	var rows []itemRow
	for i, cells := range p.quotes.Rows(itemTargets(seen.Type), seen.Rows[:min(len(seen.Rows), most)]) {
		if len(cells) < min(2, len(seen.Rows[i])) || !slices.ContainsFunc(slices.Collect(maps.Keys(cells)),
			func(member string) bool { return seen.Known(i, member) }) {
			continue
		}
		for _, member := range []string{"amount", "unitPrice", "quantity", "description", "productCode"} {
			if q, ok := cells[member]; ok {
				first := q.Parts[0]
				rows = append(rows, itemRow{i, first.Segment.Page, first.Box().CenterY(), first.Segment.Height()})
				break
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b itemRow) int {
		return cmp.Or(cmp.Compare(a.page.Number, b.page.Number), cmp.Compare(a.y, b.y))
	})
	return rows
}

// candidates are the columns that values of a member may stand in, left to right as
// they come: what stands beside the rows and says the same, put together where it
// overlaps. Those that hold half of the
// values or less are left out.
func (p *Page) candidates(t llm.Target, seen ItemsSeen, rows []itemRow) []column {
	const near, far = 0.8, 3.5 // line heights off the numbers' line: of numbers, of text
	var all []column
	member, reach, values := t.Field(), far, 0
	if t.Typed() {
		reach = near
	}
	for _, row := range rows {
		text := seen.Rows[row.index][member]
		if text == "" || !seen.Known(row.index, member) {
			continue
		}
		values++
		counted := map[int]bool{} // columns that this row counts for
		for _, q := range p.quotes.Find(t, text) {
			first := q.Parts[0]
			if first.Segment.Page != row.page || math.Abs(first.Box().CenterY()-row.y) > reach*row.h {
				continue
			}
			s := spanOf(boxOf(q.Parts), row.page)
			i := slices.IndexFunc(all, func(c column) bool { return c.overlap(s) > 0 })
			if i < 0 {
				i = len(all)
				all = append(all, column{member: member, span: s})
			}
			all[i].span = all[i].union(s)
			if !counted[i] {
				all[i].rows++
				counted[i] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(c column) bool { return 2*c.rows <= values })
}

func boxOf(parts []layout.Part) layout.Box {
	box := parts[0].Box()
	for _, part := range parts[1:] {
		box = box.Union(part.Box())
	}
	return box
}

// chooseColumns finds the column of each member: the one that most of its values
// stand in. Of several, that whose heading says so counts, then the last for
// amounts and the first for all else. No two members stand in one column: what may
// stand in few is chosen first.
func (p *Page) chooseColumns(seen ItemsSeen, rows []itemRow, header tableHeader) []column {
	var chosen []column
	var members [][]column
	for _, t := range itemTargets(seen.Type) {
		members = append(members, p.candidates(t, seen, rows))
	}
	slices.SortStableFunc(members, func(a, b []column) int { return cmp.Compare(len(a), len(b)) })
	for _, candidates := range members {
		var best *column
		for i := range candidates {
			c := &candidates[i]
			taken := slices.ContainsFunc(chosen, func(o column) bool { return 2*o.overlap(c.span) > min(o.x1-o.x0, c.x1-c.x0) })
			if !taken && (best == nil || header.prefers(*c, *best)) {
				best = c
			}
		}
		if best != nil {
			chosen = append(chosen, *best)
		}
	}
	slices.SortFunc(chosen, func(a, b column) int { return cmp.Compare(a.middle(), b.middle()) })
	return chosen
}

// cells are the tokens on the lines of items of the first page with any.
func (p *Page) cellsOf(rows []itemRow) []span {
	var cells []span
	for _, row := range rows {
		if row.page != rows[0].page {
			break
		}
		for _, r := range row.page.Rows {
			if row.y < r.Box.Y0 || row.y > r.Box.Y1 {
				continue
			}
			for _, s := range r.Segments {
				for i := range s.Tokens {
					cells = append(cells, spanOf(s.Tokens[i].Box, row.page))
				}
			}
		}
	}
	return cells
}

// endsBelow returns the labels of the first row below the last item that has an
// amount in the items' column of amounts, or the label of a sum: none where one of
// them stands among the items, too.
func (p *Page) endsBelow(rows []itemRow, columns []column) []uint32 {
	const most = 4
	last := rows[len(rows)-1]
	amounts := slices.IndexFunc(columns, func(c column) bool { return c.member == "amount" })
	if amounts < 0 {
		return nil
	}
	for _, r := range last.page.Rows {
		if r.Box.Y0 < last.y+last.h/2 || !p.amountIn(r, last.page, columns[amounts].span) {
			continue
		}
		var ends []uint32
		for _, l := range p.labelsOfRow(r) {
			if !slices.Contains(ends, l) && len(ends) < most {
				ends = append(ends, l)
			}
		}
		return slices.DeleteFunc(ends, func(l uint32) bool { return p.amongItems(l, rows) })
	}
	return nil
}

func (p *Page) amountIn(r *layout.Row, page *layout.Page, in span) bool {
	return slices.ContainsFunc(r.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(p.doc.Spans[s].Amounts, func(a recognize.Amount) bool {
			return spanOf(s.SpanBox(a.First, a.Last), page).overlap(in) > 0
		})
	})
}

func (p *Page) labelsOfRow(r *layout.Row) []uint32 {
	var labels []uint32
	for _, s := range r.Segments {
		for _, l := range p.labelsOf(s) {
			labels = append(labels, l.hash)
		}
	}
	return labels
}

// amongItems reports whether a label stands between the first item and the last.
func (p *Page) amongItems(label uint32, rows []itemRow) bool {
	first, last := rows[0], rows[len(rows)-1]
	return slices.ContainsFunc(p.labels[label], func(o occurrence) bool {
		at, y := o.segment.Page.Number, o.segment.Box.CenterY()
		return (at > first.page.Number || at == first.page.Number && y > first.y-first.h) &&
			(at < last.page.Number || at == last.page.Number && y < last.y+last.h/2)
	})
}
