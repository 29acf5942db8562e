package fields

import (
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/shopspring/decimal"
)

// sum is a candidate for one of a document's sums.
type sum struct {
	amount decimal.Decimal
	z      float64
	links  []link // the amounts read; several where they were added up
	minus  bool   // … or the second taken from the first
}

// topSums is how many candidates of each sum enter the joint choice.
const topSums = 8

// sumRoles are the roles that compete for amounts.
func sumRoles() []lexicon.Role {
	return []lexicon.Role{
		lexicon.Subtotal, lexicon.Tax, lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue, lexicon.AmountPaid, lexicon.Discount, lexicon.Shipping,
		lexicon.Tip, lexicon.Cash, lexicon.Change, lexicon.Rounding, lexicon.OtherAmount,
	}
}

// sums reads subtotal, taxes, total and what stands around them.
func (r *reading) sums(set *Set) {
	m := r.trade(r.moneyOutsideItems, sumRoles()...)
	taxes := r.taxLines()
	subtotals := r.sumsOf(m, lexicon.Subtotal, 0)
	totals := slices.Concat(r.sumsOf(m, lexicon.Total, 0), r.sumsOf(m, lexicon.AmountDue, -1.2))
	taxTotals := slices.Concat(r.sumsOf(m, lexicon.TaxTotal, 0), r.sumsOf(m, lexicon.Tax, -0.6))
	if t, ok := addTaxes(taxes); ok {
		taxTotals = append(taxTotals, t)
	}
	shipping := r.single(m, lexicon.Shipping)
	if set.receipt {
		totals = r.settleByCash(m, totals)
	}
	choice := triple{discounts: best(r.sumsOf(m, lexicon.Discount, 0)), shipping: shipping, least: r.largestItem(), lenient: set.receipt}
	subtotals, taxTotals, totals = best(subtotals), best(taxTotals), best(totals)
	s, t, g := choice.choose(subtotals, taxTotals, totals)
	if g == nil && t == nil && set.receipt {
		g = s // the one sum of a receipt is what is paid
	}
	if g == nil && s != nil && t != nil {
		g = r.addedUp(s, t, choice)
	}
	if s == nil && t != nil && g != nil && t.amount.IsZero() && !set.receipt && shipping == nil && len(choice.discounts) == 0 {
		s = &sum{amount: g.amount, z: min(t.z, g.z), links: g.links, minus: g.minus} // without tax the net amount is the total
	}
	r.putSum(set, "subtotal", s, subtotals...)
	r.putSum(set, "taxTotal", t, taxTotals...)
	r.putSum(set, "total", g, totals...)
	r.putSum(set, "discountTotal", absolute(choice.discountFor(s, t, g)))
	r.putSum(set, "shippingTotal", shipping)
	r.putTaxes(set, taxes)
	r.putSettlement(set, m, g)
}

// addedUp gives the total that net amount and tax make where no label announces
// one: the amount as the page prints it, else the sum of the two.
func (r *reading) addedUp(s, t *sum, c triple) *sum {
	if len(s.links) != 1 || len(t.links) != 1 || s.z < 0 || t.z < 0 || !t.amount.IsPositive() || t.amount.GreaterThan(s.amount.Div(decimal.NewFromInt(2))) {
		return nil
	}
	v := s.amount.Add(t.amount)
	if c.shipping != nil || len(c.discounts) > 0 {
		return nil // more stands between the two and the total
	}
	if at, ok := r.printed(v); ok {
		return &sum{amount: v, z: min(s.z, t.z), links: []link{{value: at}}}
	}
	return &sum{amount: v, z: min(s.z, t.z) - 0.5, links: []link{s.links[0], t.links[0]}}
}

// putSettlement stores what is paid and what is still due.
func (r *reading) putSettlement(set *Set, m *market, total *sum) {
	due := r.single(m, lexicon.AmountDue)
	paid := r.single(m, lexicon.AmountPaid)
	if paid != nil && total != nil && due != nil && !paid.amount.Abs().Add(due.amount).Equal(total.amount) {
		paid.z -= 1.5
	}
	if paid != nil && sigmoid(paid.z) > 0.5 {
		r.putSum(set, "amountPaid", absolute(paid))
	}
	if due != nil && sigmoid(due.z) > 0.4 {
		r.putSum(set, "amountDue", due)
	}
}

func absolute(s *sum) *sum {
	if s != nil {
		s.amount = s.amount.Abs()
	}
	return s
}

// largestItem gives the largest amount of money at the end of an item's row.
func (r *reading) largestItem() decimal.Decimal {
	var top decimal.Decimal
	for row := range r.items {
		last := row.Segments[len(row.Segments)-1]
		for _, a := range r.found[last].amounts {
			if v := a.Value(r.style); a.Number.Fraction == 2 && !a.Percent && v.GreaterThan(top) {
				top = v
			}
		}
	}
	return top
}

// moneyOutsideItems leaves out the amounts of line items.
func (r *reading) moneyOutsideItems(s *layout.Segment) []candidate {
	if r.items[s.Page.Rows[s.Row]] {
		return nil
	}
	return r.amountValues(s)
}

// sumsOf turns the links of a role into sums, shifted by the given log-odds.
func (r *reading) sumsOf(m *market, want lexicon.Role, shift float64) []sum {
	var out []sum
	for _, l := range m.links[want] {
		a := r.amount(l.value)
		z := l.z + shift + lowOnPage(l.value)
		if want != lexicon.Discount && want != lexicon.AmountPaid && a.Negative {
			z--
		}
		out = append(out, sum{amount: a.Value(r.style), z: z, links: []link{l}})
	}
	return out
}

// lowOnPage prefers amounts further down, where sums stand.
func lowOnPage(c candidate) float64 { return 0.6 * c.seg.RelativeY() }

func (r *reading) single(m *market, want lexicon.Role) *sum {
	all := best(r.sumsOf(m, want, 0))
	if len(all) == 0 || all[0].z < -0.5 {
		return nil
	}
	return &all[0]
}

// best sorts sums by certainty, one per amount, and keeps the first few.
func best(all []sum) []sum {
	slices.SortStableFunc(all, func(a, b sum) int {
		switch {
		case a.z > b.z:
			return -1
		case a.z < b.z:
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
func (r *reading) putSum(set *Set, name string, s *sum, others ...sum) {
	if s == nil || sigmoid(s.z) < 0.15 {
		return
	}
	v := r.sumValue(s)
	v.Lead = s.lead(others)
	set.put(name, v)
}

// lead is by how much a sum is more certain than the best of others with another
// amount; 0 if there is none.
func (s *sum) lead(others []sum) float64 {
	for i := range others { // best first
		if !others[i].amount.Equal(s.amount) {
			return s.z - others[i].z
		}
	}
	return 0
}

func (r *reading) sumValue(s *sum) Value {
	text := recognize.FormatMoney(s.amount, r.currency)
	if len(s.links) == 1 {
		c := s.links[0].value
		return cite(text, c.seg, c.first, c.last, sigmoid(s.z))
	}
	sign := " + "
	if s.minus {
		sign = " - "
	}
	v := citeParts(text, partsOf(s.links), sign, sigmoid(s.z))
	v.Source = document.SourceDerived
	return v
}
