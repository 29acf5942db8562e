package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// sum is a candidate for one of a document's sums.
type sum struct {
	amount  decimal.Decimal
	logOdds float64
	links   []link.Link // the amounts read; several where they were added up
	minus   bool        // … or the second taken from the first
}

// topSums is how many candidates of each sum enter the joint choice.
const topSums = 8

// sumRoles are the roles that compete for amounts.
func sumRoles() []lexicon.Role {
	return []lexicon.Role{
		lexicon.Subtotal, lexicon.Tax, lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue, lexicon.AmountPaid,
		lexicon.Discount, lexicon.Shipping,
		lexicon.Tip, lexicon.Cash, lexicon.Change, lexicon.Rounding, lexicon.OtherAmount,
	}
}

// sums reads subtotal, taxes, total and what stands around them.
func (r *finder) sums(set *value.Set) {
	m := r.Link(r.MoneyOutsideItems, sumRoles()...)
	taxes := r.taxLines()
	subtotals := r.sumsOf(m, lexicon.Subtotal, 0)
	totals := slices.Concat(r.sumsOf(m, lexicon.Total, 0), r.sumsOf(m, lexicon.AmountDue, -1.2))
	taxTotals := slices.Concat(r.sumsOf(m, lexicon.TaxTotal, 0), r.sumsOf(m, lexicon.Tax, -0.6))
	if t, ok := addTaxes(taxes); ok {
		taxTotals = append(taxTotals, t)
	}
	shipping := r.single(m, lexicon.Shipping)
	if r.TaxIncluded {
		totals = r.settleByCash(m, totals)
	}
	choice := triple{discounts: best(r.sumsOf(m, lexicon.Discount, 0)), shipping: shipping, least: r.largestItem(),
		lenient: r.TaxIncluded}
	subtotals, taxTotals, totals = best(subtotals), best(taxTotals), best(totals)
	s, t, g := choice.choose(subtotals, taxTotals, totals)
	if g == nil && t == nil && r.TaxIncluded {
		g = s // the one sum of a receipt is what is paid
	}
	if g == nil && s != nil && t != nil {
		g = r.addedUp(s, t, choice)
	}
	if s == nil && t != nil && g != nil && t.amount.IsZero() && !r.TaxIncluded && shipping == nil &&
		len(choice.discounts) == 0 {
		// without tax the net amount is the total
		s = &sum{amount: g.amount, logOdds: min(t.logOdds, g.logOdds), links: g.links, minus: g.minus}
	}
	r.putSum(set, "subtotal", s, subtotals...)
	r.putSum(set, "taxTotal", t, taxTotals...)
	r.putSum(set, "total", g, totals...)
	r.putSum(set, "discountTotal", absolute(choice.discountFor(s, t, g)))
	r.putSum(set, "shippingTotal", shipping)
	r.putTaxes(set, taxes)
	r.putSettlement(set, m, g)
}

// addedUp returns the total that net amount and tax make where no label announces
// one: the amount as the page prints it, else the sum of the two.
func (r *finder) addedUp(s, t *sum, c triple) *sum {
	if len(s.links) != 1 || len(t.links) != 1 || s.logOdds < 0 || t.logOdds < 0 || !t.amount.IsPositive() ||
		t.amount.GreaterThan(s.amount.Div(decimal.NewFromInt(2))) {
		return nil
	}
	v := s.amount.Add(t.amount)
	if c.shipping != nil || len(c.discounts) > 0 {
		return nil // more stands between the two and the total
	}
	if at, ok := r.Printed(v); ok {
		return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds), links: []link.Link{{Value: at}}}
	}
	return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds) - 0.5, links: []link.Link{s.links[0], t.links[0]}}
}

// putSettlement stores what is paid and what is still due.
func (r *finder) putSettlement(set *value.Set, m *link.Set, total *sum) {
	due := r.single(m, lexicon.AmountDue)
	paid := r.single(m, lexicon.AmountPaid)
	if paid != nil && total != nil && due != nil && !paid.amount.Abs().Add(due.amount).Equal(total.amount) {
		paid.logOdds -= 1.5
	}
	if paid != nil && boost.Probability(paid.logOdds) > 0.5 {
		r.putSum(set, "amountPaid", absolute(paid))
	}
	if due != nil && boost.Probability(due.logOdds) > 0.4 {
		r.putSum(set, "amountDue", due)
	}
}

func absolute(s *sum) *sum {
	if s != nil {
		s.amount = s.amount.Abs()
	}
	return s
}

// largestItem returns the largest amount of money at the end of an item's row.
func (r *finder) largestItem() decimal.Decimal {
	var top decimal.Decimal
	for row := range r.ItemRows {
		last := row.Segments[len(row.Segments)-1]
		for _, a := range r.Spans[last].Amounts {
			if v := a.Value(r.Style); a.Number.Fraction == 2 && !a.Percent && v.GreaterThan(top) {
				top = v
			}
		}
	}
	return top
}

// sumsOf turns the links of a role into sums, shifted by the given log-odds.
func (r *finder) sumsOf(m *link.Set, want lexicon.Role, shift float64) []sum {
	var out []sum
	for _, l := range m.Links[want] {
		a := r.Amount(l.Value)
		z := l.LogOdds + shift + lowOnPage(l.Value)
		if want != lexicon.Discount && want != lexicon.AmountPaid && a.Negative {
			z--
		}
		out = append(out, sum{amount: a.Value(r.Style), logOdds: z, links: []link.Link{l}})
	}
	return out
}

// lowOnPage prefers amounts further down, where sums stand.
func lowOnPage(c link.Candidate) float64 { return 0.6 * c.Segment.RelativeY() }

func (r *finder) single(m *link.Set, want lexicon.Role) *sum {
	all := best(r.sumsOf(m, want, 0))
	if len(all) == 0 || all[0].logOdds < -0.5 {
		return nil
	}
	return &all[0]
}

// best sorts sums by certainty, one per amount, and keeps the first few.
func best(all []sum) []sum {
	slices.SortStableFunc(all, func(a, b sum) int {
		switch {
		case a.logOdds > b.logOdds:
			return -1
		case a.logOdds < b.logOdds:
			return 1
		}
		return 0
	})
	var out []sum
	for _, s := range all {
		if !slices.ContainsFunc(out, func(o sum) bool { return o.amount.Equal(s.amount) }) {
			out = append(out, s)
		}
		if len(out) == topSums {
			break
		}
	}
	return out
}

// putSum stores a sum that was preferred to others; one that was added up cites
// all its parts and is derived.
func (r *finder) putSum(set *value.Set, name string, s *sum, others ...sum) {
	if s == nil || boost.Probability(s.logOdds) < 0.15 {
		return
	}
	v := r.sumValue(s)
	v.Lead = s.lead(others)
	set.Put(name, v)
}

// lead is by how much a sum is more certain than the best of others with another
// amount; 0 if there is none.
func (s *sum) lead(others []sum) float64 {
	for i := range others { // best first
		if !others[i].amount.Equal(s.amount) {
			return s.logOdds - others[i].logOdds
		}
	}
	return 0
}

func (r *finder) sumValue(s *sum) value.Value {
	text := recognize.FormatMoney(s.amount, r.Currency)
	if len(s.links) == 1 {
		c := s.links[0].Value
		return value.Cite(text, c.Segment, c.First, c.Last, boost.Probability(s.logOdds))
	}
	sign := " + "
	if s.minus {
		sign = " - "
	}
	v := value.CiteParts(text, partsOf(s.links), sign, boost.Probability(s.logOdds))
	v.Source = document.SourceDerived
	return v
}
