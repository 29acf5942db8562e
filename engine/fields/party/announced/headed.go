package announced

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tag"
)

// obeyed returns tags that obey headings: where one says whose the block below is
// ("Verkäufer:", "Bill to"), and the network holds the block's lines for the other
// party's, they are this one's. On orders "To" is who sells: there the network alone
// decides, unless both parties have headings that are no prepositions.
func obeyed(tags *tag.Tags, kind result.DocumentType) *tag.Tags {
	if tags == nil || len(tags.Units) == 0 || kind == result.TypePurchaseOrder && !bothHeaded(tags.Units) {
		return tags
	}
	var swapped []int
	for i := range tags.Units {
		u := &tags.Units[i]
		if side, after := role.Heading(u.Segment); u.First == 0 && (side == role.Vendor || side == role.Customer) {
			swapped = append(swapped, contrary(tags.Units, blockUnder(tags.Units, i, after), side)...)
		}
	}
	if len(swapped) == 0 {
		return tags
	}
	slices.Sort(swapped) // blocks of two headings may share a line
	return tags.Exchanged(slices.Compact(swapped))
}

// bothHeaded reports whether headings of some length, no prepositions, name both parties.
func bothHeaded(units []tag.Unit) bool {
	var named [role.Other + 1]bool
	for i := range units {
		side, _ := role.UnitHeading(&units[i])
		named[side] = true
	}
	return named[role.Vendor] && named[role.Customer]
}

// contrary returns the units of a block if they are rather the other party's than that of
// the role; none if not.
func contrary(units []tag.Unit, block []int, side role.Role) []int {
	own, other := 0.0, 0.0
	for _, i := range block {
		for _, pair := range tag.Pairs() {
			vendor, customer := math.Exp(float64(units[i].Odds[pair[0]])), math.Exp(float64(units[i].Odds[pair[1]]))
			if side == role.Vendor {
				own, other = own+vendor, other+customer
			} else {
				own, other = own+customer, other+vendor
			}
		}
	}
	if other > own && other > leastContrary {
		return block
	}
	return nil
}

// leastContrary is the least sum of probabilities of the other party's things in a block.
const leastContrary = 0.5
