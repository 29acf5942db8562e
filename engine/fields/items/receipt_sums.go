package items

import (
	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// resolveSums removes lines that are not goods according to the amounts of all lines.
func (t *receiptReader) resolveSums() {
	if i := t.firstSum(); i >= 0 {
		t.items, t.lines = t.items[:i], t.lines[:i]
	}
	t.resolveSigns()
}

// firstSum returns the first line whose amount is the sum of all lines above, or -1. It requires the label of a sum
// after two lines ("Food sub-total"), and no label after three or more ("08:37PM Total", "Tot Euro"). A line with a
// quantity is sold.
func (t *receiptReader) firstSum() int {
	const certain = 3 // minimum number of lines whose sum is not a coincidence
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

func (r *finder) speaksOfSum(row *layout.Row) bool {
	return label.Means(r.Document, row, func(t lexicon.Term) bool { return annotate.SumLike(t.Role) })
}

// resolveSigns interprets negative amounts. If the absolute amounts add up to a printed sum, the signs are dashes.
// If not, negative amounts are not goods, unless all are negative.
func (t *receiptReader) resolveSigns() {
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
