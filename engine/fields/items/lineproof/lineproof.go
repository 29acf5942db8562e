// Package lineproof finds quantity, price and amount among the numbers of a row: quantity × price = amount.
package lineproof

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Factors are quantity, price and amount of a row, nil if unknown.
type Factors struct{ Quantity, Price, Amount *value.Figure }

// Of chooses among several columns of a kind those with quantity × price = amount, or else the last ones.
func Of(quantities, prices, amounts []layout.Part, style recognize.Style) Factors {
	counts := multipliers(slices.Concat(quantities, prices))
	qs, ps, as := slices.Concat(Figures(quantities), counts), Figures(prices), Figures(amounts)
	for i := range qs {
		for j := range ps {
			for k := range as {
				product := qs[i].Amount.Value(style).Mul(ps[j].Amount.Value(style))
				if link.Cents(product.Sub(as[k].Amount.Value(style))) <= 1 {
					return Factors{&qs[i], &ps[j], &as[k]}
				}
			}
		}
	}
	for _, cell := range slices.Concat(quantities, prices) {
		if f := multiplied(cell, as, style); f.Amount != nil {
			return f
		}
	}
	f := Factors{LastNumber(quantities), LastNumber(prices), LastNumber(amounts)}
	if len(counts) == 1 && f.Quantity == nil {
		f.Quantity = &counts[0]
	}
	if one := (Factors{misreadOne(quantities), f.Price, f.Amount}); f.Quantity == nil && one.Fit(style) {
		return one
	}
	return f
}

// multipliers returns the quantities with a multiplication sign before prices, in cells of quantities or of both: "2x".
func multipliers(cells []layout.Part) []value.Figure {
	var out []value.Figure
	for i := range cells {
		if front, ok := quantity.Opening(cells[i:]); ok {
			out = append(out, *front.Figure(0))
		}
	}
	return out
}

// multiplied returns the quantity and the price in one cell, if their product is one of the amounts: "3x EUR 4.00".
func multiplied(cell layout.Part, amounts []value.Figure, style recognize.Style) Factors {
	for _, phrase := range quantity.All([]layout.Part{cell}) {
		for i := range amounts {
			if len(phrase.Numbers) != 2 {
				continue
			}
			count, price := phrase.Factors()
			if f := (Factors{count, price, &amounts[i]}); f.Fit(style) {
				return f
			}
		}
	}
	return Factors{}
}

// misreadOne returns the quantity 1 for a cell with a single stroke, or nil.
func misreadOne(cells []layout.Part) *value.Figure {
	if len(cells) != 1 || !cells[0].Recognized() || !slices.Contains([]string{"I", "l", "|", "i"}, cells[0].Text()) {
		return nil
	}
	one := recognize.Amounts([]string{"1"})[0]
	one.First, one.Last = cells[0].First, cells[0].Last
	return &value.Figure{Part: cells[0], Amount: one}
}

// Fit reports whether quantity × price is the amount, and not zero.
func (f Factors) Fit(style recognize.Style) bool {
	if f.Quantity == nil || f.Price == nil || f.Amount == nil {
		return false
	}
	amount := f.Amount.Amount.Value(style)
	product := f.Quantity.Amount.Value(style).Mul(f.Price.Amount.Value(style))
	return !amount.IsZero() && link.Cents(product.Sub(amount)) <= 1
}

// Prove searches the numbers of a row for three with quantity × price = amount, if the headings do not give such
// three: headings may be unknown, wrapped or misaligned. Numbers that the headings gave are preferred.
func (f Factors) Prove(numbers []value.Figure, style recognize.Style) Factors {
	best, most := f, 0
	for k := range numbers {
		for i := range k {
			for j := range k {
				if i == j {
					continue
				}
				t := f.or(&numbers[i], &numbers[j], &numbers[k])
				if votes := t.votes(f, style); votes > most && t.Fit(style) {
					best, most = t, votes
				}
			}
		}
	}
	return best
}

// or returns three numbers, as the given figures if they are the same, because their cells may also hold a
// unit.
func (f Factors) or(quantity, price, amount *value.Figure) Factors {
	out := Factors{quantity, price, amount}
	for _, mine := range []**value.Figure{&out.Quantity, &out.Price, &out.Amount} {
		for _, theirs := range []*value.Figure{f.Quantity, f.Price, f.Amount} {
			if Same(*mine, theirs) {
				*mine = theirs
			}
		}
	}
	return out
}

// votes scores three numbers: those from headings count most, then a whole quantity; zero is implausible.
func (f Factors) votes(stated Factors, style recognize.Style) int {
	votes := 1
	if f.Amount == stated.Amount {
		votes += 4
	}
	if f.Quantity == stated.Quantity {
		votes += 4
	}
	if f.Price == stated.Price {
		votes += 2
	}
	quantity := f.Quantity.Amount.Value(style)
	unit := decimal.New(1, 0)
	swapped := f.Quantity == stated.Price && f.Price == stated.Quantity
	plain := f.Price.Amount.Whole() && f.Amount.Amount.Whole()
	switch {
	case quantity.Equal(unit) && f.Quantity != stated.Quantity && !swapped,
		f.Price.Amount.Value(style).Equal(unit) && f.Price != stated.Price,
		plain && votes == 1, f.Quantity.Amount.Currency != "":
		return 0
	}
	if quantity.IsInteger() {
		votes++
	}
	return votes
}

// Same reports whether two figures are one number of the page.
func Same(a, b *value.Figure) bool {
	return a != nil && b != nil && a.Part.Segment == b.Part.Segment && a.Amount.Last == b.Amount.Last
}

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
func Base(made, amount decimal.Decimal, counts []layout.Part, style recognize.Style) decimal.Decimal {
	bases := []decimal.Decimal{decimal.NewFromInt(10), decimal.NewFromInt(100), decimal.NewFromInt(1000)}
	if f := LastNumber(counts); f != nil && f.Amount.Value(style).IsPositive() {
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

// NumberIn returns the last number of a part. A digit after an amount with cents is its tax key: "1,071.00 1".
func NumberIn(p layout.Part) (recognize.Amount, bool) {
	all := recognize.Amounts(p.Segment.Words[p.First : p.Last+1])
	if n := len(all); n > 1 && isKeyed(p, all[n-2], all[n-1]) {
		all = all[:n-1]
	}
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

// isKeyed reports whether a number is a single digit directly after an amount with cents.
func isKeyed(p layout.Part, a, key recognize.Amount) bool {
	return key.First == a.Last+1 && p.First+key.First == p.Last && layout.IsTaxKey(p.Segment.Words[p.Last], a)
}

// Figures returns the numbers of the parts that have one.
func Figures(parts []layout.Part) []value.Figure {
	var out []value.Figure
	for _, p := range parts {
		if a, ok := NumberIn(p); ok {
			out = append(out, value.Figure{Part: p, Amount: a})
		}
	}
	return out
}

// LastNumber returns the number of the last part that has one, except a tax key after an amount, or nil.
func LastNumber(parts []layout.Part) *value.Figure {
	all := Figures(parts)
	if len(all) == 0 {
		return nil
	}
	if n := len(all) - 2; n >= 0 && layout.IsTaxKey(all[n+1].Part.Text(), all[n].Amount) {
		return &all[n]
	}
	return &all[len(all)-1]
}

// TakenOff reports whether a number is negative, also with its sign before the currency: "-EUR 5.00".
func TakenOff(f *value.Figure) bool {
	first := f.Part.Segment.Words[f.Part.First]
	return f.Amount.Negative || strings.HasPrefix(first, "-") || strings.HasPrefix(first, "–")
}
