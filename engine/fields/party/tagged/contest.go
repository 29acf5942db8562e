package tagged

import (
	"math"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// A slip to pay with names both parties a second time, in places like those of a letter: who is
// paid stands where letters have whom they go to. The likeliest place of each name alone may make
// the vendor the customer; all places together rarely do.

// contested exchanges vendor and customer where that is likelier by all places that name them.
func (t *tagged) contested(vendors []taggedParty, vendor, customer *taggedParty) (seller, buyer *taggedParty) {
	const least = 1 // logarithm of how much likelier
	if vendor == nil || customer == nil || vendor.name == nil || customer.name == nil {
		return vendor, customer
	}
	if t.asCustomer(vendor)-t.asCustomer(customer)+t.facing(vendor, customer) < least {
		return vendor, customer
	}
	for i := range vendors {
		if v := &vendors[i]; v.name != nil && v.name.Key == customer.name.Key {
			t.adopt(vendor, v, tag.CustomerAddress)
			if vendor.address != nil && v.address != nil && vendor.address.Key == v.address.Key {
				vendor.address = nil
			}
			return v, vendor
		}
	}
	return vendor, customer // the tags hold it nowhere for the vendor's
}

// facing is how much likelier two parties are each other where the lines of the one that a
// document would be to, at the right, end at one edge, and those of the one that it would be
// from, at the left, begin at one: so are letterheads set, and no address on an envelope. It is
// a logarithm, 0 for any other two.
func (t *tagged) facing(vendor, customer *taggedParty) float64 {
	const likelier, rows = 5, 6
	from, to := vendor, customer
	if t.order {
		from, to = customer, vendor
	}
	left, right := t.units[from.name.Units[0]].Segment, t.units[to.name.Units[0]].Segment
	if left.Page != right.Page || math.Abs(left.Box.Y0-right.Box.Y0) > rows*left.Height() ||
		left.Box.X1 > right.Box.X0 || !flush(left, leftEdge, rightEdge) || !flush(right, rightEdge, leftEdge) {
		return 0
	}
	return likelier
}

func leftEdge(s *layout.Segment) float64  { return s.Box.X0 }
func rightEdge(s *layout.Segment) float64 { return s.Box.X1 }

// flush reports whether a line opens a block of several that stand at one edge, and not all at
// the other one.
func flush(s *layout.Segment, edge, other func(*layout.Segment) float64) bool {
	const least, near = 3, 0.3 // lines, heights
	if above := s.PreviousInBlock(); above != nil && strings.ContainsFunc(above.Text(), unicode.IsLetter) {
		return false // under a heading
	}
	lines, ragged := 0, false
	for l := s; l != nil && lines < least+1; l = l.NextInBlock() {
		if math.Abs(edge(l)-edge(s)) > near*s.Height() {
			return false
		}
		lines++
		ragged = ragged || math.Abs(other(l)-other(s)) > s.Height()
	}
	return lines >= least && ragged
}

// asCustomer is how much likelier a name is the customer's than the vendor's by all lines that are
// the name, or begin with its first piece: a logarithm.
func (t *tagged) asCustomer(p *taggedParty) (z float64) {
	key, pair := recognize.Compact(t.units[p.name.Units[0]].Text()), tag.Pairs()[0]
	for i := range t.units {
		u := &t.units[i]
		if u.First == 0 && recognize.Compact(u.Text()) == key {
			z += bounded(u.Odds[pair[1]]) - bounded(u.Odds[pair[0]])
		}
	}
	return z
}

// bounded are the odds of a place, none of which rules out what all others say.
func bounded(odds float32) float64 {
	const leastOdds = 0.001
	return max(float64(odds), math.Log(leastOdds))
}
