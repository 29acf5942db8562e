package items

import (
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
)

// resolveCounts reads the quantities and prices in the text of items that have none in their columns: "18.5 x
// Painting", "Kit × 4" with "31.95 each" under it. Quantity × price must be the amount, except if every name begins
// with a quantity.
func (tr *tableReader) resolveCounts() {
	opening := map[*item]quantity.Phrase{}
	for _, it := range tr.items {
		if len(lineproof.Figures(it.cells[layout.ColumnQuantity])) > 0 {
			tr.readPrice(it)
			continue
		}
		if front, ok := quantity.Opening(it.text); ok {
			opening[it] = front
		}
		tr.readCount(it)
	}
	if len(opening) == 0 || len(opening) < len(tr.items) {
		return
	}
	for it, front := range opening {
		if it.quantity == nil && tr.itemNumbers(it).Quantity == nil && it.cut(front) {
			it.quantity = front.Figure(0)
		}
	}
}

// readCount sets the quantity and price that make the amount of an item.
func (tr *tableReader) readCount(it *item) {
	amount := tr.itemNumbers(it).Amount
	all := it.toldCounts()
	if amount == nil || len(all) == 0 {
		return
	}
	prices := it.numbersBefore(amount)
	take := func(q, p *value.Figure, runs ...quantity.Phrase) bool {
		one := q.Amount.Value(tr.Style).Equal(decimal.New(1, 0))
		if made := (lineproof.Factors{Quantity: q, Price: p, Amount: amount}); runs[0].Bare && one || !made.Fit(tr.Style) ||
			!it.cut(runs...) {
			return false // any amount is one times itself
		}
		it.quantity, it.price = q, p
		return true
	}
	for i, t := range all {
		if len(t.Numbers) == 2 {
			if q, p := t.Factors(); take(q, p, t) {
				return
			}
			continue
		}
		for k := range prices {
			if take(t.Figure(0), &prices[k], t) {
				return
			}
		}
		for _, u := range all[i+1:] {
			if q, p := quantity.InOrder(t.Figure(0), u.Figure(0)); len(u.Numbers) == 1 && take(q, p, t, u) {
				return
			}
		}
	}
}

// readPrice reads the price in the text of an item whose quantity has a column.
func (tr *tableReader) readPrice(it *item) {
	if len(lineproof.Figures(it.cells[layout.ColumnUnitPrice])) > 0 {
		return
	}
	n := tr.itemNumbers(it)
	for _, t := range it.toldCounts() {
		p := t.Figure(0)
		priced := lineproof.Factors{Quantity: n.Quantity, Price: p, Amount: n.Amount}
		if len(t.Numbers) == 1 && priced.Fit(tr.Style) && it.cut(t) {
			it.price = p
			return
		}
	}
}

// numbersBefore returns an item's numbers left of its amount except taxes: five times a tax of 20 % is the amount.
func (it *item) numbersBefore(amount *value.Figure) []value.Figure {
	var out []value.Figure
	for _, c := range slices.Sorted(maps.Keys(it.cells)) {
		if !c.Numeric() || c == layout.ColumnTaxAmount || c == layout.ColumnTaxRate {
			continue
		}
		for _, f := range lineproof.Figures(it.cells[c]) {
			if !f.Amount.Percent && f.Part.Box().X0 < amount.Part.Box().X0 {
				out = append(out, f)
			}
		}
	}
	return out
}

// toldCounts returns the runs that may state quantity or price in an item's name, lines and separate cells.
func (it *item) toldCounts() []quantity.Phrase {
	out := quantity.All(it.text)
	for _, line := range it.lines {
		out = append(out, quantity.All(line)...)
	}
	for _, c := range []layout.Column{layout.ColumnPosition, layout.ColumnCode, layout.ColumnOther, layout.ColumnUnit} {
		out = append(out, quantity.All(it.cells[c])...)
	}
	return slices.DeleteFunc(out, func(t quantity.Phrase) bool {
		return t.Bare && (len(it.text) == 0 || !t.Opens(it.text[0]))
	})
}

// cut removes runs from an item's text unless no name would remain.
func (it *item) cut(runs ...quantity.Phrase) bool {
	text := quantity.Without(it.text, runs...)
	if !itemname.Worded(text) {
		return false
	}
	it.text = text
	for i, line := range it.lines {
		it.lines[i] = quantity.Without(line, runs...)
	}
	it.lines = slices.DeleteFunc(it.lines, func(line []layout.Part) bool { return len(line) == 0 })
	for c, parts := range it.cells {
		if !c.Numeric() {
			it.cells[c] = quantity.Without(parts, runs...)
		}
	}
	return true
}
