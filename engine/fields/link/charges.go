package link

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// MakesSum reports whether an amount, or its sum with the shipping, is printed outside the items.
func (r *Linker) MakesSum(v decimal.Decimal) bool {
	if _, ok := r.Printed(v); ok {
		return true
	}
	for _, row := range r.shippingRows() {
		for _, s := range row.Segments {
			for _, c := range r.MoneyOutsideItems(s) {
				if charge := r.Amount(c).Value(r.Style); charge.IsPositive() {
					if _, ok := r.Printed(v.Add(charge)); ok {
						return true
					}
				}
			}
		}
	}
	return false
}

// shippingRows returns the rows that open with a label for shipping.
func (r *Linker) shippingRows() []*layout.Row {
	var rows []*layout.Row
	for s, labels := range r.LabelsIn {
		for _, h := range labels {
			if _, ok := h.As(lexicon.Shipping); ok && h.Opens {
				rows = append(rows, s.Page.Rows[s.Row])
				break
			}
		}
	}
	return rows
}
