package announced

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Where a heading says whose a name and an address are, "Invoice to", whoever stands above it in
// the letterhead without a heading is not the customer.

// hearUnheaded makes what the network holds for the customer's above such a block the vendor's, a
// house without a number a piece of the address. What stands in the block of a heading is headed.
func (a *announcer) hearUnheaded(kind result.DocumentType, headed map[int]bool) {
	heading, block := a.addressed()
	if kind == result.TypePurchaseOrder || heading == none {
		return
	}
	name := recognize.Compact(a.units[block[0]].Segment.Text())
	head := a.units[heading].Segment
	pairs := tag.Pairs()
	for k := range a.units {
		u := &a.units[k]
		if u.Segment.Page != head.Page || u.Segment.Box.Y1 > head.Box.Y0 {
			break
		}
		best := u.Best()
		if best != pairs[0][1] && best != pairs[1][1] || recognize.Compact(u.Segment.Text()) == name || headed[k] {
			continue
		}
		for _, pair := range pairs {
			u.Odds[pair[0]], u.Odds[pair[1]] = max(u.Odds[pair[0]], u.Odds[pair[1]]), contraryOdds
		}
		a.changed = true
		if u.First == 0 && textshape.House(u.Segment.Words) {
			a.own(k, pairs[1], role.Vendor)
			a.deny(k, pairs[0])
		}
	}
}

// addressed returns the one heading of the customer's on the upper half of a page that stands over
// a name and a line with a post code, and the units of these; none where there is no such or more
// than one. Further down are slips to pay and where things are, which letters address above.
func (a *announcer) addressed() (heading int, block []int) {
	heading = none
	for i := range a.units {
		side, after := role.UnitHeading(&a.units[i])
		if side != role.Customer || after < len(a.units[i].Segment.Words) || a.units[i].Segment.RelativeY() > 0.5 {
			continue
		}
		under := blockUnder(a.units, i, after)
		if len(under) == 0 || !a.nameLike(under[0]) || !slices.ContainsFunc(under, func(k int) bool {
			return textshape.PostalLine(a.units[k].Segment.Words)
		}) {
			continue
		}
		if heading != none {
			return none, nil
		}
		heading, block = i, under
	}
	return heading, block
}
