package link

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// AmountValues finds sums of money: no percentages, and bare whole numbers only as a last resort.
func (r *Linker) AmountValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, a := range r.Spans[s].Amounts {
		if a.Percent || SerialNumber(s, a) {
			continue
		}
		c := Candidate{Segment: s, First: a.First, Last: a.Last, Index: i}
		switch {
		case a.Currency != "" && a.Number.Fraction == 2:
			c.Fit = 0.6
		case a.Number.Fraction == 2:
			c.Fit = 0.4
		case a.Currency != "":
		case a.Number.Ambiguous || a.Number.Fraction > 0:
			c.Fit = -0.6
		default:
			c.Fit = -0.9
		}
		out = append(out, c)
	}
	return out
}

// SerialNumber reports whether a whole number is not a sum of money: long ones without grouping, and those with
// leading zeros.
func SerialNumber(s *layout.Segment, a recognize.Amount) bool {
	if !a.Whole() || a.Last > a.First {
		return false
	}
	digits := strings.TrimLeft(s.Words[a.First], "-(*")
	return annotate.AllDigitsWord(digits) && (len(digits) > 7 || len(digits) > 1 && digits[0] == '0')
}

// Amount returns the recognized amount of a candidate from AmountValues.
func (r *Linker) Amount(c Candidate) recognize.Amount { return r.Spans[c.Segment].Amounts[c.Index] }

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

const (
	// minWholeSums is the minimum ratio of whole sums to amounts with cents if the currency is printed without
	// cents. Text recognition adds some amounts with cents.
	minWholeSums = 3
	minWhole     = 1000 // whole numbers below have no thousands separator
)

// WholeMoney reports whether a document's money has no cents, as in Hungary or Chile. Whole numbers with thousands
// separators are sums then.
func (r *Linker) WholeMoney() bool {
	whole, cents := 0, 0
	for _, s := range r.Layout.Segments {
		for _, a := range r.Spans[s].Amounts {
			switch {
			case a.Percent:
			case r.Grouped(s, a):
				whole++
			case a.Number.Fraction == 2 && !a.Number.Ambiguous:
				cents++
			}
		}
	}
	return whole >= minWholeSums*max(1, cents)
}

// Grouped reports whether a whole amount has thousands separators.
func (r *Linker) Grouped(s *layout.Segment, a recognize.Amount) bool {
	if v := a.Value(r.Style); a.Percent || !v.IsInteger() || v.Abs().IntPart() < minWhole ||
		a.Number.Fraction > 0 && !a.Number.Ambiguous {
		return false
	}
	digits := strings.Trim(strings.Join(s.Words[a.First:a.Last+1], " "), notDigits)
	return strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) >= 0
}

const notDigits = " -–−+()$€£¥"
