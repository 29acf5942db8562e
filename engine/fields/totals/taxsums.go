package totals

import (
	"math/bits"
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
)

// Log-odds of a tax total that is added up to fit an equation.
const (
	addedTax  = -0.3 // of taxes that labels name
	looseRate = -1.2 // of rates without a label that is known
)

// looseTaxLines are the last rows that may state a tax: those of taxLines with repeated
// ones, rows with a rate and one amount under words that are not known; and amounts
// that a label names as a tax without its rate.
func (r *finder) looseTaxLines(m *link.Set, b *ledger) []taxrate.Line {
	taken := map[place]bool{}
	var lines []taxrate.Line
	for _, p := range slices.Backward(r.Layout.Pages) {
		for _, row := range slices.Backward(p.Rows) {
			if len(lines) >= topTaxes {
				break
			}
			if t, ok := r.looseTaxLine(row, b.claims); ok {
				lines = append(lines, t)
				taken[placeOf(*t.Amount)] = true
			}
		}
	}
	slices.Reverse(lines)
	for _, l := range m.Links[lexicon.Tax] {
		v := r.signed(l.Value)
		if taken[placeOf(l.Value)] || v.IsZero() || !affordable(v) || len(lines) >= topTaxes {
			continue
		}
		t, headed := r.stated().Headed(l, v, b.candidates())
		if !headed && l.LogOdds < 0 {
			continue
		}
		taken[placeOf(l.Value)] = true
		lines = append(lines, t)
	}
	return withoutDeductions(lines)
}

// withoutDeductions leaves out the amounts with a minus under unknown words, where others are
// without: of "less 5 % -10.00" and "19 % VAT 36.10" the first is no tax.
func withoutDeductions(lines []taxrate.Line) []taxrate.Line {
	if !slices.ContainsFunc(lines, func(t taxrate.Line) bool { return t.AmountValue.IsPositive() }) {
		return lines
	}
	return slices.DeleteFunc(lines, func(t taxrate.Line) bool { return t.Loose && t.AmountValue.IsNegative() })
}

// looseTaxLine reads a row with a tax label, or with a rate and one amount that no
// label announces as anything else.
func (r *finder) looseTaxLine(row *layout.Row, claims map[place]claim) (taxrate.Line, bool) {
	if r.ItemRows[row] {
		return taxrate.Line{}, false
	}
	t, ok := r.stated().LineIn(row)
	if !ok {
		if t, ok = r.stated().Stated(row, true); !ok {
			return t, false
		}
		t.Loose = true
		if known := claims[placeOf(*t.Amount)]; known.logOdds > 0 && !taxLike(known.role) {
			return t, false
		}
	}
	return t, affordable(t.AmountValue)
}

func taxLike(r lexicon.Role) bool { return r == lexicon.Tax || r == lexicon.TaxTotal }

func subtotalLike(r lexicon.Role) bool { return r == lexicon.Subtotal }

// taxSums are taxes that may be added up.
type taxSums struct {
	lines []taxrate.Line
	by    map[int64]uint // units to the set of lines, bit by bit
}

// addedTaxes adds up to four of the lines in all ways; of two ways to the same sum
// the one with fewer lines, then the one whose lines stand closer, counts.
func addedTaxes(lines []taxrate.Line) *taxSums {
	t := &taxSums{lines: lines, by: map[int64]uint{}}
	amounts := make([]int64, len(lines))
	for i := range lines {
		amounts[i] = units(lines[i].AmountValue)
	}
	for set := uint(1); set < 1<<len(lines); set++ {
		n := bits.OnesCount(set)
		if n < fewestTaxes || n > mostTaxes {
			continue
		}
		total := int64(0)
		for i, v := range amounts {
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

// spread orders sets of lines: few and close ones first.
func spread(set uint) int {
	return bits.OnesCount(set)*bits.UintSize + bits.Len(set) - bits.TrailingZeros(set)
}

// of returns the taxes that add up to that many units, or nil.
func (t *taxSums) of(v int64) *sum {
	set, ok := t.by[v]
	if !ok {
		return nil
	}
	var lines []taxrate.Line
	for i := range t.lines {
		if set&(1<<i) != 0 {
			lines = append(lines, t.lines[i])
		}
	}
	return sumOf(lines)
}

func sumOf(lines []taxrate.Line) *sum {
	s, _ := addTaxes(lines)
	s.lines = lines
	s.logOdds += addedTax
	for _, l := range lines {
		if l.Loose && !l.Exact {
			s.logOdds += (looseRate - addedTax) / float64(len(lines))
		}
	}
	return &s
}

// all returns the sum of all different lines if there are several, or nil.
func (t *taxSums) all() *sum {
	var lines []taxrate.Line
	for _, l := range t.lines {
		if !taxrate.Repeats(lines, l) && l.Rate != nil {
			lines = append(lines, l)
		}
	}
	if len(lines) < fewestTaxes {
		return nil
	}
	return sumOf(lines)
}

// fits reports whether a tax on a net amount lies between what the lowest and the
// highest rate make.
func (t *taxSums) fits(net, tax int64) bool {
	low, high := taxrate.Highest, 0.0
	for _, l := range t.lines {
		if l.Rate == nil {
			continue
		}
		f := l.RateValue.InexactFloat64()
		low, high = min(low, f), max(high, f)
	}
	share := percentUnits * float64(tax) / float64(net)
	return share >= low && share <= high
}

// oneOf reports whether a tax is that of one of several rates.
func (t *taxSums) oneOf(v int64) bool {
	others, found := 0, false
	for _, l := range t.lines {
		if l.Rate == nil {
			continue
		}
		if units(l.AmountValue) == v {
			found = true
		} else {
			others++
		}
	}
	return found && others > 0
}

// halvedTax adds up the two halves of a tax; nil where they are not told or do not come to the
// same.
func (r *finder) halvedTax() *sum {
	central, local := r.stated().Halves()
	a, ok := addTaxes(central)
	b, both := addTaxes(local)
	if !ok || !both || link.Cents(a.amount.Sub(b.amount)) > 1 || !affordable(a.amount) || a.amount.IsZero() {
		return nil
	}
	s := sumOf(slices.Concat(central, local))
	s.logOdds = proven
	return s
}

// holds reports whether another sum is one of the taxes that were added up.
func (s *sum) holds(o sum) bool {
	return slices.ContainsFunc(s.lines, func(l taxrate.Line) bool { return l.AmountValue.Equal(o.amount) })
}
