// Package labelrules adjusts the tagger's odds below headings that name a party, such as "Seller:"
// and "Ship to", because the tagger misreads some layouts that it was not trained on: lists of
// labels and values above all.
package labelrules

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
)

// Adjust returns the document's tags with adjusted odds in the block of each heading. The name and
// the tax numbers below "Seller:" are the vendor's; names below "Ship to" or behind "Contact:" are
// rather no party's. On a purchase order, which either party's letterhead can head, vendor and
// customer change places if the headings contradict the tags. It returns the document's own tags
// if no rule applies.
func Adjust(doc *annotate.Document, order bool) *tag.Tags {
	if doc.Tags == nil {
		return nil
	}
	a := adjuster{Document: doc, units: slices.Clone(doc.Tags.Units)}
	if order && a.contradicted() {
		a.exchangeAll()
	}
	for i := range a.units {
		if side, after := role.UnitHeading(&a.units[i]); side != role.Unknown {
			a.applyHeading(side, i, after)
		}
	}
	if !a.changed {
		return doc.Tags
	}
	return tag.New(a.units, doc.Tags.Sender)
}

// adjuster changes the odds of units.
type adjuster struct {
	*annotate.Document
	units   []tag.Unit
	changed bool
}

// contradicted reports whether the blocks of headings are rather tagged as the other party's.
func (a *adjuster) contradicted() bool {
	const minContrary = 0.5 // sum of probabilities
	contrary := 0.0
	for i := range a.units {
		side, after := role.UnitHeading(&a.units[i])
		if side != role.Vendor && side != role.Customer {
			continue
		}
		for _, k := range blockUnder(a.units, i, after) {
			for _, pair := range tag.Pairs() {
				lead := math.Exp(float64(a.units[k].Odds[pair[1]])) - math.Exp(float64(a.units[k].Odds[pair[0]]))
				if side == role.Customer {
					lead = -lead
				}
				contrary += lead
			}
		}
	}
	return contrary > minContrary
}

// exchangeAll exchanges vendor and customer in all units.
func (a *adjuster) exchangeAll() {
	for i := range a.units {
		odds := &a.units[i].Odds
		for _, pair := range tag.Pairs() {
			odds[pair[0]], odds[pair[1]] = odds[pair[1]], odds[pair[0]]
		}
	}
	a.changed = true
}

// applyHeading adjusts the block of a heading, whose text ends before the word after.
func (a *adjuster) applyHeading(side role.Role, heading, after int) {
	block := blockUnder(a.units, heading, after)
	pairs := tag.Pairs()
	name, address, taxID := pairs[0], pairs[1], pairs[2]
	if side == role.Shipping || side == role.Other {
		for _, k := range block {
			a.lower(k, name)
		}
		return
	}
	found := a.name(a.units[heading].Segment, after, block)
	taxed := slices.ContainsFunc(block, a.isTaxNumber)
	if side == role.Vendor && found >= 0 && !taxed && a.canBeEmployee(found, block) {
		return
	}
	for _, k := range block {
		switch {
		case k == found:
			a.raise(k, name, side)
		case a.isTaxNumber(k):
			a.raise(k, taxID, side)
		case a.isThirdParty(k):
			a.deny(k, name)
			a.deny(k, address)
		case a.isLabeled(k):
			a.lower(k, name)
			if taxed {
				a.lower(k, taxID)
			}
		}
	}
}

// canBeEmployee reports whether the name below a vendor's heading, such as "Verkäufer: Ada Lowe",
// can be that of the person who served the customer.
func (a *adjuster) canBeEmployee(name int, block []int) bool {
	return !a.isLabeledName(name) && !textshape.HasLegalForm(a.units[name].Words()) &&
		!slices.ContainsFunc(block, func(k int) bool { return textshape.PostalLine(a.units[k].Words()) })
}

// Log-probabilities: of a class that a heading states, of one that it rules out, and what names in
// the block of neither party lose.
const (
	statedOdds    = -0.15
	ruledOutOdds  = -4
	neitherParty  = -1.5
	minLabelPlain = 0.9 // weight of a label that is not ambiguous
)

// lower makes a unit less likely either party's.
func (a *adjuster) lower(k int, pair [2]tag.Class) {
	a.units[k].Odds[pair[0]] += neitherParty
	a.units[k].Odds[pair[1]] += neitherParty
	a.changed = true
}

// deny rules out both classes of a pair.
func (a *adjuster) deny(k int, pair [2]tag.Class) {
	odds := &a.units[k].Odds
	odds[pair[0]], odds[pair[1]] = min(odds[pair[0]], ruledOutOdds), min(odds[pair[1]], ruledOutOdds)
	a.changed = true
}

// raise makes a unit likely the side's class of a pair, and not the other party's.
func (a *adjuster) raise(k int, pair [2]tag.Class, side role.Role) {
	own, other := pair[0], pair[1]
	if side == role.Customer {
		own, other = other, own
	}
	odds := &a.units[k].Odds
	odds[own], odds[other] = max(odds[own], statedOdds), min(odds[other], ruledOutOdds)
	a.changed = true
}
