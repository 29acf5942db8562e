package totals

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Log-odds of the joint choice.
const (
	equationBonus = 3.0  // subtotal + tax = total holds with all three printed
	adjustedBonus = 2.0  // … holds after discounts, charges and other corrections
	trivialBonus  = 0.5  // subtotal = total without tax
	equationFault = -2.5 // all three printed, equation fails
	absentCost    = -0.2 // for each sum left out
	absentTotal   = -2.0 // … and for the total of a receipt, because every receipt has one
	orderFault    = -3.0 // total below subtotal, tax or an item
	itemFault     = -2.0 // total of a receipt below an item
	sharedFault   = -4.0 // two sums read from one printed amount
	maxLead       = 8.0  // upper limit of a lead
	minusDiscount = -1.0 // minimum log-odds of a discount that is printed with a minus
)

// netTaxGross is the joint choice of subtotal, tax and total.
type netTaxGross struct {
	discounts   []sum // best first
	shipping    *sum
	largestItem decimal.Decimal // the minimum of the total, except for rounding
	items       int64           // sum of the items in units; 0 if unknown
	// lenient is set for receipts. Their prices often include the tax, so a failing equation is weak evidence.
	lenient bool
	between corrections // possible corrections between net amount and total
	balance *balances   // payments and the amount due; nil for receipts
}

// candidates are the sums for the joint choice, best first.
type candidates struct {
	subtotals, taxes, totals []sum
	choice                   netTaxGross
}

// isPlain reports whether no label announces an amount between net amount and total.
func (c netTaxGross) isPlain() bool { return c.shipping == nil && len(c.discounts) == 0 }

// choose selects the triple of subtotal, tax and total with the most evidence. Fitting arithmetic is evidence. The
// lead of each sum is the difference to the best triple with another amount for it.
func (c netTaxGross) choose(subtotals, taxes, totals []sum) (s, t, g *sum) {
	top := -1e9
	tops := [3][]float64{unset(len(subtotals)), unset(len(taxes)), unset(len(totals))}
	smallest := units(c.largestItem)
	for gi := -1; gi < len(totals); gi++ {
		sum := candidateAt(totals, gi)
		behind := c.amountDue(sum)
		if sum == nil {
			behind = amountDue{}
		}
		for si := -1; si < len(subtotals); si++ {
			for ti := -1; ti < len(taxes); ti++ {
				x, y := candidateAt(subtotals, si), candidateAt(taxes, ti)
				z := behind.logOdds + behind.sharing(x, y) + c.oddsAbove(x, y, sum, smallest)
				for slot, i := range [3]int{si, ti, gi} {
					if i >= 0 {
						tops[slot][i] = max(tops[slot][i], z)
					}
				}
				if z > top {
					top, s, t, g = z, x, y, sum
				}
			}
		}
	}
	for slot, all := range [3][]sum{subtotals, taxes, totals} {
		[3]*sum{s, t, g}[slot].setLead(all, tops[slot])
	}
	return s, t, g
}

func unset(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = -1e9
	}
	return all
}

// setLead compares the best choice with each candidate to the best with the sum.
func (s *sum) setLead(all []sum, tops []float64) {
	if s == nil {
		return
	}
	mine, other, rivals := -1e9, -1e9, false
	for i := range all {
		if all[i].amount.Equal(s.amount) {
			mine = max(mine, tops[i])
		} else {
			other, rivals = max(other, tops[i]), true
		}
	}
	if rivals {
		s.lead = min(maxLead, mine-other)
	}
}

func candidateAt(all []sum, i int) *sum {
	if i < 0 {
		return nil
	}
	return &all[i]
}

// oddsAbove returns the log-odds of a choice; least is the largest item in units.
func (c netTaxGross) oddsAbove(s, t, g *sum, least int64) float64 {
	z := 0.0
	for _, x := range [3]*sum{s, t, g} {
		if x == nil {
			z += absentCost
		} else {
			z += x.logOdds + x.extra
		}
	}
	if g == nil && c.lenient {
		z += absentTotal
	}
	if sharesAmount(s, g) || sharesAmount(t, g) || sharesAmount(s, t) {
		z += sharedFault
	}
	if g == nil {
		return z
	}
	return z + c.order(s, t, g, least) + c.arithmetic(s, t, g)
}

// order returns a penalty for a total that is smaller than one of its parts.
func (c netTaxGross) order(s, t, g *sum, least int64) float64 {
	z, total := 0.0, g.units()
	if abs(total)+5*cent < least && len(c.discounts) == 0 {
		if c.lenient {
			z += itemFault // text recognition may have misread an item
		} else {
			z += orderFault
		}
	}
	if s != nil && total > 0 && s.units() > total && len(c.discounts) == 0 &&
		c.between.find(total-s.units(), s, t, g) == nil {
		z += orderFault
	}
	if t != nil && total > 0 && t.units() >= total {
		z += orderFault
	}
	return z
}

// arithmetic scores net amount + tax = total, as far as they are present.
func (c netTaxGross) arithmetic(s, t, g *sum) float64 {
	switch {
	case s == nil:
		return c.included(t, g)
	case t != nil:
		return c.equation(s, t, g)
	case s.units() == g.units():
		return trivialBonus
	case c.between.find(g.units()-s.units(), s, nil, g) != nil:
		return trivialBonus
	}
	return 0
}

func (c netTaxGross) equation(s, t, g *sum) float64 {
	rest := g.units() - s.units() - t.units()
	switch {
	case c.chargeAmongTaxes(s, t):
		return equationFault
	case abs(rest) <= 2*cent && t.units() == 0:
		return noTaxBonus
	case abs(rest) <= 2*cent:
		return equationBonus
	case c.shipping != nil && abs(rest-c.shipping.units()) <= 2*cent, c.discountOf(rest) != nil:
		return adjustedBonus
	}
	if found := c.between.find(rest, s, t, g); found != nil {
		if c.balance != nil && c.balance.isRated(s.units()+rest, t.units()) && !c.balance.isRated(s.units(), t.units()) {
			return adjustedBonus - costPart // the tax is on the corrected amount
		}
		return adjustedBonus - found.cost
	}
	switch holds := c.holds(s, t, g); {
	case holds && c.balance != nil && c.balance.isWithinRated(g.units(), t.units()):
		return adjustedBonus
	case holds && c.balance != nil && c.balance.isRated(s.units(), t.units()):
		return equationFault // the total does not include a tax on the net amount
	case holds || c.lenient: // tax already included
		return -0.5
	}
	return equationFault
}

// holds reports whether the prices include the tax: net amount, shipping and discounts make the total without it.
func (c netTaxGross) holds(s, t, g *sum) bool {
	rest := g.units() - s.units()
	return rest == 0 || c.shipping != nil && abs(rest-c.shipping.units()) <= 2*cent || c.discountOf(rest) != nil ||
		c.between.find(rest, s, t, g).isLabeled()
}

// discountOf returns the discount that explains the rest of the total, in units, alone or with the shipping.
func (c netTaxGross) discountOf(rest int64) *sum {
	for i := range c.discounts {
		d := abs(c.discounts[i].units())
		if d == 0 {
			continue
		}
		if abs(rest+d) <= 2*cent || c.shipping != nil && abs(rest+d-c.shipping.units()) <= 2*cent {
			return &c.discounts[i]
		}
	}
	return nil
}

// discountFor returns the discount that the chosen sums or the items confirm. If there is none, it returns the most
// certain one that is smaller than the total.
func (c netTaxGross) discountFor(s, t, g *sum) *sum {
	if d := c.confirmed(s, t, g).clone(); d != nil {
		d.logOdds = max(d.logOdds, proven) // regardless of its label
		return d
	}
	for i := range c.discounts {
		d := &c.discounts[i]
		sure := d.logOdds > 0 || d.logOdds > minusDiscount && d.units() < 0
		if c.balance != nil && slices.Contains(c.balance.early, abs(d.units())) {
			continue
		}
		if sure && (g == nil || 2*abs(d.units()) < abs(g.units())) {
			return d
		}
	}
	return nil
}

// chargeFor returns the shipping with a certain label, or the one that the chosen sums or the items confirm.
func (c netTaxGross) chargeFor(s, t, g *sum) *sum {
	if c.shipping != nil || s == nil || g == nil {
		return c.shipping
	}
	rest := g.units() - s.units()
	if t != nil {
		rest -= t.units()
	}
	if charge := c.between.find(rest, s, t, g).shipping(); charge != nil {
		return charge
	}
	if c.items == 0 || c.items >= s.units() {
		return nil
	}
	return c.between.find(s.units()-c.items, s, t, g).shipping()
}

// confirmed returns the discounts between net amount and total, or between the items and the net amount.
func (c netTaxGross) confirmed(s, t, g *sum) *sum {
	if s == nil {
		return nil
	}
	if g != nil {
		rest := g.units() - s.units()
		if t != nil {
			rest -= t.units()
		}
		if d := c.discountOf(rest); d != nil {
			return d
		}
		found := c.between.find(rest, s, t, g)
		if d := found.discount(); d != nil {
			return d
		}
		if c.items != 0 && c.items == s.units() {
			return found.lowering()
		}
	}
	if c.items == 0 || c.items <= s.units() {
		return nil
	}
	if d := c.discountOf(s.units() - c.items); d != nil {
		return d
	}
	return c.between.find(s.units()-c.items, s, t, g).lowering()
}

// prove raises sums with weak or unknown labels if an equation confirms them. On receipts the labels alone count.
func (c netTaxGross) prove(s, t, g *sum) {
	if s == nil || t == nil || g == nil || c.lenient || c.equation(s, t, g) <= 0 {
		return
	}
	for _, x := range [3]*sum{s, t, g} {
		x.logOdds = max(x.logOdds, proven)
	}
}

func (c netTaxGross) amountDue(g *sum) amountDue {
	if c.balance == nil {
		return amountDue{}
	}
	return c.balance.best(g)
}

// sharing returns a penalty if net amount or tax were read from the same print as paid or due.
func (s amountDue) sharing(net, tax *sum) float64 {
	if sharesAmount(s.paid, net) || sharesAmount(s.paid, tax) || sharesAmount(s.due, net) || sharesAmount(s.due, tax) {
		return sharedFault
	}
	return 0
}

// Range of sales tax rates in percent, and the maximum deviation from a whole rate.
const minRate, maxRate, offRate = 3, 27, 0.02

// included scores a tax that the total includes. Evidence is a label like "Includes GST" on a whole rate's share of
// the total, or taxes of several rates that make the total with their bases.
func (c netTaxGross) included(t, g *sum) float64 {
	if _, gross, ok := t.withBases(); ok && abs(gross-g.units()) <= 2*cent {
		return adjustedBonus
	}
	if c.lenient || t == nil || len(t.links) != 1 || t.links[0].Label == nil || t.units() <= 0 || t.units() >= g.units() {
		return 0
	}
	if !slices.ContainsFunc(strings.Fields(t.links[0].Label.Phrase), lexicon.TaxIncluded.Has) {
		return 0
	}
	rate := percentUnits * float64(t.units()) / float64(g.units()-t.units())
	if rate < minRate || rate > maxRate || math.Abs(rate-math.Round(rate)) > offRate {
		return 0
	}
	return adjustedBonus
}

// chargeAmongTaxes reports whether an added tax is itself taxed: a fund's 4 % with a tax of 22 % on both.
func (c netTaxGross) chargeAmongTaxes(s, t *sum) bool {
	for i := range t.lines {
		charge := &t.lines[i]
		if !charge.Loose || charge.Exact {
			continue
		}
		for k := range t.lines {
			tax := &t.lines[k]
			if tax.Rate == nil || tax.Loose {
				continue
			}
			on := func(base decimal.Decimal) bool {
				return link.Cents(base.Mul(tax.RateValue).Shift(-2).Sub(tax.AmountValue)) <= 1
			}
			if on(s.amount.Add(charge.AmountValue)) && !on(s.amount) {
				return true
			}
		}
	}
	return false
}

// with returns the total with labeled corrections that have no field: a rounding or a withheld tax.
func (c netTaxGross) with(s, t, g *sum) *sum {
	if s == nil || t == nil || g == nil || g.misread {
		return g
	}
	found := c.between.find(g.units()-s.units()-t.units(), s, t, g)
	if !found.isLabeled() {
		return g
	}
	out := *g
	for _, p := range found.parts {
		if p.role != lexicon.Discount && p.role != lexicon.Shipping {
			out.plus += p.units
		}
	}
	return &out
}
