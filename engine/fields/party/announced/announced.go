package announced

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// announced returns tags that know what headings and labels announce: the name behind
// "SELLER:", or behind "Name:" below it, and the VAT number in the block. The names in the
// block of a heading such as "Ship to" are rather neither party's.
func announced(doc *annotate.Document, tags *tag.Tags, kind result.DocumentType) *tag.Tags {
	if tags == nil || len(tags.Units) == 0 {
		return tags
	}
	a := announcer{Document: doc, units: slices.Clone(tags.Units)}
	headed, customer := a.headedUnits()
	for i := range a.units {
		side, after := role.UnitHeading(&a.units[i])
		a.hear(side, i, after)
		if side == role.Shipping && customer {
			a.ship(blockUnder(a.units, i, after))
		}
	}
	a.hearContacts(headed, customer)
	for k := range a.units {
		a.hearLine(k)
		a.hearBeside(k)
		a.hearCareOf(k)
		a.hearNameLines(k)
		a.hearBetween(k)
	}
	for k := range a.units {
		a.hearLabel(k)
		a.hearAddress(k)
		a.hearSeat(k)
		a.hearSubject(k)
		a.hearTradeName(k)
		a.hearMonogram(k)
		a.hearSentence(k)
	}
	for k := len(a.units) - 1; k >= 0; k-- {
		a.hearHouse(k) // upwards: a house may stand over another line without a number
	}
	for k := range a.units {
		a.hearLetter(k)
	}
	a.hearDomain(kind)
	a.hearUnheaded(kind, headed)
	if !a.changed {
		return tags
	}
	return tag.New(a.units, tags.Types)
}

// announcer changes the odds of units; of the document it reads labels and spans.
type announcer struct {
	*annotate.Document
	units   []tag.Unit
	changed bool
}

// Logarithms of probabilities: of what is announced to be what it is said to be, and of
// the contrary; and what names in a block of neither party lose.
const (
	announcedOdds = -0.15
	contraryOdds  = -4
	neitherParty  = -1.5
)

// hear applies what the heading says of its block.
func (a *announcer) hear(side role.Role, heading, after int) {
	if side == role.Unknown {
		return
	}
	block := blockUnder(a.units, heading, after)
	pairs := tag.Pairs()
	name, address, taxID := pairs[0], pairs[1], pairs[2]
	switch side {
	case role.Vendor, role.Customer:
		found := a.name(a.units[heading].Segment, after, block)
		postal, taxed := a.postal(block), slices.ContainsFunc(block, a.taxNumber)
		if side == role.Vendor && found >= 0 && !a.labelledName(found) && postal < 0 && !taxed &&
			!textshape.HasLegalForm(a.units[found].Words()) {
			return // "Verkäufer: Ada Lowe" may be who served the customer
		}
		if side == role.Customer && a.orderer(heading, found, block) {
			return
		}
		rest := a.listedName(heading, found, block)
		for _, k := range block {
			switch {
			case k == found:
				a.raise(k, name, side)
			case slices.Contains(rest, k):
				a.raise(k, name, side)
				a.deny(k, address)
			case a.taxNumber(k):
				a.raise(k, taxID, side)
			case a.someoneElse(k):
				a.deny(k, name)
				a.deny(k, address)
			case found >= 0 && k > found && k <= postal && a.addressLine(block, k, postal):
				a.raise(k, address, side)
				a.deny(k, name)
			case found >= 0 && k > found && textshape.HasLegalForm(a.units[found].Words()) && a.nameLike(k):
				a.lower(k, name) // a person at the company
			case a.labelled(k):
				a.lower(k, name)
				if taxed {
					a.lower(k, taxID)
				}
			}
		}
	case role.Shipping, role.Other:
		for _, k := range block {
			a.lower(k, name)
		}
	case role.Unknown:
	}
}

// ship makes what may be the customer's address in the block of whom goods go to rather theirs: the
// customer's stands under a heading of its own.
func (a *announcer) ship(block []int) {
	for _, k := range block {
		odds := &a.units[k].Odds
		if odds[tag.CustomerAddress] > odds[tag.ShippingAddress] {
			odds[tag.ShippingAddress], odds[tag.CustomerAddress] = odds[tag.CustomerAddress], odds[tag.ShippingAddress]
			a.changed = true
		}
	}
}

// orderer reports whether the name found behind the heading of a customer is that of the person
// who ordered, "Ordered by: Ada Lowe": another heading of the customer's stands over a block.
func (a *announcer) orderer(heading, found int, block []int) bool {
	if found < 0 || a.units[found].Segment != a.units[heading].Segment || a.labelledName(found) ||
		a.postal(block) >= 0 || textshape.HasLegalForm(a.units[found].Words()) {
		return false
	}
	return slices.ContainsFunc(a.units, func(u tag.Unit) bool {
		side, after := role.UnitHeading(&u)
		return side == role.Customer && after == len(u.Segment.Words)
	})
}

// lower makes a unit rather neither party's thing of a pair.
func (a *announcer) lower(k int, pair [2]tag.Class) {
	a.units[k].Odds[pair[0]] += neitherParty
	a.units[k].Odds[pair[1]] += neitherParty
	a.changed = true
}

// deny makes a unit neither party's thing of a pair, whatever the network says.
func (a *announcer) deny(k int, pair [2]tag.Class) {
	odds := &a.units[k].Odds
	odds[pair[0]], odds[pair[1]] = min(odds[pair[0]], contraryOdds), min(odds[pair[1]], contraryOdds)
	a.changed = true
}

// raise makes a unit the role's thing of a pair.
func (a *announcer) raise(k int, pair [2]tag.Class, side role.Role) {
	own, other := pair[0], pair[1]
	if side == role.Customer {
		own, other = other, own
	}
	odds := &a.units[k].Odds
	odds[own] = max(odds[own], announcedOdds)
	odds[other] = min(odds[other], contraryOdds)
	a.changed = true
}

// own makes a unit the role's thing of a pair, and not something else.
func (a *announcer) own(k int, pair [2]tag.Class, side role.Role) {
	a.raise(k, pair, side)
	a.units[k].Odds[tag.Other] = min(a.units[k].Odds[tag.Other], contraryOdds)
}

// hearLabel applies what a label such as "Buyer VAT ID:" says of the tax number behind it.
func (a *announcer) hearLabel(k int) {
	words, of := a.label(k)
	if of == nil || !a.taxNumber(k) {
		return
	}
	side := role.Unknown
	if names := lexicon.PartyHeadings().Meanings(recognize.Fold(words[0])); names != nil {
		side = role.Named(names[0])
	}
	for _, l := range a.LabelsIn[of] {
		vendor, _ := l.As(lexicon.TaxID) // "CIF/NIF" is anybody's
		if customer, ok := l.As(lexicon.CustomerTaxID); ok && customer >= plainLabel && customer > vendor {
			side = role.Customer
		}
	}
	if side == role.Vendor || side == role.Customer {
		a.raise(k, tag.Pairs()[2], side)
	}
}

// hearSubject applies what "Re:" says of what stands behind it: what a letter is about is the
// name of nobody that it is for, though it may look like one.
func (a *announcer) hearSubject(k int) {
	words, _ := a.label(k)
	if words != nil && lexicon.Subject.Has(recognize.Fold(strings.Join(words, " "))) {
		a.deny(k, tag.Pairs()[0])
	}
}

// plainLabel is the least weight of a label that says plainly what it announces.
const plainLabel = 0.9
