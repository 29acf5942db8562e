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

// CorrectedItems is the corrected line items.
type CorrectedItems struct {
	Type schema.DocumentType
	// Rows are the items by member. Known reports whether a person confirmed a member of a row.
	Rows  []map[string]string
	Known func(row int, member string) bool
	// Complete says that a person confirmed that these are all rows.
	Complete bool
}

// columnOf is the table column of a line item's member; false for members without learned columns.
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

// ItemTargets returns the members of line items with learned columns, by name.
func ItemTargets(docType schema.DocumentType) map[string]llm.Target {
	targets := map[string]llm.Target{}
	for _, t := range itemTargets(docType) {
		targets[t.Field()] = t
	}
	return targets
}

func itemTargets(docType schema.DocumentType) []llm.Target {
	var targets []llm.Target
	list, _ := schema.Of(docType).Field("lineItems")
	for _, m := range list.Members {
		if m.Name == "discount" {
			m.Form = schema.FormRate // it may be a percentage
		}
		if _, ok := columnOf(m.Name); ok {
			targets = append(targets, llm.TargetOf(m))
		}
	}
	return targets
}

// itemRow is a right row with its line on the page.
type itemRow struct {
	index int // in ItemsSeen.Rows
	page  *layout.Page
	y     float64 // center, in points
	h     float64 // line height
}

// span is a horizontal range, in thousandths of the page width.
type span struct{ x0, x1 int }

func spanOf(b layout.Box, p *layout.Page) span {
	return span{int(thousand * b.X0 / p.Width), int(math.Ceil(thousand * b.X1 / p.Width))}
}

func (s span) overlap(o span) int { return min(s.x1, o.x1) - max(s.x0, o.x0) }

func (s span) union(o span) span { return span{min(s.x0, o.x0), max(s.x1, o.x1)} }

func (s span) middle() int { return (s.x0 + s.x1) / 2 }

type column struct {
	member string
	span
	rows int // with a value in it
}

// LearnItems learns the columns of the right line items. It returns nil if the rows are not on the page or have no
// columns. The caller sets the fields about extraction errors.
func (p *Page) LearnItems(seen CorrectedItems) *template.Items {
	rows := p.placeRows(seen)
	if len(rows) == 0 || 2*len(rows) < len(seen.Rows) && seen.Complete {
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
	if seen.Complete {
		items.Ends, items.Headers = p.endsBelow(rows, columns), p.countHeaders(rows, items.Columns)
	}
	return items
}

// placeRows finds the rows on the page, in reading order.
func (p *Page) placeRows(seen CorrectedItems) []itemRow {
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

// columnCandidates returns the ranges that contain more than half of a member's values near the rows.
func (p *Page) columnCandidates(t llm.Target, seen CorrectedItems, rows []itemRow) []column {
	const near, far = 0.8, 3.5 // line heights from the line of numbers: for numbers, for text
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
		counted := map[int]bool{} // columns already counted for this row
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

// chooseColumns selects the column with the most values for each member; if tied, one with the right heading, then
// the last for amounts and the first for others. Members with the fewest candidates choose first, and no two share one.
func (p *Page) chooseColumns(seen CorrectedItems, rows []itemRow, header tableHeader) []column {
	var chosen []column
	var members [][]column
	for _, t := range itemTargets(seen.Type) {
		members = append(members, p.columnCandidates(t, seen, rows))
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

// cellsOf returns the tokens on the item lines of the first page with items.
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

// endsBelow returns the labels of the first row below the items that has an amount, without labels among them.
func (p *Page) endsBelow(rows []itemRow, columns []column) []uint32 {
	const most = 4
	last := rows[len(rows)-1]
	amounts := slices.IndexFunc(columns, func(c column) bool { return c.member == "amount" })
	if amounts < 0 {
		return nil
	}
	for _, r := range last.page.Rows {
		if r.Box.Y0 < last.y+last.h/2 || !p.hasAmountIn(r, last.page, columns[amounts].span) {
			continue
		}
		var ends []uint32
		for _, l := range p.labelsOfRow(r) {
			if !slices.Contains(ends, l) && len(ends) < most {
				ends = append(ends, l)
			}
		}
		return slices.DeleteFunc(ends, func(l uint32) bool { return p.isAmongItems(l, rows) })
	}
	return nil
}

func (p *Page) hasAmountIn(r *layout.Row, page *layout.Page, in span) bool {
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

func (p *Page) isAmongItems(label uint32, rows []itemRow) bool {
	first, last := rows[0], rows[len(rows)-1]
	return slices.ContainsFunc(p.labels[label], func(o occurrence) bool {
		at, y := o.segment.Page.Number, o.segment.Box.CenterY()
		return (at > first.page.Number || at == first.page.Number && y > first.y-first.h) &&
			(at < last.page.Number || at == last.page.Number && y < last.y+last.h/2)
	})
}
