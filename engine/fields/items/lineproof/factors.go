// Package lineproof finds quantity, price and amount among the numbers of a row: quantity × price = amount.
package lineproof

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Factors are quantity, price and amount of a row, nil if unknown.
type Factors struct{ Quantity, Price, Amount *value.Figure }

// Of chooses among several columns of a kind those with quantity × price = amount, or else the last ones.
func Of(quantities, prices, amounts []layout.Part, style recognize.Style) Factors {
	qs, ps, as := Figures(quantities), Figures(prices), Figures(amounts)
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
	f := Factors{LastNumber(quantities), LastNumber(prices), LastNumber(amounts)}
	if one := (Factors{misreadOne(quantities), f.Price, f.Amount}); f.Quantity == nil && one.Fit(style) {
		return one
	}
	return f
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
func (f Factors) votes(told Factors, style recognize.Style) int {
	votes := 1
	if f.Amount == told.Amount {
		votes += 4
	}
	if f.Quantity == told.Quantity {
		votes += 4
	}
	if f.Price == told.Price {
		votes += 2
	}
	quantity := f.Quantity.Amount.Value(style)
	unit := decimal.New(1, 0)
	swapped := f.Quantity == told.Price && f.Price == told.Quantity
	plain := f.Price.Amount.Whole() && f.Amount.Amount.Whole()
	switch {
	case quantity.Equal(unit) && f.Quantity != told.Quantity && !swapped,
		f.Price.Amount.Value(style).Equal(unit) && f.Price != told.Price,
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
