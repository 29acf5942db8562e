package totals

import (
	"slices"

	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/shopspring/decimal"
)

// Log-odds of candidates that equations propose.
const (
	ratedBonus   = 0.6  // the tax is a printed rate's share of the net amount
	basesBonus   = 2.5  // the net amount is the sum of the tax bases of several rates
	itemsBonus   = 1.0  // the net amount is the sum of the items
	oneOfSeveral = -2.0 // the tax of one rate among several
	topRoundings = 2
	topPairs     = 4  // labeled sums of each kind that pairs are made of
	topAll       = 14 // candidates of each kind, with the proposed ones
	maxTriples   = 24
)

// proposals are printed amounts that fit the equations and have no known label.
type proposals struct {
	*ledger
	r           *finder
	k           *candidates
	taxes       *taxrate.Added
	items       int64   // sum of the items; 0 if unknown
	rounded     []int64 // labeled roundings
	s, t, g     []sum
	triplesLeft int
}

// sureOf returns the labeled sums that pairs are made of.
func sureOf(all []sum) []sum {
	all = all[:min(len(all), topPairs)]
	return slices.DeleteFunc(slices.Clone(all), func(s sum) bool { return s.logOdds < -1 })
}

// shifts returns the differences that labeled discounts, shipping and roundings make between net amount and total.
func (p *proposals) shifts() []int64 {
	all := []int64{0}
	for i := range p.k.choice.discounts[:min(len(p.k.choice.discounts), 2)] {
		all = append(all, -abs(p.k.choice.discounts[i].units()))
	}
	if p.k.choice.shipping != nil {
		all = append(all, p.k.choice.shipping.units())
	}
	return append(all, p.rounded...)
}

// pairs proposes the third of three sums if two have labels.
func (p *proposals) pairs() {
	subtotals, taxes, totals := sureOf(p.k.subtotals), sureOf(p.k.taxes), sureOf(p.k.totals)
	if p.items != 0 {
		subtotals = p.append(subtotals, p.items, 0) // the items are as reliable as a label
	}
	for _, shift := range p.shifts() {
		for i := range subtotals {
			s := &subtotals[i]
			for k := range totals {
				p.tax(s.units(), totals[k].units()-s.units()-shift)
			}
			for k := range taxes {
				if taxes[k].units() != 0 || shift != 0 {
					p.g = p.append(p.g, s.units()+taxes[k].units()+shift, 0)
				}
			}
		}
		for i := range totals {
			for k := range taxes {
				if net := totals[i].units() - taxes[k].units() - shift; isTax(net, taxes[k].units()) {
					p.s = p.append(p.s, net, p.rateBonus(net, taxes[k].units()))
					p.s = p.appendMisread(p.s, net, isSubtotalRole)
				}
			}
		}
	}
}

// isTax reports whether a tax has the sign of the net amount and is at most the highest rate's share.
func isTax(net, tax int64) bool {
	return tax != 0 && (tax > 0) == (net > 0) && float64(abs(tax)) <= taxrate.MaxRate/percentUnits*float64(abs(net))+cent
}

func (p *proposals) rateBonus(net, tax int64) float64 {
	if p.isRated(net, tax) {
		return ratedBonus
	}
	return 0
}

// tax proposes the printed amounts of that many units, and the taxes that add up to them.
func (p *proposals) tax(net, tax int64) {
	if !isTax(net, tax) {
		return
	}
	p.t = p.append(p.t, tax, p.rateBonus(net, tax))
	p.t = p.appendMisread(p.t, tax, isTaxRole)
	if s := sumOf(p.taxes.Of(tax)); s != nil {
		p.t = append(p.t, *s)
	}
}

// sumCost is the work of copying a sum and of sorting it among the others later.
const sumCost = 20

// append adds the printed amounts of that many units.
func (p *proposals) append(all []sum, v int64, bonus float64) []sum {
	if !p.r.Work.Spend(sumCost * len(p.at[v])) {
		return all
	}
	for _, i := range p.at[v] {
		s := p.all[i].sum
		s.logOdds += bonus
		all = append(all, s)
	}
	return all
}

// appendMisread adds the amount of that many units whose separators were misread.
func (p *proposals) appendMisread(all []sum, v int64, announced func(lexicon.Role) bool) []sum {
	if len(p.at[v]) > 0 {
		return all
	}
	if s := p.misread(v, announced); s != nil {
		all = append(all, *s)
	}
	return all
}

// triples proposes net amount, tax and total if the tax is a printed rate's share of the net amount and the sum of
// the two is printed. It also tries the sum of several taxes.
func (p *proposals) triples() {
	all := sumOf(p.taxes.All())
	for i := range p.all {
		net := &p.all[i]
		if net.units == 0 || net.labelLogOdds > 0 && !isSubtotalRole(net.labelRole) {
			continue
		}
		for _, rate := range p.rates {
			for _, k := range p.entriesNear(float64(net.units) * rate / percentUnits) {
				p.triple(net, p.all[k].sum, p.all[k].units)
			}
		}
		if all != nil && p.taxes.Fits(net.units, all.units()) {
			p.triple(net, *all, all.units())
		}
	}
}

func (p *proposals) triple(net *entry, t sum, tax int64) {
	gross := p.at[net.units+tax]
	if len(gross) == 0 || !isTax(net.units, tax) || p.triplesLeft == 0 {
		return
	}
	p.triplesLeft--
	bonus := ratedBonus
	if len(t.links) == 1 && p.taxes.OneOf(tax) {
		bonus += oneOfSeveral
	}
	s := net.sum
	s.logOdds += bonus
	t.logOdds += bonus
	p.s, p.t = append(p.s, s), append(p.t, t)
	p.g = p.append(p.g, net.units+tax, bonus)
}

// included proposes printed amounts that are a printed rate's share of a labeled total. Documents with prices
// including tax print it next to the total or below it ("includes 20% VAT: 10.27"), in words that no label has.
func (p *proposals) included() {
	for _, g := range sureOf(p.k.totals) {
		for _, rate := range p.rates {
			for _, i := range p.entriesNear(taxWithin(g.units(), rate)) {
				if e := &p.all[i]; e.units != 0 && (e.labelLogOdds <= 0 || isTaxRole(e.labelRole)) {
					p.t = p.append(p.t, e.units, ratedBonus)
				}
			}
		}
	}
}

// ofBases proposes the printed amount that is the sum of the tax bases of several rates.
func (p *proposals) ofBases() {
	if net, _, ok := sumOf(p.taxes.All()).withBases(); ok {
		p.s = p.append(p.s, net, basesBonus)
	}
}

// parts lowers net amounts and taxes that belong to one of several rates.
func (k *candidates) parts(lines []taxrate.Line) {
	bases, taxes := taxrate.Parts(lines)
	for _, x := range []struct {
		all []sum
		of  []decimal.Decimal
	}{{k.subtotals, bases}, {k.taxes, taxes}} {
		for i := range x.all {
			if s := &x.all[i]; len(s.links) == 1 && slices.ContainsFunc(x.of, s.amount.Equal) {
				s.extra += onePart
			}
		}
	}
}
