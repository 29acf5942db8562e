package items

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/fields/items/label"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/fields/items/quantity"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/lexicon"
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

// chargeRow reports whether a row is a discount or shipping charge on the whole document. A row with a quantity is
// an item. So is one with a price if the table has amounts but no quantities, and one with a tax rate if it has
// neither quantities nor prices. If prices are the only column of money, the charge is in it. A word for shipping
// without an amount may be the first line of an item's name.
func (r *finder) chargeRow(t *layout.Table, row layout.TableRow, visual *layout.Row) bool {
	priced := lineproof.HasNumber(row, layout.ColumnUnitPrice) && !t.Has(layout.ColumnQuantity) &&
		(t.Has(layout.ColumnAmount) || t.Has(layout.ColumnGross))
	taxed := len(lineproof.Figures(row.Cells[layout.ColumnTaxRate])) > 0 && !t.Has(layout.ColumnQuantity) &&
		!t.Has(layout.ColumnUnitPrice)
	_, counted := quantity.Opening(row.Cells[layout.ColumnDescription])
	if lineproof.HasNumber(row, layout.ColumnQuantity) || counted || priced || taxed {
		return false
	}
	amount := lineproof.LastNumber(row.Cells[layout.ColumnAmount])
	negative := amount != nil && amount.Amount.Negative
	valued := amount != nil || lineproof.HasNumber(row, layout.ColumnUnitPrice) ||
		lineproof.HasNumber(row, layout.ColumnGross)
	for _, s := range visual.Segments {
		for _, h := range r.LabelsIn[s] {
			_, discount := h.As(lexicon.Discount)
			_, shipping := h.As(lexicon.Shipping)
			alone := h.Opens && h.Last+2 >= len(s.Words)-1
			if alone && (discount || shipping && valued) || discount && negative {
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

// sumsSection reports whether a row states the sum of the items above, or of those below the last such row: "Total
// spare parts and materials", "Labour, subtotal". It has the label of a sum and its amount is the sum of the items.
// It has neither quantity nor price, except in the words after its label ("Total van 14"). No label is required for
// three or more items with quantities, because their sum is not a coincidence, or if a rule separates an amount
// that is alone in its row. An amount carried over to a further page is the sum of the items before.
func (tr *tableReader) sumsSection(row tableRow) bool {
	const certain = 3
	inside := tr.items[min(tr.section, len(tr.items)):]
	sum := tr.columnAmount(row)
	all := slices.Concat(tr.before, tr.items)
	counted := lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) ||
		lineproof.HasNumber(row.TableRow, layout.ColumnUnitPrice)
	if sum == nil || len(all) == 0 ||
		counted && (len(inside) < 2 || tr.proven(row.TableRow) || !label.OpensTotal(tr.Document, row.visual)) {
		return false
	}
	alone := len(row.visual.Segments) == 1 && !itemname.WordedRow(row.visual)
	for _, section := range [][]*item{inside, tr.items, all} {
		if len(section) > 0 && tr.amountOf(section).Equal(*sum) && (alone || label.Total(tr.Document, row.visual) ||
			len(section) >= certain && tr.table.Has(layout.ColumnQuantity)) {
			return true
		}
	}
	return false
}

// behindSum reports whether a row after the sum of all items is a tax, charge or rounding without a quantity.
func (tr *tableReader) behindSum(row tableRow) bool {
	return tr.section == len(tr.items) && !lineproof.HasNumber(row.TableRow, layout.ColumnQuantity) &&
		!tr.proven(row.TableRow) && label.Means(tr.Document, row.visual, func(t lexicon.Term) bool {
		return annotate.SumLike(t.Role) || label.Correcting(t.Role)
	})
}
