package taxrate

import (
	"math/bits"
	"slices"

	"github.com/shopspring/decimal"
)

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
