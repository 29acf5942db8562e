package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// item is a line item while its rows are gathered.
type item struct {
	cells  map[layout.Column]layout.Part
	text   []layout.Part // description, in reading order
	rows   []*layout.Row
	bottom float64
	page   *layout.Page
}

// itemTables reads the line items of all tables that look like item tables,
// and marks their rows, so that no sum is read from them.
func (r *reading) itemTables() []*item {
	var items []*item
	for _, t := range r.tables {
		items = append(items, r.itemsOf(t)...)
	}
	for _, it := range items {
		for _, row := range it.rows {
			r.items[row] = true
		}
	}
	return items
}

// itemsOf reads one table down to its end: a row of sums after which no full
// item follows, or a wide gap.
func (r *reading) itemsOf(t *layout.Table) []*item {
	if !t.Has(layout.ColumnDescription) && !t.Has(layout.ColumnCode) {
		return nil
	}
	var items []*item
	var pending []layout.Part // text above an item that has none of its own
	ended := false
	bottom := t.Page.Rows[t.Last].Box.Y1
	for _, row := range t.Rows {
		visual := row.Page.Rows[row.Index]
		if visual.Box.Y0-bottom > 12*visual.Box.Height() {
			break
		}
		switch {
		case r.sumRow(visual):
			ended = len(items) > 0
			pending = nil
		case r.startsItem(t, row, ended):
			it := r.newItem(row, visual)
			it.text = append(pending, it.text...)
			pending = nil
			items = append(items, it)
			ended = false
			bottom = visual.Box.Y1
		case !ended && len(items) > 0 && continues(items[len(items)-1], row, visual):
			items[len(items)-1].extend(row, visual)
			bottom = visual.Box.Y1
		case !ended:
			pending = pendingText(t, row)
		}
	}
	return items
}

// startsItem wants an amount (or a price with a quantity) and, after a row of
// sums, a price or quantity beside it.
func (r *reading) startsItem(t *layout.Table, row layout.TableRow, ended bool) bool {
	amount := r.hasNumber(row, layout.ColumnAmount) || r.hasNumber(row, layout.ColumnGross)
	price := r.hasNumber(row, layout.ColumnUnitPrice)
	quantity := r.hasNumber(row, layout.ColumnQuantity)
	named := len(row.Cells[layout.ColumnDescription]) > 0 || len(row.Cells[layout.ColumnCode]) > 0
	switch {
	case ended:
		return amount && (price || quantity) && named
	case !t.Has(layout.ColumnAmount) && !t.Has(layout.ColumnGross):
		return price && (named || quantity)
	case t.Has(layout.ColumnUnitPrice) && t.Has(layout.ColumnQuantity):
		return amount && (price || quantity || named) || price && quantity
	}
	return amount && (named || price || quantity)
}

func (r *reading) hasNumber(row layout.TableRow, c layout.Column) bool {
	for _, p := range row.Cells[c] {
		if _, ok := r.numberIn(p); ok {
			return true
		}
	}
	return false
}

// numberIn gives the last number of a part.
func (r *reading) numberIn(p layout.Part) (recognize.Amount, bool) {
	all := recognize.Amounts(p.Segment.Words[p.First : p.Last+1])
	for i := len(all) - 1; i >= 0; i-- {
		a := all[i]
		a.First += p.First
		a.Last += p.First
		if !a.Percent {
			return a, true
		}
	}
	if len(all) > 0 {
		a := all[0]
		a.First, a.Last = a.First+p.First, a.Last+p.First
		return a, true
	}
	return recognize.Amount{}, false
}

// sumRow reports whether a row opens with the label of a sum.
func (r *reading) sumRow(row *layout.Row) bool {
	numbers := 0
	for _, s := range row.Segments {
		numbers += len(r.found[s].amounts)
	}
	for _, s := range row.Segments {
		for _, h := range r.starts[s] {
			if !h.start || h.last+3 < len(s.Words) {
				continue
			}
			for _, t := range h.terms {
				if sumLike[t.role] && t.weight > 0.5 && (numbers > 0 || h.colon) {
					return true
				}
			}
		}
		if len(r.found[s].amounts) > 0 {
			return false
		}
	}
	return false
}

// sumLike are the roles that end an item table.
var sumLike = map[role]bool{
	roleSubtotal: true, roleTotal: true, roleTaxTotal: true, roleTax: true, roleAmountDue: true, roleAmountPaid: true,
}

func (r *reading) newItem(row layout.TableRow, visual *layout.Row) *item {
	it := &item{cells: map[layout.Column]layout.Part{}, page: row.Page}
	for c, parts := range row.Cells {
		if c == layout.ColumnDescription {
			it.text = parts
			continue
		}
		it.cells[c] = parts[0]
	}
	it.rows = []*layout.Row{visual}
	it.bottom = visual.Box.Y1
	return it
}

// continues reports whether a row carries on the description above it: close
// under it, text only.
func continues(it *item, row layout.TableRow, visual *layout.Row) bool {
	if it.page != row.Page || visual.Box.Y0-it.bottom > 0.9*visual.Box.Height() {
		return false
	}
	text := row.Cells[layout.ColumnDescription]
	if len(text) == 0 {
		return len(row.Cells[layout.ColumnAmount]) == 0
	}
	first := text[0].Segment.Words[text[0].First]
	if strings.Trim(first, "•·-*●") == "" {
		return false
	}
	for i := text[0].First; i <= text[0].Last; i++ {
		if w := text[0].Segment.Words[i]; len(w) > 1 && strings.HasSuffix(w, ":") || w == ":" || strings.HasPrefix(w, ":") {
			return false
		}
	}
	return true
}

func (it *item) extend(row layout.TableRow, visual *layout.Row) {
	it.text = append(it.text, row.Cells[layout.ColumnDescription]...)
	it.rows = append(it.rows, visual)
	it.bottom = visual.Box.Y1
}

// pendingText is a text-only row that may be the description of the next one.
func pendingText(t *layout.Table, row layout.TableRow) []layout.Part {
	parts := row.Cells[layout.ColumnDescription]
	if len(parts) == 0 || len(row.Cells) > 2 {
		return nil
	}
	return parts
}

// putItems stores the line items.
func (r *reading) putItems(set *Set, items []*item) {
	for _, it := range items {
		if row := r.itemRow(it); len(row) > 1 {
			set.Lists["lineItems"] = append(set.Lists["lineItems"], row)
		}
	}
}

func (r *reading) itemRow(it *item) Row {
	row := Row{}
	if len(it.text) > 0 {
		row["description"] = citeParts(joinParts(it.text, " "), it.text, " ", 0.7)
	}
	if p, ok := it.cells[layout.ColumnCode]; ok {
		if len(it.text) == 0 {
			row["description"] = citeParts(p.Text(), []layout.Part{p}, " ", 0.5)
		} else {
			row["productCode"] = citeParts(p.Text(), []layout.Part{p}, " ", 0.7)
		}
	}
	r.putQuantity(row, it)
	r.putNumber(row, "unitPrice", it, layout.ColumnUnitPrice)
	r.putNumber(row, "discount", it, layout.ColumnDiscount)
	r.putRate(row, it)
	r.putNumber(row, "amount", it, layout.ColumnAmount)
	if _, ok := row["amount"]; !ok {
		r.putNumber(row, "amount", it, layout.ColumnGross)
	}
	agree(row)
	return row
}

// putQuantity stores quantity and unit, which may share a cell: "3 pcs".
func (r *reading) putQuantity(row Row, it *item) {
	p, ok := it.cells[layout.ColumnQuantity]
	if ok {
		if a, found := r.numberIn(p); found {
			row["quantity"] = cite(recognize.FormatQuantity(a.Value(r.style)), p.Segment, a.First, a.Last, 0.8)
			if a.Last < p.Last && !strings.ContainsAny(p.Segment.Words[a.Last+1], "0123456789") {
				row["unit"] = cite(p.Segment.Words[a.Last+1], p.Segment, a.Last+1, a.Last+1, 0.7)
			}
		}
	}
	if u, ok := it.cells[layout.ColumnUnit]; ok {
		if a, found := r.numberIn(u); found {
			if _, have := row["quantity"]; !have {
				row["quantity"] = cite(recognize.FormatQuantity(a.Value(r.style)), u.Segment, a.First, a.Last, 0.6)
			}
		} else {
			row["unit"] = cite(u.Text(), u.Segment, u.First, u.Last, 0.8)
		}
	}
}

func (r *reading) putNumber(row Row, name string, it *item, c layout.Column) {
	p, ok := it.cells[c]
	if !ok {
		return
	}
	if a, found := r.numberIn(p); found {
		if a.Percent && name != "discount" {
			return
		}
		row[name] = cite(a.Money(r.style, r.currency), p.Segment, a.First, a.Last, 0.8)
	}
}

func (r *reading) putRate(row Row, it *item) {
	p, ok := it.cells[layout.ColumnTaxRate]
	if !ok {
		return
	}
	if a, found := r.numberIn(p); found && !a.Value(r.style).GreaterThan(decimal.NewFromInt(40)) {
		if a.Percent || a.Currency == "" {
			row["taxRate"] = cite(recognize.FormatQuantity(a.Value(r.style)), p.Segment, a.First, a.Last, 0.8)
		}
	}
}

// agree raises the certainty of a row whose quantity × price is its amount,
// and lowers one whose is not.
func agree(row Row) {
	q, p, a := row["quantity"], row["unitPrice"], row["amount"]
	if q.Value == "" || p.Value == "" || a.Value == "" {
		return
	}
	quantity, price, amount := decimal.RequireFromString(q.Value), decimal.RequireFromString(p.Value), decimal.RequireFromString(a.Value)
	score := 0.6
	if cents(quantity.Mul(price).Sub(amount)) <= 1 {
		score = 0.97
	}
	for _, name := range []string{"quantity", "unitPrice", "amount"} {
		v := row[name]
		v.Score = score
		row[name] = v
	}
}
