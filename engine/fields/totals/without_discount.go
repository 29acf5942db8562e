package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// withoutDiscount returns the sum of the items instead of the net amount after discount or shipping, if both are
// printed: "Goods 500.00, Carriage 20.00, Net 520.00". The record then has the discount or shipping as well.
func (k *candidates) withoutDiscount(s, t, g *sum) *sum {
	items := k.choice.items
	if s == nil || g == nil || items != 0 && s.units() == items {
		return s
	}
	var out *sum
	for i := range k.subtotals {
		c := &k.subtotals[i]
		summed := items != 0 && c.units() == items
		if !summed && (out != nil || !c.isAnnounced()) || !k.corrects(c, s, t, g, summed) {
			continue
		}
		if out = c; summed {
			break
		}
	}
	if out == nil {
		return s
	}
	out.logOdds = max(out.logOdds, s.logOdds)
	out.lead = s.lead
	return out
}

// isAnnounced reports whether the amount has the label of a net amount.
func (s *sum) isAnnounced() bool {
	const doubtful = -1.0
	return len(s.links) == 1 && s.links[0].Label != nil && s.logOdds > doubtful
}

// corrects reports whether the discounts and shipping after an amount make the net amount of it. One unlabeled
// amount with a minus is enough if the items add up to the amount.
func (k *candidates) corrects(from, s, t, g *sum, summed bool) bool {
	found := k.choice.between.find(s.units()-from.units(), from, t, g)
	if found == nil {
		return false
	}
	for _, p := range found.parts {
		at := p.sum.links[0].Value
		known := p.role == lexicon.Discount || p.role == lexicon.Shipping ||
			p.role == "" && summed && found.lowering() != nil
		if !known || s.reads(at) || !follows(at, from.links[0].Value) || !k.isPrintedBehind(s, at) {
			return false
		}
	}
	return true
}

// isPrintedBehind reports whether a sum is printed, or repeated, after an amount.
func (k *candidates) isPrintedBehind(s *sum, at link.Candidate) bool {
	b := k.choice.balance.ledger
	return slices.ContainsFunc(b.at[s.units()], func(i int) bool { return follows(b.all[i].value, at) })
}

// follows reports whether a is after b in reading order.
func follows(a, b link.Candidate) bool {
	x, y := a.Segment, b.Segment
	switch {
	case x.Page != y.Page:
		return x.Page.Number > y.Page.Number
	case x.Row != y.Row:
		return x.Row > y.Row
	}
	return x.Column > y.Column || x == y && a.First > b.First
}
