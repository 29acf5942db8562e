package items

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/shopspring/decimal"
)

// factors are quantity, price and amount of a row.
type factors struct{ quantity, price, amount *value.Figure }

// prove looks in an item's first row for three numbers of which one times
// another is the third, where the headings did not tell such three: headings may
// be unknown, wrapped, or set off from what stands under them. What headings did
// tell counts in favour of a choice.
func (r *finder) prove(it *item, told factors) factors {
	if r.isProduct(told) {
		return told
	}
	numbers := r.rowNumbers(it, told.quantity != nil)
	best, most := told, 0
	for k := range numbers {
		for i := range numbers {
			for j := range numbers {
				if i == j || i == k || j == k || i > k || j > k {
					continue
				}
				t := told.or(&numbers[i], &numbers[j], &numbers[k])
				if votes := r.votes(t, told); votes > most && r.isProduct(t) {
					best, most = t, votes
				}
			}
		}
	}
	return best
}

// or returns three numbers, the told ones where they are the same: their cells may
// hold a unit too.
func (f factors) or(quantity, price, amount *value.Figure) factors {
	out := factors{quantity, price, amount}
	for _, mine := range []**value.Figure{&out.quantity, &out.price, &out.amount} {
		for _, theirs := range []*value.Figure{f.quantity, f.price, f.amount} {
			if sameFigure(*mine, theirs) {
				*mine = theirs
			}
		}
	}
	return out
}

// votes weighs three numbers before they are multiplied: those that headings
// told count most, then a whole quantity; zero for what is not plausible.
func (r *finder) votes(t, told factors) int {
	votes := 1
	if t.amount == told.amount {
		votes += 4
	}
	if t.quantity == told.quantity {
		votes += 4
	}
	if t.price == told.price {
		votes += 2
	}
	quantity := t.quantity.Amount.Value(r.Style)
	unit := decimal.New(1, 0)
	swapped := t.quantity == told.price && t.price == told.quantity
	plain := t.price.Amount.Whole() && t.amount.Amount.Whole()
	switch {
	case quantity.Equal(unit) && t.quantity != told.quantity && !swapped,
		t.price.Amount.Value(r.Style).Equal(unit) && t.price != told.price,
		plain && votes == 1, t.quantity.Amount.Currency != "":
		return 0
	}
	if quantity.IsInteger() {
		votes++
	}
	return votes
}

func sameFigure(a, b *value.Figure) bool {
	return a != nil && b != nil && a.Part.Segment == b.Part.Segment && a.Amount.Last == b.Amount.Last
}

// isProduct reports whether quantity × price is the amount, and not zero.
func (r *finder) isProduct(t factors) bool {
	if t.quantity == nil || t.price == nil || t.amount == nil {
		return false
	}
	amount := t.amount.Amount.Value(r.Style)
	product := t.quantity.Amount.Value(r.Style).Mul(t.price.Amount.Value(r.Style))
	return !amount.IsZero() && link.Cents(product.Sub(amount)) <= 1
}

// mostRowNumbers bounds the numbers of a row that are multiplied.
const mostRowNumbers = 12

// rowNumbers returns the numbers of an item's first row that stand alone or open
// their segment: a number inside a name is none, nor is the row's position if
// there is a quantity.
func (r *finder) rowNumbers(it *item, counted bool) []value.Figure {
	var out []value.Figure
	var position *value.Figure
	if counted {
		position = r.lastNumber(it.cells[layout.ColumnPosition])
	}
	for _, s := range it.rows[0].Segments {
		for _, a := range r.Spans[s].Amounts {
			if a.Percent || a.First > 0 && annotate.HasLetters(s.Words[a.First-1:a.First]) {
				continue
			}
			f := value.Figure{Part: layout.Part{Segment: s, First: a.First, Last: a.Last}, Amount: a}
			if !sameFigure(&f, position) {
				out = append(out, f)
			}
		}
	}
	if len(out) > mostRowNumbers {
		return nil
	}
	return out
}
