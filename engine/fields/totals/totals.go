// Package totals chooses a document's sums jointly, so that they satisfy its
// arithmetic, and reads the tax breakdown.
package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/totals/labelposition"
	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Find returns the scalars subtotal, taxTotal, total, discountTotal, shippingTotal, amountPaid and amountDue, and
// the list taxes, as far as they were found. It does not read sums in the linker's ItemRows. If taxIncluded is set,
// the sums may include the tax, as on receipts: a single sum is then the total, and cash less change confirms it.
func Find(l *link.Linker, taxIncluded bool) *value.Set {
	r := &finder{l, taxIncluded}
	set := value.New()
	m := r.Link(r.MoneyOutsideItems, sumRoles()...)
	labelposition.Read(r.Linker, m, sumRoles())
	taxes := r.stated().Lines()
	k := r.candidates(m, taxes)
	s, t, g := k.choice.choose(k.subtotals, k.taxes, k.totals)
	k.choice.prove(s, t, g)
	s = k.withoutDiscount(s, t, g)
	if g == nil && t == nil && r.taxIncluded {
		g = s // the single sum of a receipt is the total
	}
	if g == nil && s != nil && t != nil {
		g = r.addedUp(s, t, k.choice)
	}
	if s == nil && t != nil && g != nil && t.amount.IsZero() && !r.taxIncluded && k.choice.isPlain() {
		// without tax the net amount is the total
		s = &sum{amount: g.amount, logOdds: min(t.logOdds, g.logOdds), links: g.links, minus: g.minus}
	}
	r.putSum(set, "subtotal", s)
	r.putSum(set, "taxTotal", t)
	r.putSum(set, "total", k.choice.with(s, t, g))
	r.putSum(set, "discountTotal", absolute(k.choice.discountFor(s, t, g)))
	r.putSum(set, "shippingTotal", k.choice.chargeFor(s, t, g))
	r.putTaxes(set, taxes, t)
	if r.taxIncluded {
		r.putAmountDue(set, m, g)
	} else {
		r.putBalance(set, k.choice.amountDue(g))
	}
	return set
}

// candidates collects the labeled sums and, if prices exclude the tax, unlabeled ones that the equations prove.
func (r *finder) candidates(m *link.Set, taxes []taxrate.Line) candidates {
	k := candidates{
		subtotals: r.sumsOf(m, lexicon.Subtotal, 0),
		totals:    slices.Concat(r.sumsOf(m, lexicon.Total, 0), r.sumsOf(m, lexicon.AmountDue, -1.2)),
		taxes:     slices.Concat(r.sumsOf(m, lexicon.TaxTotal, 0), r.sumsOf(m, lexicon.Tax, -0.6)),
		choice: netTaxGross{discounts: bestSums(r.sumsOf(m, lexicon.Discount, 0)), shipping: r.single(m, lexicon.Shipping),
			largestItem: r.largestItem(), lenient: r.taxIncluded},
	}
	if t := r.halvedTax(); t != nil {
		k.taxes = append(slices.DeleteFunc(k.taxes, t.holds), *t)
	} else if t, ok := addTaxes(taxes); ok {
		k.taxes = append(k.taxes, t)
	}
	if r.taxIncluded {
		k.totals = r.solveByCash(m, k.totals)
	}
	k.subtotals, k.taxes, k.totals = bestSums(k.subtotals), bestSums(k.taxes), bestSums(k.totals)
	if !r.taxIncluded {
		r.complete(&k, m)
	}
	return k
}

// complete adds unlabeled candidates, and the amounts that may come between the sums and after the total.
func (r *finder) complete(k *candidates, m *link.Set) {
	b := r.ledger(m)
	lines := r.looseTaxLines(m, b)
	p := proposals{ledger: b, r: r, k: k, taxes: taxrate.AddUp(lines, units), items: r.itemsTotal(),
		triplesLeft: maxTriples}
	k.choice.balance, k.choice.items = r.balances(b, m), p.items
	k.choice.balance.early = r.early(k.choice.discounts)
	for _, s := range bestOf(r.sumsOf(m, lexicon.Rounding, 0), topRoundings) {
		if s.units() != 0 && s.logOdds > minPart {
			p.rounded = append(p.rounded, s.units())
		}
	}
	p.g = k.choice.balance.before()
	p.pairs()
	p.triples()
	p.included()
	if p.items != 0 {
		p.s = p.append(p.s, p.items, 0)
	}
	p.ofBases()
	p.t = append(p.t, r.untaxed(b)...)
	r.sumRows(&p)
	for _, x := range [3]struct{ all, more *[]sum }{
		{&k.subtotals, &p.s}, {&k.taxes, &p.t}, {&k.totals, &p.g},
	} {
		*x.all = bestOf(slices.Concat(*x.all, *x.more), topAll)
	}
	for i := range k.subtotals {
		if p.items != 0 && k.subtotals[i].units() == p.items {
			k.subtotals[i].extra += itemsBonus
		}
	}
	k.parts(lines)
	k.choice.between = r.corrections(b, m, k.totals, k.subtotals, k.taxes)
}

// addedUp returns net amount + tax if no label announces a total, with the link to a printed amount if any.
func (r *finder) addedUp(s, t *sum, c netTaxGross) *sum {
	if len(s.links) != 1 || len(t.links) != 1 || s.logOdds < 0 || t.logOdds < 0 || !t.amount.IsPositive() ||
		t.amount.GreaterThan(s.amount.Div(decimal.NewFromInt(2))) {
		return nil
	}
	if !c.isPlain() {
		return nil // other amounts come between the two and the total
	}
	v := s.amount.Add(t.amount)
	if at, ok := r.Printed(v); ok {
		return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds), links: []link.Link{{Value: at}}}
	}
	return &sum{amount: v, logOdds: min(s.logOdds, t.logOdds) - 0.5, links: []link.Link{s.links[0], t.links[0]}}
}
