package fields

import (
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

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
		row["description"] = citeParts(descriptionText(it.text), it.text, " ", 0.7)
	}
	if p := it.cells[layout.ColumnCode]; len(p) > 0 {
		if len(it.text) == 0 {
			row["description"] = citeParts(p[0].Text(), p[:1], " ", 0.5)
		} else {
			row["productCode"] = citeParts(p[0].Text(), p[:1], " ", 0.7)
		}
	}
	quantity, price, amount := r.itemNumbers(it)
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

// itemNumbers chooses quantity, price and amount of an item.
func (r *reading) itemNumbers(it *item) (quantity, price, amount *figure) {
	amounts := it.cells[layout.ColumnAmount]
	if len(amounts) == 0 {
		amounts = it.cells[layout.ColumnGross]
	}
	quantity, price, amount = r.consistent(it.cells[layout.ColumnQuantity], it.cells[layout.ColumnUnitPrice], amounts)
	if it.quantity != nil {
		quantity = it.quantity
	}
	if it.price != nil {
		price = it.price
	}
	if quantity == nil {
		quantity = r.countInFront(it, price, amount)
	}
	if len(it.cells[layout.ColumnDiscount]) == 0 {
		t := r.prove(it, factors{quantity, price, amount})
		quantity, price, amount = t.quantity, t.price, t.amount
	}
	if amount == nil && quantity == nil {
		price, amount = nil, price // the one number of a row is its amount
	}
	return quantity, price, amount
}

// descriptionText joins the lines of a description.
func descriptionText(parts []layout.Part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text()
	}
	return strings.Trim(strings.Join(texts, " "), " ,;:")
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

// countInFront takes the number in front of a row for the quantity, where the
// price times it is the amount.
func (r *reading) countInFront(it *item, price, amount *figure) *figure {
	count := r.lastNumber(it.cells[layout.ColumnPosition])
	if count == nil || price == nil || amount == nil {
		return nil
	}
	product := count.amount.Value(r.style).Mul(price.amount.Value(r.style))
	if cents(product.Sub(amount.amount.Value(r.style))) > 1 {
		return nil
	}
	return count
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
