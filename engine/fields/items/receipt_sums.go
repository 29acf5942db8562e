package items

import (
	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// settleSums drops what only the amounts of all lines together tell to be no
// goods.
func (t *tillReader) settleSums() {
	if i := t.firstSum(); i >= 0 {
		t.items, t.lines = t.items[:i], t.lines[:i]
	}
	t.settleSigns()
}

// firstSum finds the first line whose amount is what all lines above it come to,
// -1 for none: of two lines where it speaks of a sum ("Food sub-total"), of more
// in any case ("08:37PM Total", "Tot Euro"). One with a quantity is sold.
func (t *tillReader) firstSum() int {
	const certain = 3 // lines whose sum does not come about by chance
	sum, bare := decimal.Zero, decimal.Zero
	for i := range t.lines {
		amount := t.lines[i].Amount.Amount.Value(t.Style)
		sold := t.lines[i].Quantity != nil || t.lines[i].Price != nil
		if i > 1 && !sold && amount.IsPositive() && (amount.Equal(sum) || amount.Equal(bare)) &&
			(i >= certain || t.speaksOfSum(t.lines[i].Row)) {
			return i
		}
		sum, bare = sum.Add(amount), bare.Add(amount.Abs())
	}
	return -1
}

// speaksOfSum reports whether the label of a sum stands anywhere in a row.
func (r *finder) speaksOfSum(row *layout.Row) bool {
	return label.Means(r.Document, row, func(t lexicon.Term) bool { return annotate.SumLike(t.Role) })
}

// settleSigns decides over negative amounts. Where all amounts without their
// signs come to a sum that is printed, the signs are dashes in front of them.
// Else what is taken off is no goods, unless it all is.
func (t *tillReader) settleSigns() {
	signed, bare, negative := decimal.Zero, decimal.Zero, 0
	for i := range t.lines {
		amount := t.lines[i].Amount.Amount.Value(t.Style)
		signed, bare = signed.Add(amount), bare.Add(amount.Abs())
		if amount.IsNegative() {
			negative++
		}
	}
	if negative == 0 {
		return
	}
	_, asPrinted := t.Printed(signed)
	if _, dashes := t.Printed(bare); dashes && !asPrinted {
		for _, it := range t.items {
			it.dashed = true
		}
		return
	}
	if negative == len(t.lines) {
		return
	}
	items, lines := t.items[:0], t.lines[:0]
	for i, it := range t.items {
		if !t.lines[i].Amount.Amount.Value(t.Style).IsNegative() {
			items, lines = append(items, it), append(lines, t.lines[i])
		}
	}
	t.items, t.lines = items, lines
}
