package items

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// chargeRow reports whether a row is a discount or shipping charge on the whole
// document; one with a quantity or price of its own is an item.
func (r *finder) chargeRow(row layout.TableRow, visual *layout.Row) bool {
	if r.hasNumber(row, layout.ColumnQuantity) || r.hasNumber(row, layout.ColumnUnitPrice) {
		return false
	}
	for _, s := range visual.Segments {
		for _, h := range r.LabelsIn[s] {
			_, discount := h.As(lexicon.Discount)
			_, shipping := h.As(lexicon.Shipping)
			if h.Opens && (discount || shipping) && h.Last+2 >= len(s.Words)-1 || discount && r.negative(row) {
				return true
			}
		}
	}
	return false
}

// negative reports whether a row's amount is taken off.
func (r *finder) negative(row layout.TableRow) bool {
	f := r.lastNumber(row.Cells[layout.ColumnAmount])
	return f != nil && f.Amount.Negative
}

// namesSum reports whether the name of an item holds the full label of a sum, as
// a row of rate, net, tax and gross does.
func (r *finder) namesSum(it *item) bool {
	for _, s := range it.rows[0].Segments {
		for _, h := range r.LabelsIn[s] {
			if slices.ContainsFunc(h.Terms, func(t lexicon.Term) bool {
				return annotate.SumLike(t.Role) && t.Weight > 0.9
			}) && !r.GoesOn(h) {
				return true
			}
		}
	}
	return false
}

// nameless reports whether an item has numbers alone where its name should be,
// as sums set in a row have.
func (r *finder) nameless(it *item) bool {
	return len(it.text) > 0 && !worded(it.text) && len(it.cells[layout.ColumnCode]) == 0 &&
		r.itemRow(it)["quantity"].Score < 0.9
}

// unnumber takes the running numbers off the front of names, if every name has
// its own.
func unnumber(items []*item) {
	for i, it := range items {
		if len(it.text) == 0 || it.text[0].First == it.text[0].Last && len(it.text) == 1 {
			return
		}
		first := it.text[0].Segment.Words[it.text[0].First]
		if strings.TrimLeft(strings.TrimRight(first, ".)"), "0") != strconv.Itoa(i+1) {
			return
		}
	}
	if len(items) < 2 {
		return
	}
	for _, it := range items {
		it.text = slices.Clone(it.text)
		if it.text[0].First++; it.text[0].First > it.text[0].Last {
			it.text = it.text[1:]
		}
	}
}
