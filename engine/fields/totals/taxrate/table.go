package taxrate

import (
	"math/bits"
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

// Range of the number of lines that are added up.
const (
	MinAdded = 2
	MaxAdded = 4
	percent  = 100.0
)

// Added holds the sums of taxes that may be added up.
type Added struct {
	lines   []Line
	amounts []int64
	by      map[int64]uint // units to the set of lines, bit by bit
}

// AddUp adds two to four of the lines in all ways, in the given units. If two sets have the same sum, it keeps the
// one with fewer lines, then the one whose lines are closer.
func AddUp(lines []Line, units func(decimal.Decimal) int64) *Added {
	t := &Added{lines: lines, by: map[int64]uint{}, amounts: make([]int64, len(lines))}
	for i := range lines {
		t.amounts[i] = units(lines[i].AmountValue)
	}
	for set := uint(1); set < 1<<len(lines); set++ {
		n := bits.OnesCount(set)
		if n < MinAdded || n > MaxAdded {
			continue
		}
		total := int64(0)
		for i, v := range t.amounts {
			if set&(1<<i) != 0 {
				total += v
			}
		}
		if old, ok := t.by[total]; !ok || spread(set) < spread(old) {
			t.by[total] = set
		}
	}
	return t
}

// spread orders sets of lines: fewer and closer lines first.
func spread(set uint) int {
	return bits.OnesCount(set)*bits.UintSize + bits.Len(set) - bits.TrailingZeros(set)
}

// Of returns the taxes that add up to that many units, or nil.
func (t *Added) Of(v int64) []Line {
	var lines []Line
	for i := range t.lines {
		if t.by[v]&(1<<i) != 0 {
			lines = append(lines, t.lines[i])
		}
	}
	return lines
}

// All returns the different lines with a rate if there are several, or nil. Of equal lines it keeps the one with a
// base.
func (t *Added) All() []Line {
	var lines []Line
	for _, l := range t.lines {
		i := slices.IndexFunc(lines, l.isSame)
		switch {
		case l.Rate == nil:
		case i < 0:
			lines = append(lines, l)
		case lines[i].Base == nil:
			lines[i] = l
		}
	}
	if len(lines) < MinAdded {
		return nil
	}
	return lines
}

// Fits reports whether a tax on a net amount is between the lowest and the highest rate's share.
func (t *Added) Fits(net, tax int64) bool {
	low, high := MaxRate, 0.0
	for _, l := range t.lines {
		if l.Rate == nil {
			continue
		}
		f := l.RateValue.InexactFloat64()
		low, high = min(low, f), max(high, f)
	}
	share := percent * float64(tax) / float64(net)
	return share >= low && share <= high
}

// OneOf reports whether a tax is that of one of several rates.
func (t *Added) OneOf(v int64) bool {
	others, found := 0, false
	for i, l := range t.lines {
		if l.Rate == nil || l.AmountValue.IsZero() {
			continue
		}
		if t.amounts[i] == v {
			found = true
		} else {
			others++
		}
	}
	return found && others > 0
}

// WithoutDeductions removes unlabeled negative amounts if others are positive: of "less 5 % -10.00" and "19 % VAT
// 36.10" the first is not a tax.
func WithoutDeductions(lines []Line) []Line {
	if !slices.ContainsFunc(lines, func(t Line) bool { return t.AmountValue.IsPositive() }) {
		return lines
	}
	return slices.DeleteFunc(lines, func(t Line) bool { return t.Loose && t.AmountValue.IsNegative() })
}

// Parts returns the bases and the taxes that are only those of one of several rates, from lines with a known label.
// Two taxes may have the same base.
func Parts(lines []Line) (bases, taxes []decimal.Decimal) {
	for _, l := range lines {
		base, tax := false, false // another rate has one
		for _, o := range lines {
			if l.isRated() && o.isRated() && !o.RateValue.Equal(l.RateValue) {
				base, tax = base || o.Base != nil && !o.BaseValue.Equal(l.BaseValue), tax || !o.AmountValue.IsZero()
			}
		}
		if base && l.Base != nil {
			bases = append(bases, l.BaseValue)
		}
		if tax && !l.AmountValue.IsZero() {
			taxes = append(taxes, l.AmountValue)
		}
	}
	return bases, taxes
}

func (t Line) isRated() bool { return t.Rate != nil && !t.Loose }
