package fields

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// sumRow reports whether a row opens with the label of a sum.
func (r *reading) sumRow(row *layout.Row) bool {
	if r.sumHeadings(row) {
		return true
	}
	numbers := 0
	for _, s := range row.Segments {
		numbers += len(r.found[s].amounts)
	}
	for _, s := range row.Segments {
		for _, h := range r.starts[s] {
			if !h.start || h.last+3 < len(s.Words) {
				continue
			}
			for _, t := range h.terms {
				if sumLike(t.Role) && t.Weight > 0.5 && (numbers > 0 || h.colon) && (t.Weight > 0.7 || !r.goesOn(h)) {
					return true
				}
			}
		}
		if len(r.found[s].amounts) > 0 {
			return false
		}
	}
	return false
}

// goesOn reports whether a word that is no label follows a label: "base" opens
// the name of a "base station".
func (r *reading) goesOn(h *hit) bool {
	next := h.last + 1
	if h.colon || next >= len(h.seg.Words) || !hasLetters(h.seg.Words[next:next+1]) {
		return false
	}
	if _, currency := recognize.Currency(h.seg.Words[next]); currency {
		return false
	}
	return !slices.ContainsFunc(r.starts[h.seg], func(o *hit) bool { return o.first > h.last })
}

// sumHeadings reports whether a row holds labels of sums side by side, whose
// amounts stand in the row under it.
func (r *reading) sumHeadings(row *layout.Row) bool {
	labels := 0
	for _, s := range row.Segments {
		for _, a := range r.found[s].amounts {
			if !a.Percent {
				return false
			}
		}
		for _, h := range r.starts[s] {
			if h.start && slices.ContainsFunc(h.terms, func(t lexicon.Term) bool { return sumLike(t.Role) }) {
				labels++
				break
			}
		}
	}
	return labels >= 2 && labels*2 > len(row.Segments)
}

// chargeRow reports whether a row is a discount or shipping charge on the whole
// document; one with a quantity or price of its own is an item.
func (r *reading) chargeRow(row layout.TableRow, visual *layout.Row) bool {
	if r.hasNumber(row, layout.ColumnQuantity) || r.hasNumber(row, layout.ColumnUnitPrice) {
		return false
	}
	for _, s := range visual.Segments {
		for _, h := range r.starts[s] {
			_, discount := h.as(lexicon.Discount)
			_, shipping := h.as(lexicon.Shipping)
			if h.start && (discount || shipping) && h.last+2 >= len(s.Words)-1 || discount && r.negative(row) {
				return true
			}
		}
	}
	return false
}

// negative reports whether a row's amount is taken off.
func (r *reading) negative(row layout.TableRow) bool {
	f := r.lastNumber(row.Cells[layout.ColumnAmount])
	return f != nil && f.amount.Negative
}

// sumLike reports whether a role ends an item table.
func sumLike(r lexicon.Role) bool {
	switch r {
	case lexicon.Subtotal, lexicon.Total, lexicon.TaxTotal, lexicon.Tax, lexicon.AmountDue, lexicon.AmountPaid:
		return true
	}
	return false
}

// namesSum reports whether the name of an item holds the full label of a sum, as
// a row of rate, net, tax and gross does.
func (r *reading) namesSum(it *item) bool {
	for _, s := range it.rows[0].Segments {
		for _, h := range r.starts[s] {
			if slices.ContainsFunc(h.terms, func(t lexicon.Term) bool { return sumLike(t.Role) && t.Weight > 0.9 }) && !r.goesOn(h) {
				return true
			}
		}
	}
	return false
}

// nameless reports whether an item has numbers alone where its name should be,
// as sums set in a row have.
func (r *reading) nameless(it *item) bool {
	return len(it.text) > 0 && !worded(it.text) && len(it.cells[layout.ColumnCode]) == 0 && r.itemRow(it)["quantity"].Score < 0.9
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
