package taxrate

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/shopspring/decimal"
)

// inTaxTable reports whether only rows of amounts separate a row from a heading that names a tax.
func (r Reader) inTaxTable(row *layout.Row) bool {
	const most = 6 // rows
	first := row.Segments[0]
	for k := first.Row - 1; k >= max(0, first.Row-most); k-- {
		above := first.Page.Rows[k]
		switch amounts := slices.ContainsFunc(above.Segments, r.hasAmount); {
		case r.ItemRows[above]:
			return false
		case !amounts:
			return slices.ContainsFunc(above.Segments, r.taxLabel)
		}
	}
	return false
}

func (r Reader) hasAmount(s *layout.Segment) bool { return len(r.AmountValues(s)) > 0 }

// inTable reads a row of a tax table, also without percent signs: base, rate and tax, or a base with zero tax.
func (r Reader) inTable(row *layout.Row) (Line, bool) {
	rates, amounts := r.numbers(row)
	if len(rates) == 0 {
		rates, amounts = r.bareRate(amounts)
	}
	if len(rates) == 1 {
		rate := r.Amount(rates[0]).Value(r.Style)
		if t, ok := r.taxOnBase(rates[0], rate, amounts); ok {
			return t, true
		}
		if rate.IsZero() {
			return r.untaxedBase(rates[0], amounts)
		}
	}
	return Line{}, false
}

// untaxedBase reads the base and the tax of zero next to a rate of zero.
func (r Reader) untaxedBase(rate link.Candidate, amounts []link.Candidate) (Line, bool) {
	t := Line{Rate: &rate, Exact: true}
	for i := range amounts {
		switch v := r.Amount(amounts[i]).Value(r.Style); {
		case v.IsZero():
			t.Amount = &amounts[i] // the last: a code may be zero as well
		case t.Base == nil:
			t.Base, t.BaseValue = &amounts[i], v
		case !v.Equal(t.BaseValue):
			return Line{}, false
		}
	}
	return t, t.Amount != nil && t.Base != nil
}

// maxRowAmounts exceeds the number of amounts in a row of any tax table.
const maxRowAmounts = 24

// numbers returns the rates and the other amounts of a row, or nothing if there are more than maxRowAmounts.
func (r Reader) numbers(row *layout.Row) (rates, amounts []link.Candidate) {
	for _, s := range row.Segments {
		for i, a := range r.Spans[s].Amounts {
			c := link.Candidate{Segment: s, First: a.First, Last: a.Last, Index: i}
			if a.Percent {
				rates = append(rates, c)
			} else {
				amounts = append(amounts, c)
			}
			if len(rates)+len(amounts) > maxRowAmounts {
				return nil, nil
			}
		}
	}
	return rates, amounts
}

// bareRate treats the first number as the rate if the row has rate, base and tax: "VAT (S) 100.00 19 19.00".
func (r Reader) bareRate(amounts []link.Candidate) (rates, rest []link.Candidate) {
	const fewest, highest = 3, 30
	if len(amounts) < fewest {
		return nil, amounts
	}
	numbers := r.numbersOf(amounts)
	for i, c := range amounts {
		v := numbers[i].exact
		if v.IsNegative() || v.GreaterThan(decimal.NewFromInt(highest)) || r.Amount(c).Currency != "" {
			continue
		}
		rest = slices.Delete(slices.Clone(amounts), i, i+1)
		ok := false
		if v.IsZero() {
			_, ok = r.untaxedBase(c, rest)
		} else {
			_, _, ok = r.share(v, numbers, i)
		}
		if ok {
			return []link.Candidate{c}, rest
		}
	}
	return nil, amounts
}
