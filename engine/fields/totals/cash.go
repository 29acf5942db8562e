package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/shopspring/decimal"
)

// settleByCash strengthens totals that cash less change, or a rounding, confirm,
// and adds the one that cash less change makes where it is printed, or where it
// differs from a labelled total by a rounding or by one misread digit.
func (r *finder) settleByCash(m *link.Set, totals []sum) []sum {
	totals = bestSums(totals)
	cash, change := r.single(m, lexicon.Cash), r.single(m, lexicon.Change)
	var paid decimal.Decimal
	if cash != nil {
		paid = cash.amount
		if change != nil {
			paid = paid.Sub(inCents(change.amount.Abs(), paid))
		}
		if paid.IsPositive() && !paid.Equal(cash.amount) {
			totals = slices.DeleteFunc(totals, func(t sum) bool { return sameLink(t, *cash) })
		}
	}
	totals = r.roundedTo(m, totals)
	rounding := r.single(m, lexicon.Rounding)
	for i := range totals {
		t := &totals[i]
		if cash != nil && t.amount.Equal(paid) {
			t.logOdds += 1.5
		}
		if rounding != nil && !rounding.amount.IsZero() && hasAmount(totals, t.amount.Sub(rounding.amount)) {
			t.logOdds++
		}
	}
	totals = r.rounded(totals, rounding)
	if cash == nil || !paid.IsPositive() || hasAmount(totals, paid) {
		return totals
	}
	if change != nil {
		for _, t := range totals {
			if settled, ok := r.settled(t, paid, cash, change); ok {
				return append(totals, settled)
			}
		}
	}
	if change != nil || len(totals) == 0 {
		if c, ok := r.Printed(paid); ok {
			return append(totals, sum{amount: paid, logOdds: 1, links: []link.Link{{Value: c}}})
		}
	}
	if tendered(cash) && tendered(change) && !paid.LessThan(r.largestItem()) {
		totals = append(totals, sum{amount: paid, logOdds: lonePaid, links: []link.Link{cash.links[0], change.links[0]},
			minus: true})
	}
	return totals
}

// sameLink reports whether two sums were read from the same print: what was given
// is no total where some of it was given back.
func sameLink(a, b sum) bool {
	return len(a.links) == 1 && len(b.links) == 1 && a.links[0].Value.SameAs(b.links[0].Value)
}

// lonePaid are the log-odds of a total of which nothing is legible but what was
// given and given back for it.
const lonePaid = 0.4

// tendered reports whether an amount given or given back was surely recognised:
// with its cents, beside its label.
func tendered(s *sum) bool {
	return s != nil && s.logOdds > 1 && len(s.links) == 1 && s.amount.Exponent() == -2 &&
		s.links[0].Value.Segment.Tokens[0].Source == document.SourceOCR
}

// inCents returns the change, which is no more than was given: if it is, the point
// before its cents was lost.
func inCents(change, cash decimal.Decimal) decimal.Decimal {
	if change.LessThan(cash) || !change.IsInteger() || change.GreaterThan(decimal.NewFromInt(99)) {
		return change
	}
	return change.Shift(-2)
}

// maxRoundingCents is by how many cents a total may be rounded where there are no
// small coins.
const maxRoundingCents = 5

// settled returns what was paid as the total in place of t, if the two differ by a
// rounding or by one digit that may have been misread.
func (r *finder) settled(t sum, paid decimal.Decimal, cash, change *sum) (sum, bool) {
	rounding := link.Cents(t.amount.Sub(paid)) <= maxRoundingCents
	if !rounding && !oneDigitOff(t.amount, paid) {
		return sum{}, false
	}
	out := sum{amount: paid, logOdds: max(t.logOdds, 1) + 0.5}
	if c, ok := r.Printed(paid); ok {
		out.links = []link.Link{{Value: c}}
		out.logOdds += 0.5
		return out, true
	}
	if rounding && !oneDigitOff(t.amount, paid) || len(cash.links) != 1 || len(change.links) != 1 ||
		t.links[0].Value.Segment.Tokens[0].Source != document.SourceOCR {
		return sum{}, false // a file's own text would print it
	}
	out.links, out.minus = []link.Link{cash.links[0], change.links[0]}, true
	return out, true
}

// oneDigitOff reports whether two amounts are printed alike but for one digit
// that is easily taken for the other, or for a currency's sign taken for a digit.
func oneDigitOff(a, b decimal.Decimal) bool {
	x, y := a.StringFixed(2), b.StringFixed(2)
	if len(x) != len(y) {
		return len(x) == len(y)+1 && x[1:] == y
	}
	n := 0
	for i := range len(x) {
		if x[i] == y[i] {
			continue
		}
		if n++; n > 1 || !ocrconfusion.Confused(rune(x[i]), rune(y[i]), ocrconfusion.Till) {
			return false
		}
	}
	return n == 1
}

// roundedTo adds the amounts under a rounding's label that are totals after it, and not what
// they were rounded by.
func (r *finder) roundedTo(m *link.Set, totals []sum) []sum {
	for _, s := range bestSums(r.sumsOf(m, lexicon.Rounding, 0)) {
		if link.Cents(s.amount) <= maxRoundingCents || hasAmount(totals, s.amount) {
			continue
		}
		for _, t := range totals {
			if link.Cents(t.amount.Sub(s.amount)) <= maxRoundingCents {
				totals = append(totals, sum{amount: s.amount, logOdds: t.logOdds + 1, links: s.links})
				break
			}
		}
	}
	return totals
}

// rounded adds the amounts that a printed rounding makes of a total, if they
// are on the page.
func (r *finder) rounded(totals []sum, rounding *sum) []sum {
	if rounding == nil || rounding.amount.IsZero() || link.Cents(rounding.amount) > 5 {
		return totals
	}
	for _, t := range totals {
		v := t.amount.Add(rounding.amount)
		if hasAmount(totals, v) {
			continue
		}
		if c, ok := r.Printed(v); ok {
			totals = append(totals, sum{amount: v, logOdds: t.logOdds + 1, links: []link.Link{{Value: c}}})
		}
	}
	return totals
}

func hasAmount(all []sum, v decimal.Decimal) bool {
	return slices.ContainsFunc(all, func(s sum) bool { return s.amount.Equal(v) })
}
