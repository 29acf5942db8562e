package lineproof

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// PerUnits removes the number of units from prices and returns it: "49.29 / 100", "12.00 per 1000 pcs".
func PerUnits(prices []layout.Part) ([]layout.Part, decimal.Decimal) {
	for i, p := range prices {
		for k := p.First + 1; k <= p.Last; k++ {
			base := quantity.UnitsAt(p, k)
			before := layout.Part{Segment: p.Segment, First: p.First, Last: k - 1}
			if _, ok := NumberIn(before); !ok || !base.GreaterThan(decimal.NewFromInt(1)) {
				continue
			}
			prices = slices.Clone(prices)
			prices[i] = before
			return prices, base
		}
	}
	return prices, decimal.Zero
}

// PriceDigits is the number of decimals that the price of one unit keeps.
const PriceDigits = 8

// Base returns the number of units that a price is for, if quantity × price divided by it is the amount. It tries
// the printed number, or else 10, 100 and 1000. It returns zero if none fits.
func Base(made, amount decimal.Decimal, told []layout.Part, style recognize.Style) decimal.Decimal {
	bases := []decimal.Decimal{decimal.NewFromInt(10), decimal.NewFromInt(100), decimal.NewFromInt(1000)}
	if f := LastNumber(told); f != nil && f.Amount.Value(style).IsPositive() {
		bases = []decimal.Decimal{f.Amount.Value(style)}
	}
	for _, base := range bases {
		if !amount.IsZero() && link.Cents(made.DivRound(base, PriceDigits).Sub(amount)) <= 1 {
			return base
		}
	}
	return decimal.Zero
}

// AskedAndAgreed returns the first and the last of several marked quantities: the requested and the agreed one.
func AskedAndAgreed(parts []layout.Part) (asked, agreed *value.Figure) {
	if !quantity.Marked(parts) {
		return nil, nil
	}
	all := Figures(slices.DeleteFunc(slices.Clone(parts), func(p layout.Part) bool {
		return !quantity.Marked([]layout.Part{p})
	}))
	if len(all) < 2 {
		return nil, nil
	}
	return &all[0], &all[len(all)-1]
}

// Full reports whether a row has a number for each of the columns quantity, price and amount that the table has. The
// price may be in the gross column ("incl. VAT"), and a row whose price is the amount needs no quantity.
func Full(t *layout.Table, row layout.TableRow, style recognize.Style) bool {
	missing := 1
	for _, c := range []layout.Column{layout.ColumnQuantity, layout.ColumnUnitPrice} {
		if t.Has(c) {
			missing++
		}
	}
	for _, c := range []layout.Column{
		layout.ColumnQuantity, layout.ColumnUnitPrice, layout.ColumnAmount, layout.ColumnGross,
	} {
		for _, f := range Figures(row.Cells[c]) {
			if !f.Amount.Percent {
				missing--
			}
		}
	}
	price, amount := LastNumber(row.Cells[layout.ColumnUnitPrice]), LastNumber(row.Cells[layout.ColumnAmount])
	one := len(row.Cells[layout.ColumnQuantity]) == 0 && price != nil && amount != nil &&
		price.Amount.Value(style).Equal(amount.Amount.Value(style))
	return missing <= 0 || one
}

// Coded reports whether a cell holds a product code, which an amount with cents is not.
func Coded(row layout.TableRow) bool {
	return slices.ContainsFunc(row.Cells[layout.ColumnCode], func(p layout.Part) bool {
		a, ok := NumberIn(p)
		return !ok || a.Last-a.First < p.Last-p.First || a.Number.Fraction != 2
	})
}

// WholeAmount reports whether a row's amount is a bare whole number. Text with such an amount alone is not an item.
func WholeAmount(row layout.TableRow) bool {
	for _, c := range []layout.Column{layout.ColumnAmount, layout.ColumnGross} {
		for _, p := range row.Cells[c] {
			if a, ok := NumberIn(p); ok && !a.Whole() {
				return false
			}
		}
	}
	return true
}

// HasNumber reports whether a cell holds a number with at most two other words, so that a number within a sentence
// across the columns does not count. It ignores percentages.
func HasNumber(row layout.TableRow, c layout.Column) bool {
	for _, p := range row.Cells[c] {
		if a, ok := NumberIn(p); ok && !a.Percent && p.Last-p.First-(a.Last-a.First) <= 2 {
			return true
		}
	}
	return false
}
