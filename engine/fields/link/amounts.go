package link

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/shopspring/decimal"
)

// Printed finds an amount of the given value outside the line items.
func (r *Linker) Printed(v decimal.Decimal) (Candidate, bool) {
	for _, s := range r.Layout.Segments {
		for _, c := range r.MoneyOutsideItems(s) {
			if r.Amount(c).Value(r.Style).Equal(v) {
				return c, true
			}
		}
	}
	return Candidate{}, false
}

// MoneyOutsideItems returns the amounts of a segment, unless it is in a row of line items.
func (r *Linker) MoneyOutsideItems(s *layout.Segment) []Candidate {
	if r.ItemRows[s.Page.Rows[s.Row]] {
		return nil
	}
	return r.AmountValues(s)
}

// Cents returns the absolute value in hundredths, rounded up.
func Cents(v decimal.Decimal) int64 { return v.Abs().Shift(2).Ceil().IntPart() }
