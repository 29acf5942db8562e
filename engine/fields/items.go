package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// item is a line item while its rows are gathered.
type item struct {
	cells  map[layout.Column][]layout.Part
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
	for _, row := range r.rowsOf(t) {
		visual := row.Page.Rows[row.Index]
		if row.Index == 0 {
			bottom = visual.Box.Y0 // a further page
		}
		if visual.Box.Y0-bottom > 12*visual.Box.Height() && len(items) > 0 {
			continue
		}
		switch {
		case r.sumRow(visual):
			ended = len(items) > 0
			pending = nil
		case r.startsItem(t, row, ended):
			it := r.newItem(row, visual)
			if len(it.text) == 0 {
				it.text = pending
			}
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

// rowsOf gives the rows of a table with those of the following pages that have
// no table header of their own.
func (r *reading) rowsOf(t *layout.Table) []layout.TableRow {
	rows := t.Rows
	for _, p := range r.lay.Pages {
		if p.Number <= t.Page.Number {
			continue
		}
		for _, o := range r.tables {
			if o.Page == p || o.Page == t.Page && o.First > t.First {
				return rows
			}
		}
		rows = append(rows, t.Continue(p)...)
	}
	return rows
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
	it := &item{cells: map[layout.Column][]layout.Part{}, page: row.Page}
	for c, parts := range row.Cells {
		if c == layout.ColumnDescription {
			it.text = parts
			continue
		}
		it.cells[c] = parts
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
		if w := text[0].Segment.Words[i]; strings.HasSuffix(w, ":") && !strings.HasSuffix(w, "):") || strings.HasPrefix(w, ":") {
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
	if p := it.cells[layout.ColumnCode]; len(p) > 0 {
		if len(it.text) == 0 {
			row["description"] = citeParts(p[0].Text(), p[:1], " ", 0.5)
		} else {
			row["productCode"] = citeParts(p[0].Text(), p[:1], " ", 0.7)
		}
	}
	amounts := it.cells[layout.ColumnAmount]
	if len(amounts) == 0 {
		amounts = it.cells[layout.ColumnGross]
	}
	quantity, price, amount := r.consistent(it.cells[layout.ColumnQuantity], it.cells[layout.ColumnUnitPrice], amounts)
	r.putQuantity(row, it, quantity)
	r.putNumber(row, "unitPrice", price)
	if p := it.cells[layout.ColumnDiscount]; len(p) > 0 {
		r.putNumber(row, "discount", r.lastNumber(p))
	}
	r.putRate(row, it)
	r.putNumber(row, "amount", amount)
	agree(row)
	return row
}

// figure is a number read from a part of a row.
type figure struct {
	part   layout.Part
	amount recognize.Amount
}

func (r *reading) figures(parts []layout.Part) []figure {
	var out []figure
	for _, p := range parts {
		if a, ok := r.numberIn(p); ok {
			out = append(out, figure{p, a})
		}
	}
	return out
}

func (r *reading) lastNumber(parts []layout.Part) *figure {
	all := r.figures(parts)
	if len(all) == 0 {
		return nil
	}
	return &all[len(all)-1]
}

// consistent chooses, where a table has several columns of a kind, those of
// which quantity × price is the amount; else the last ones.
func (r *reading) consistent(quantities, prices, amounts []layout.Part) (q, p, a *figure) {
	qs, ps, as := r.figures(quantities), r.figures(prices), r.figures(amounts)
	for i := range qs {
		for j := range ps {
			for k := range as {
				product := qs[i].amount.Value(r.style).Mul(ps[j].amount.Value(r.style))
				if cents(product.Sub(as[k].amount.Value(r.style))) <= 1 {
					return &qs[i], &ps[j], &as[k]
				}
			}
		}
	}
	return r.lastNumber(quantities), r.lastNumber(prices), r.lastNumber(amounts)
}

// putQuantity stores quantity and unit, which may share a cell: "3 pcs".
func (r *reading) putQuantity(row Row, it *item, f *figure) {
	if f != nil {
		a, p := f.amount, f.part
		row["quantity"] = cite(recognize.FormatQuantity(a.Value(r.style)), p.Segment, a.First, a.Last, 0.8)
		if a.Last < p.Last && !strings.ContainsAny(p.Segment.Words[a.Last+1], "0123456789") {
			row["unit"] = cite(p.Segment.Words[a.Last+1], p.Segment, a.Last+1, a.Last+1, 0.7)
		}
	}
	for _, u := range it.cells[layout.ColumnUnit] {
		a, found := r.numberIn(u)
		switch _, have := row["quantity"]; {
		case !found:
			row["unit"] = cite(u.Text(), u.Segment, u.First, u.Last, 0.8)
		case !have:
			row["quantity"] = cite(recognize.FormatQuantity(a.Value(r.style)), u.Segment, a.First, a.Last, 0.6)
		}
	}
}

func (r *reading) putNumber(row Row, name string, f *figure) {
	if f == nil || f.amount.Percent && name != "discount" {
		return
	}
	row[name] = cite(f.amount.Money(r.style, r.currency), f.part.Segment, f.amount.First, f.amount.Last, 0.8)
}

func (r *reading) putRate(row Row, it *item) {
	for _, p := range it.cells[layout.ColumnTaxRate] {
		a, found := r.numberIn(p)
		if found && !a.Value(r.style).GreaterThan(decimal.NewFromInt(40)) && (a.Percent || a.Currency == "") {
			row["taxRate"] = cite(recognize.FormatQuantity(a.Value(r.style)), p.Segment, a.First, a.Last, 0.8)
			return
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
