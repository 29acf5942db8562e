package items

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// deducted assigns a deduction row to a close item above, or else to the document, as always on receipts.
func (tr *tableReader) deducted(row tableRow) bool {
	last := tr.last()
	f := tr.deduction(row)
	if f == nil || last == nil {
		return false
	}
	const near = 2.5 // row heights
	if !tr.ended && tr.Type.Family != schema.FamilyReceipt && last.page == row.Page &&
		row.visual.Box.Y0-tr.bottom < near*row.visual.Box.Height() {
		last.deductions = append(last.deductions, *f)
	}
	return true
}

// deduction returns the negative amount of a row with a discount or without a name, or nil if items are negative.
func (tr *tableReader) deduction(row tableRow) *value.Figure {
	f := lineproof.LastNumber(row.Cells[layout.ColumnAmount])
	if f == nil || !lineproof.TakenOff(f) || tr.proven(row.TableRow) {
		return nil
	}
	if last := tr.last(); last != nil {
		if a := lineproof.LastNumber(last.cells[layout.ColumnAmount]); a == nil || lineproof.TakenOff(a) {
			return nil
		}
	}
	// "- 1 -" is a page number
	worded := itemname.WordedRow(row.visual)
	if worded && !itemname.Discounting(row.visual) && !tr.percentOf(row, *f) || !worded && f.Amount.Whole() {
		return nil
	}
	return f
}

func rowOf(f value.Figure) *layout.Row { return f.Part.Segment.Page.Rows[f.Part.Segment.Row] }

// percentOf reports whether a row states a percentage whose share of the last item's amount is the deduction.
func (tr *tableReader) percentOf(row tableRow, f value.Figure) bool {
	last := tr.last()
	return last != nil && tr.isShare(last, row.visual, f)
}

// isShare reports whether a deduction is the share of an item's amount at a percentage in the row.
func (r *finder) isShare(it *item, row *layout.Row, f value.Figure) bool {
	n := r.itemNumbers(it)
	if n.Amount == nil {
		return false
	}
	amount, off := n.Amount.Amount.Value(r.Style), f.Amount.Value(r.Style).Abs()
	return slices.ContainsFunc(row.Segments, func(s *layout.Segment) bool {
		return slices.ContainsFunc(r.Spans[s].Amounts, func(a recognize.Amount) bool {
			return a.Percent && a.Value(r.Style).IsPositive() && link.Cents(amount.Mul(a.Value(r.Style)).Shift(-2).Sub(off)) <= 1
		})
	})
}

// resolveDeductions subtracts the deductions from the amounts of items, unless quantity × price less the deductions
// is the amount already. A named deduction under the last item belongs to the whole document, unless it is a
// percentage of that item.
func (tr *tableReader) resolveDeductions() {
	for i, it := range tr.items {
		if len(it.deductions) == 0 {
			continue
		}
		discount := decimal.Zero
		for _, f := range it.deductions {
			discount = discount.Add(f.Amount.Value(tr.Style).Abs())
		}
		n := tr.itemNumbers(it)
		if n.Amount == nil {
			it.deductions = nil
			continue
		}
		amount := n.Amount.Amount.Value(tr.Style)
		product, known := n.product(tr.Style)
		switch {
		case known && link.Cents(product.Sub(discount).Sub(amount)) <= 1:
			it.net = &netAmount{amount, discount}
		case i+1 < len(tr.items) || !tr.hasName(it) || i > 0 && tr.sharesAlone(it):
			it.net = &netAmount{amount.Sub(discount), discount}
		default:
			it.deductions = nil
		}
		for _, f := range it.deductions {
			it.rows = append(it.rows, rowOf(f))
		}
	}
}

// sharesAlone reports whether all deductions under an item are percentages of its amount.
func (tr *tableReader) sharesAlone(it *item) bool {
	return !slices.ContainsFunc(it.deductions, func(f value.Figure) bool {
		return !tr.isShare(it, rowOf(f), f)
	})
}

func (tr *tableReader) hasName(it *item) bool {
	return slices.ContainsFunc(it.deductions, func(f value.Figure) bool {
		return itemname.WordedRow(rowOf(f))
	})
}
