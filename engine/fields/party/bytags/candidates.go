package bytags

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// candidate is a possible party. Its name or its address may be nil.
type candidate struct {
	name, address *run
	odds          float64
}

// candidates returns names with their addresses, likeliest first.
func (c *chooser) candidates(name, address tag.Class) []candidate {
	const maxRuns = 6 // of each class
	names, places := c.runs(name), c.runs(address)
	names, places = names[:min(len(names), maxRuns)], places[:min(len(places), maxRuns)]
	var out []candidate
	for i := range names {
		n := &names[i]
		if n.odds < math.Log(minProbability) {
			continue
		}
		best, top := candidate{name: n, odds: n.odds}, math.Inf(-1)
		for k := range places {
			a := &places[k]
			if a.odds < math.Log(minProbability) || !c.isPlace(a) {
				continue
			}
			if z := a.odds + c.proximity(n, a) + 0.1*float64(min(3, len(a.units))); z > top {
				top, best.address = z, a
			}
		}
		if best.address != nil {
			best.odds += 0.3 * c.proximity(n, best.address)
		}
		out = append(out, best)
	}
	if len(out) == 0 && len(places) > 0 && places[0].odds > math.Log(minAddressAlone) {
		out = append(out, candidate{address: &places[0], odds: places[0].odds})
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.odds, a.odds) })
	return out
}

// proximity is the bonus of an address that is printed behind or below a name.
func (c *chooser) proximity(n, a *run) float64 {
	last, top := &c.units[n.last()], &c.units[a.units[0]]
	if last.Segment.Page != top.Segment.Page {
		return -1
	}
	h := last.Segment.Height()
	down, across := top.Box().Y0-last.Box().Y1, top.Box().OverlapX(last.Box())
	switch {
	case last.Segment == top.Segment, down > -h && down < 3*h && across > 0:
		return 1
	case down > -h && down < 8*h && across > 0:
		return 0.5
	}
	return 0
}

// isPlace reports whether a run can be an address: it has a post code, or a street with a number.
// In unknown layouts the tagger also takes entries of the trade register for addresses.
func (c *chooser) isPlace(r *run) bool {
	const minStreetLetters = 8
	for _, i := range r.units {
		if words := c.units[i].Words(); textshape.PostalLine(words) || textshape.Street(words, "") {
			return true
		}
	}
	digits := recognize.CountDigits(r.key)
	return digits > 0 && len(r.key)-digits >= minStreetLetters && len(r.units) > 1
}

// choosePair returns the likeliest vendor and customer that do not clash.
func choosePair(vendors, customers []candidate) (vendor, customer *candidate) {
	const presence = 2.5 // bonus of a party over none
	i, k := likeliestPair(len(vendors), len(customers),
		func(i int) float64 { return vendors[i].odds + presence },
		func(k int) float64 { return customers[k].odds + presence },
		func(i, k int) bool { return clash(&vendors[i], &customers[k]) })
	if i >= 0 {
		vendor = &vendors[i]
	}
	if k >= 0 {
		customer = &customers[k]
	}
	return vendor, customer
}

// likeliestPair returns the indexes of one each of n and m that do not clash and whose odds have
// the largest sum. None, which is -1, has odds of 0.
func likeliestPair(n, m int, first, second func(int) float64, clash func(i, k int) bool) (one, other int) {
	best := 0.0
	one, other = none, none
	for i := none; i < n; i++ {
		for k := none; k < m; k++ {
			z := 0.0
			if i >= 0 {
				z += first(i)
			}
			if k >= 0 {
				z += second(k)
			}
			if z > best && (i < 0 || k < 0 || !clash(i, k)) {
				best, one, other = z, i, k
			}
		}
	}
	return one, other
}

// clash reports whether two parties have the same name or share units of it.
func clash(a, b *candidate) bool {
	return a.name != nil && b.name != nil && (a.name.key == b.name.key ||
		slices.ContainsFunc(a.name.units, func(i int) bool { return slices.Contains(b.name.units, i) }))
}

// adoptAddress gives a party without an address near its name the run right below the name, even if
// the tags give it to the other party, unless it is the other party's address.
func (c *chooser) adoptAddress(p, other *candidate, class tag.Class) {
	if p == nil || p.name == nil || p.address != nil && c.proximity(p.name, p.address) > 0 {
		return
	}
	all := c.runs(class)
	for i := range all {
		a := &all[i]
		if a.odds < math.Log(minProbability) || c.proximity(p.name, a) < 1 || !c.isPlace(a) {
			continue
		}
		if other != nil && (other.address != nil && other.address.key == a.key ||
			other.name != nil && c.proximity(other.name, a) == 1) {
			continue
		}
		p.address = a
		return
	}
}

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
