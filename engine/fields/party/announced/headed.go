package announced

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result"
)

// obeyed returns tags that obey headings: where one says whose the block below is
// ("Verkäufer:", "Bill to"), and the network holds the block's lines for the other
// party's, they are this one's. On orders "To" is who sells: there the network alone
// decides, unless both parties have headings that are no prepositions, or one has such a
// heading and the network has them the wrong way round, which it took for no order.
func obeyed(tags *tag.Tags, kind result.DocumentType) *tag.Tags {
	switch {
	case tags == nil || len(tags.Units) == 0:
		return tags
	case kind == result.TypePurchaseOrder && !bothHeaded(tags.Units):
		return turned(tags)
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

// turned returns tags with vendor and customer exchanged, where the one heading of a party is over
// lines of the other and the rest of the page holds this one's: both were taken for each other.
func turned(tags *tag.Tags) *tag.Tags {
	var all, block []int
	side := role.Unknown
	for i := range tags.Units {
		all = append(all, i)
		headed, after := role.UnitHeading(&tags.Units[i])
		if headed != role.Vendor && headed != role.Customer {
			continue
		}
		if more := contrary(tags.Units, blockUnder(tags.Units, i, after), headed); len(more) > 0 {
			side, block = headed, append(block, more...)
		}
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return slices.Contains(block, i) })
	if side == role.Unknown || contrary(tags.Units, rest, other(side)) == nil {
		return tags
	}
	return tags.Exchanged(all)
}

// other is the other party to a trade.
func other(side role.Role) role.Role {
	if side == role.Vendor {
		return role.Customer
	}
	return role.Vendor
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
	own, others := 0.0, 0.0
	for _, i := range block {
		for _, pair := range tag.Pairs() {
			vendor, customer := math.Exp(float64(units[i].Odds[pair[0]])), math.Exp(float64(units[i].Odds[pair[1]]))
			if side == role.Vendor {
				own, others = own+vendor, others+customer
			} else {
				own, others = own+customer, others+vendor
			}
		}
	}
	if others > own && others > leastContrary {
		return block
	}
	return nil
}

// leastContrary is the least sum of probabilities of the other party's things in a block.
const leastContrary = 0.5
