package layout

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/text/recognize"
)

// resolveProducts makes the second of two price columns the amount, if it holds quantity × the first, less the
// discount: "net price" may mean one unit or all. If tax columns are between it and an amount column, that one is
// the gross amount.
func (t *Table) resolveProducts() bool {
	second := t.multipliedPrice()
	if second < 0 {
		return false
	}
	t.Headings[second].Column = ColumnAmount
	if last := len(t.Headings) - 1; last > second && t.Headings[last].Column == ColumnAmount {
		t.Headings[last].Column = ColumnGross
	}
	return true
}

// multipliedPrice returns the second of two price columns if it holds quantity × the first, or -1.
func (t *Table) multipliedPrice() int {
	if !t.Has(ColumnQuantity) || t.headings(ColumnUnitPrice) != 2 || t.Has(ColumnAmount) && !t.endsTaxed() {
		return -1
	}
	rows := t.itemRows()
	products, several := 0, !t.Has(ColumnAmount)
	for _, row := range rows {
		prices := row.Cells[ColumnUnitPrice]
		if len(prices) != 2 || t.headingOf(prices[0]) == t.headingOf(prices[1]) {
			continue
		}
		if quantity, ok := multiplies(row.Cells[ColumnQuantity], prices[0], prices[1], row.Cells[ColumnDiscount]); ok {
			products++
			several = several || !quantity.Equal(decimal.NewFromInt(1)) // for one, the amount is the price
		}
	}
	if products == 0 || 2*products <= len(rows) || !several {
		return -1
	}
	for i, h := range slices.Backward(t.Headings) {
		if h.Column == ColumnUnitPrice {
			return i
		}
	}
	return -1
}

// endsTaxed reports whether the last column is the only amount column and follows the tax columns.
func (t *Table) endsTaxed() bool {
	last := len(t.Headings) - 1
	return t.headings(ColumnAmount) == 1 && t.Headings[last].Column == ColumnAmount && last > 0 &&
		(t.Headings[last-1].Column == ColumnTaxRate || t.Headings[last-1].Column == ColumnTaxAmount)
}

// multiplies reports whether quantity times price is an amount, less a discount, and returns the quantity.
func multiplies(quantity []Part, price, amount Part, discounts []Part) (decimal.Decimal, bool) {
	if len(quantity) == 0 {
		return decimal.Zero, false
	}
	var factors []decimal.Decimal
	for _, p := range []Part{quantity[0], price, amount} {
		all := recognize.Amounts(p.Words())
		if len(all) == 0 || all[0].Percent {
			return decimal.Zero, false
		}
		factors = append(factors, all[0].Value(recognize.StyleUnknown))
	}
	product := factors[0].Mul(factors[1])
	if product.Round(2).Equal(factors[2]) {
		return factors[0], true
	}
	for _, d := range discounts {
		for _, a := range recognize.Amounts(d.Words()) {
			off := product.Mul(a.Value(recognize.StyleUnknown)).Shift(-2)
			if product.Sub(off).Round(2).Equal(factors[2]) {
				return factors[0], true
			}
		}
	}
	return decimal.Zero, false
}
