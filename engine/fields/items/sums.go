package items

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// chargeRow reports whether a row is a discount or shipping charge on the whole document. A row with a quantity is
// an item. So is one with a price if the table has amounts but no quantities, and one with a tax rate if it has
// neither quantities nor prices. If prices are the only column of money, the charge is in it.
func (r *finder) chargeRow(t *layout.Table, row layout.TableRow, visual *layout.Row) bool {
	priced := lineproof.HasNumber(row, layout.ColumnUnitPrice) && !t.Has(layout.ColumnQuantity) &&
		(t.Has(layout.ColumnAmount) || t.Has(layout.ColumnGross))
	taxed := len(lineproof.Figures(row.Cells[layout.ColumnTaxRate])) > 0 && !t.Has(layout.ColumnQuantity) &&
		!t.Has(layout.ColumnUnitPrice)
	if lineproof.HasNumber(row, layout.ColumnQuantity) || priced || taxed {
		return false
	}
	amount := lineproof.LastNumber(row.Cells[layout.ColumnAmount])
	negative := amount != nil && amount.Amount.Negative
	for _, s := range visual.Segments {
		for _, h := range r.LabelsIn[s] {
			_, discount := h.As(lexicon.Discount)
			_, shipping := h.As(lexicon.Shipping)
			if h.Opens && (discount || shipping) && h.Last+2 >= len(s.Words)-1 || discount && negative {
				return true
			}
		}
	}
	return false
}

// besideSum reports whether a row's amount belongs to the label of a sum or charge before it, with other text to
// the left, for example taxes by rate, bank details or notes.
func (tr *tableReader) besideSum(row tableRow) bool {
	all := row.visual.Segments
	n := len(all)
	if n < 2 || tr.proven(row.TableRow) || len(tr.Spans[all[n-1]].Amounts) != 1 {
		return false
	}
	text, last := all[n-1], tr.Spans[all[n-1]].Amounts[0].First-1
	if last < 0 {
		text, last = all[n-2], len(all[n-2].Words)-1
	}
	worded := itemname.Worded([]layout.Part{{Segment: all[n-1], First: tr.Spans[all[n-1]].Amounts[0].First,
		Last: len(all[n-1].Words) - 1}})
	if text == all[0] || worded || tr.keyed(row.TableRow, text) ||
		slices.ContainsFunc(row.Cells[layout.ColumnDescription], func(p layout.Part) bool { return p.Segment == text }) {
		return false
	}
	return label.Correction(tr.Document, text, last, func(h *annotate.Label) bool { return h.Opens }) &&
		label.Correction(tr.Document, text, last, func(h *annotate.Label) bool {
			return h.Last >= last || !itemname.Worded([]layout.Part{{Segment: text, First: h.Last + 1, Last: last}})
		})
}

// keyed reports whether a segment is an item's tax key: "GST" next to quantity and price, or as in an earlier item.
func (tr *tableReader) keyed(row layout.TableRow, s *layout.Segment) bool {
	multiplied := lineproof.HasNumber(row, layout.ColumnQuantity) && lineproof.HasNumber(row, layout.ColumnUnitPrice)
	return slices.ContainsFunc(row.Cells[layout.ColumnTaxRate], func(p layout.Part) bool {
		same := func(o layout.Part) bool { return o.Text() == p.Text() }
		return p.Segment == s && (multiplied || len(tr.items) == 0 || slices.ContainsFunc(tr.items, func(it *item) bool {
			return slices.ContainsFunc(it.cells[layout.ColumnTaxRate], same)
		}))
	})
}

// goods reports whether a row names goods and its labels of sums are only tax keys.
func (tr *tableReader) goods(row tableRow) bool {
	return itemname.Worded(row.Cells[layout.ColumnDescription]) && !slices.ContainsFunc(row.visual.Segments,
		func(s *layout.Segment) bool {
			return label.Correction(tr.Document, s, len(s.Words)-1, func(*annotate.Label) bool { return true }) &&
				!tr.keyed(row.TableRow, s)
		})
}
