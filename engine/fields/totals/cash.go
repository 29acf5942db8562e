package totals

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/shopspring/decimal"
)

// solveByCash raises totals that cash less change, or a rounding, confirms. It adds the amount of cash less change
// if that is printed, or differs from a labeled total by a rounding or one misread digit.
func (r *finder) solveByCash(m *link.Set, totals []sum) []sum {
	totals = bestSums(totals)
	cash, change := r.single(m, lexicon.Cash), r.single(m, lexicon.Change)
	var paid decimal.Decimal
	if cash != nil {
		paid = cash.amount
		if change != nil {
			paid = paid.Sub(inCents(change.amount.Abs(), paid))
		}
		if paid.IsPositive() && !paid.Equal(cash.amount) {
			// If change was given, the cash is not the total.
			totals = slices.DeleteFunc(totals, func(t sum) bool { return sharesAmount(&t, cash) })
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
			if settled, ok := r.paidAsTotal(t, paid, cash, change); ok {
				return append(totals, settled)
			}
		}
	}
	if change != nil || len(totals) == 0 {
		if c, ok := r.Printed(paid); ok {
			return append(totals, sum{amount: paid, logOdds: 1, links: []link.Link{{Value: c}}})
		}
	}
	if isTendered(cash) && isTendered(change) && !paid.LessThan(r.largestItem()) {
		totals = append(totals, sum{amount: paid, logOdds: lonePaid, links: []link.Link{cash.links[0], change.links[0]},
			minus: true})
	}
	return totals
}

// lonePaid is the log-odds of a total if only cash and change are legible.
const lonePaid = 0.4

// isTendered reports whether cash or change was recognized reliably: with its cents, next to its label.
func isTendered(s *sum) bool {
	return s != nil && s.logOdds > 1 && len(s.links) == 1 && s.amount.Exponent() == -2 &&
		s.links[0].Value.Segment.Tokens[0].Source == document.SourceOCR
}

// inCents divides change by 100 if it exceeds the cash, because the decimal point was lost then.
func inCents(change, cash decimal.Decimal) decimal.Decimal {
	if change.LessThan(cash) || !change.IsInteger() || change.GreaterThan(decimal.NewFromInt(99)) {
		return change
	}
	return change.Shift(-2)
}

// maxRoundingCents is the maximum rounding of a total in countries without small coins.
const maxRoundingCents = 5

// paidAsTotal returns what was paid as the total instead of t, if the two differ by a rounding or one misread digit.
func (r *finder) paidAsTotal(t sum, paid decimal.Decimal, cash, change *sum) (sum, bool) {
	rounding := link.Cents(t.amount.Sub(paid)) <= maxRoundingCents
	if !rounding && !isOneDigitOff(t.amount, paid) {
		return sum{}, false
	}
	out := sum{amount: paid, logOdds: max(t.logOdds, 1) + 0.5}
	if c, ok := r.Printed(paid); ok {
		out.links = []link.Link{{Value: c}}
		out.logOdds += 0.5
		return out, true
	}
	if rounding && !isOneDigitOff(t.amount, paid) || len(cash.links) != 1 || len(change.links) != 1 ||
		t.links[0].Value.Segment.Tokens[0].Source != document.SourceOCR {
		return sum{}, false // digital text would print the amount
	}
	out.links, out.minus = []link.Link{cash.links[0], change.links[0]}, true
	return out, true
}

// isOneDigitOff reports whether two amounts differ in one easily misread digit or a currency sign read as a digit.
func isOneDigitOff(a, b decimal.Decimal) bool {
	x, y := a.StringFixed(2), b.StringFixed(2)
	if len(x) != len(y) {
		return len(x) == len(y)+1 && x[1:] == y
	}
	n := 0
	for i := range len(x) {
		if x[i] == y[i] {
			continue
		}
		if n++; n > 1 || !ocrconfusion.CanConfuse(rune(x[i]), rune(y[i]), ocrconfusion.Till) {
			return false
		}
	}
	return n == 1
}

// roundedTo adds amounts with a rounding's label that are the rounded total, not the rounding.
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

// rounded adds the totals after a printed rounding, if they are on the page.
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

// maxPerRole is the maximum number of labeled amounts tried per role.
const maxPerRole = 4

// payables returns the totals whose labels mention payment, if another of the same amount does not.
func payables(totals []sum) []sum {
	plain := map[int64]bool{}
	for i := range totals {
		if t := &totals[i]; t.logOdds > 0 && !t.mentionsPayment() {
			plain[t.units()] = true
		}
	}
	var out []sum
	for i := range totals {
		if t := &totals[i]; t.logOdds > 0 && plain[t.units()] && t.mentionsPayment() {
			out = append(out, *t)
		}
	}
	return bestOf(out, maxPerRole)
}

// dueByDay returns the amounts of lines with only an amount and a due date: "$206.95 due on July 30".
func (r *finder) dueByDay() []sum {
	var out []sum
	for _, s := range r.Layout.Segments {
		for _, c := range r.MoneyOutsideItems(s) {
			if c.First == 0 && r.goesOnWithDueDate(c) {
				out = append(out, r.provenSum(c))
			}
		}
	}
	return bestOf(out, maxPerRole)
}

// goesOnWithDueDate reports whether only the label of a due date and a date follow an amount in its line.
func (r *finder) goesOnWithDueDate(c link.Candidate) bool {
	for _, h := range r.LabelsIn[c.Segment] {
		if w, ok := h.As(lexicon.DueDate); !ok || w < sumLabelWeight || h.First != c.Last+1 {
			continue
		}
		for _, d := range r.Spans[c.Segment].Dates {
			if d.First == h.Last+1 && d.Last == len(c.Segment.Words)-1 {
				return true
			}
		}
	}
	return false
}

// early returns the discounts for early payment, in units: their lines name a day or a number of days. The total
// less such a discount is not the amount due.
func (r *finder) early(discounts []sum) []int64 {
	var out []int64
	for i := range discounts {
		d := &discounts[i]
		if l := d.links[0].Label; l != nil && (r.namesDays(l.Segment) || r.namesDays(d.links[0].Value.Segment)) {
			out = append(out, abs(d.units()))
		}
	}
	return out
}

func (r *finder) namesDays(s *layout.Segment) bool {
	words, _ := s.Folded()
	return len(r.Spans[s].Dates) > 0 || slices.ContainsFunc(words, lexicon.DayCount.Has)
}

func (s *sum) mentionsPayment() bool {
	return slices.ContainsFunc(strings.Fields(s.links[0].Label.Phrase), lexicon.PayingStem.Begins)
}

// installments adds up each pair of payments, and all payments.
func installments(paid []sum) []sum {
	var out []sum
	for i := range paid {
		for k := i + 1; k < len(paid); k++ {
			out = append(out, together(paid[i], paid[k]))
		}
	}
	if len(paid) > 2 {
		out = append(out, together(paid...))
	}
	return out
}
