package bytags

import (
	"math"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// resolveSwap exchanges vendor and customer if all places that print their names make that
// likelier. A payment slip prints both names again, and the payee where a letter has its addressee.
func (c *chooser) resolveSwap(vendors []candidate, vendor, customer *candidate) (seller, buyer *candidate) {
	const minOdds = 1
	if vendor == nil || customer == nil || vendor.name == nil || customer.name == nil ||
		c.customerOdds(vendor)-c.customerOdds(customer)+c.facingOdds(vendor, customer) < minOdds {
		return vendor, customer
	}
	for i := range vendors {
		if v := &vendors[i]; v.name != nil && v.name.key == customer.name.key {
			c.adoptAddress(vendor, v, tag.CustomerAddress)
			if vendor.address != nil && v.address != nil && vendor.address.key == v.address.key {
				vendor.address = nil
			}
			return v, vendor
		}
	}
	return vendor, customer
}

// facingOdds are the odds that two parties are swapped, by their alignment: the lines of the
// issuer's letterhead, at the right, end at one edge, and those of the addressee, at the left,
// begin at one. The result is 0 if the parties are not printed side by side like that.
func (c *chooser) facingOdds(vendor, customer *candidate) float64 {
	const odds, maxRows = 5, 6
	from, to := vendor, customer
	if c.order {
		from, to = customer, vendor
	}
	left, right := c.units[from.name.units[0]].Segment, c.units[to.name.units[0]].Segment
	if left.Page != right.Page || math.Abs(left.Box.Y0-right.Box.Y0) > maxRows*left.Height() ||
		left.Box.X1 > right.Box.X0 || !isFlush(left, leftEdge, rightEdge) || !isFlush(right, rightEdge, leftEdge) {
		return 0
	}
	return odds
}

func leftEdge(s *layout.Segment) float64  { return s.Box.X0 }
func rightEdge(s *layout.Segment) float64 { return s.Box.X1 }

// isFlush reports whether a line opens a block of at least three lines that share one edge and not
// the other.
func isFlush(s *layout.Segment, edge, other func(*layout.Segment) float64) bool {
	const minLines, tolerance = 3, 0.3 // tolerance in heights of a line
	if above := s.PreviousInBlock(); above != nil && strings.ContainsFunc(above.Text(), unicode.IsLetter) {
		return false // below a heading
	}
	lines, ragged := 0, false
	for l := s; l != nil && lines < minLines+1; l = l.NextInBlock() {
		if math.Abs(edge(l)-edge(s)) > tolerance*s.Height() {
			return false
		}
		lines++
		ragged = ragged || math.Abs(other(l)-other(s)) > s.Height()
	}
	return lines >= minLines && ragged
}

// customerOdds are the odds that a name is the customer's and not the vendor's, summed over all
// lines that begin with its first unit.
func (c *chooser) customerOdds(p *candidate) (z float64) {
	key, pair := recognize.Compact(c.units[p.name.units[0]].Text()), tag.Pairs()[0]
	for i := range c.units {
		u := &c.units[i]
		if u.First == 0 && recognize.Compact(u.Text()) == key {
			z += bounded(u.Odds[pair[1]]) - bounded(u.Odds[pair[0]])
		}
	}
	return z
}

// bounded limits odds, so that one place cannot outweigh all others.
func bounded(odds float32) float64 {
	const minProbability = 0.001
	return max(float64(odds), math.Log(minProbability))
}
