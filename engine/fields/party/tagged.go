package party

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// Parties by the tags of package tagger: every unit of the page has the odds of
// being a party's name or a piece of its address. Pieces that stand together make a
// run; the names and addresses of all parties are then chosen together.

// run is a few units that stand together and are for the same thing.
type run struct {
	units []int
	odds  float64 // mean logarithm of the units' probabilities
	key   string  // compact text
}

// taggedParty is a party's name and address; either may be nil.
type taggedParty struct {
	name, address *run
	odds          float64
}

// Least probabilities: of a unit to open a run, to continue one, and of a run to be
// told at all.
const (
	leastOpen     = 0.12
	leastContinue = 0.3
	leastBeside   = 0.1 // to continue a name in its own line
	leastTold     = 0.15
)

// addresses reports whether the class is one of addresses.
func addresses(c tag.Class) bool {
	return c == tag.VendorAddress || c == tag.CustomerAddress || c == tag.ShippingAddress
}

// putTaggedParties stores the parties that the tags tell. It reports whether it
// found one.
func (r *finder) putTaggedParties(set *value.Set) bool {
	if r.Tags == nil || len(r.Tags.Units) == 0 {
		return false
	}
	t := &tagged{finder: r, units: r.Tags.Units}
	vendors := t.parties(tag.VendorName, tag.VendorAddress)
	customers := t.parties(tag.CustomerName, tag.CustomerAddress)
	vendor, customer := choosePair(vendors, customers)
	t.put(set, "vendor", vendor)
	t.put(set, "customer", customer)
	r.putUntagged(set)
	if shipping := first(t.runs(tag.ShippingAddress)); shipping != nil && shipping.odds > math.Log(leastContinue) {
		set.Put("shippingAddress", t.cite(*shipping, true))
	}
	return vendor != nil || customer != nil
}

// putUntagged stores by rules the parties of which the tags know no name: a customer
// behind a label or under a heading, and the likeliest vendor.
func (r *finder) putUntagged(set *value.Set) {
	if set.Has("customerName") && set.Has("vendorName") {
		return
	}
	all := r.parties()
	if !set.Has("customerName") {
		set.Put("customerName", r.labelledCustomer(nil))
		c := r.chooseCustomer(all)
		if !set.Has("customerName") && c != nil && c.heading != nil && c.nameText() != set.Text("vendorName") {
			r.putParty(set, "customer", c)
		}
	}
	if set.Has("vendorName") {
		return
	}
	if v := r.chooseVendor(all, nil, set.Text("customerName")); v != nil {
		r.putParty(set, "vendor", v)
	}
}

// tagged finds runs among the units.
type tagged struct {
	*finder
	units []tag.Unit
}

func (t *tagged) probability(i int, c tag.Class) float64 {
	return math.Exp(float64(t.units[i].Odds[c]))
}

// runs returns the runs of a class, likeliest first.
func (t *tagged) runs(c tag.Class) []run {
	used := make([]bool, len(t.units))
	var out []run
	for i := range t.units {
		if used[i] || t.probability(i, c) < leastOpen || addresses(c) && t.units[i].Best() != c {
			continue
		}
		one := run{units: []int{i}}
		used[i] = true
		for at := i; ; {
			next := t.next(at, i, c, used)
			if next < 0 {
				break
			}
			used[next] = true
			one.units, at = append(one.units, next), next
		}
		t.weigh(&one, c)
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b run) int {
		switch {
		case a.odds > b.odds:
			return -1
		case a.odds < b.odds:
			return 1
		}
		return 0
	})
	return out
}

func (t *tagged) weigh(one *run, c tag.Class) {
	for _, i := range one.units {
		one.odds += float64(t.units[i].Odds[c]) / float64(len(one.units))
		one.key += recognize.Compact(t.units[i].Text())
	}
}

// mostBetween is how far a line of a run may stand under the one before, in heights
// of print.
// Lines with the same left edge may stand further apart.
const (
	mostBetween = 2.2
	mostAligned = 3.5
)

// mostBeside is how far apart the pieces of a line may stand.
const mostBeside = 3

// beside returns the unit that opens the next segment of the row, if that stands
// near; -1 for none.
func (t *tagged) beside(at int, h float64) int {
	cur, k := &t.units[at], at+1
	if k >= len(t.units) || t.units[k].Segment.Page != cur.Segment.Page || t.units[k].Segment == cur.Segment ||
		t.units[k].Segment.Row != cur.Segment.Row || t.units[k].Segment.Box.X0-cur.Box().X1 > mostBeside*h {
		return none
	}
	return k
}

// next returns the unit that continues a run which began with the unit first: the
// next of its segment, or the nearest under it that is of the class; -1 for none.
func (t *tagged) next(at, start int, c tag.Class, used []bool) int {
	cur := &t.units[at]
	if k := at + 1; k < len(t.units) && t.units[k].Segment == cur.Segment {
		if !used[k] && t.continues(k, c) {
			return k
		}
		if !addresses(c) {
			if !used[k] && t.probability(k, c) >= leastBeside {
				return k
			}
			return none
		}
	}
	h := cur.Segment.Height()
	if k := t.beside(at, h); k >= 0 && !used[k] && t.continues(k, c) {
		return k
	}
	box := cur.Box().Union(t.units[start].Box())
	for k := at + 1; k < len(t.units); k++ {
		u := &t.units[k]
		down := u.Segment.Box.Y0 - cur.Segment.Box.Y1
		if u.Segment.Page != cur.Segment.Page || down > mostAligned*h {
			return none
		}
		if down > mostBetween*h && math.Abs(u.Box().X0-cur.Box().X0) > 0.5*h {
			continue
		}
		if u.Segment.Row == cur.Segment.Row || used[k] || u.Box().OverlapX(box) <= 0 || u.First > 0 && !t.opens(k, c) {
			continue
		}
		if t.continues(k, c) && recognize.Compact(u.Text()) != recognize.Compact(t.units[start].Text()) {
			return k // and no second mention
		}
	}
	return none
}

// opens reports whether the unit is the first of its segment of the class.
func (t *tagged) opens(k int, c tag.Class) bool {
	return k == 0 || t.units[k-1].Segment != t.units[k].Segment || !t.continues(k-1, c)
}

// none is where no unit is.
const none = -1

func (t *tagged) continues(i int, c tag.Class) bool {
	return t.probability(i, c) >= leastContinue && t.units[i].Best() == c
}

// mostParties is how many names and addresses of each party are weighed.
const mostParties = 6

// parties returns names with their addresses, likeliest first.
func (t *tagged) parties(name, address tag.Class) []taggedParty {
	names, places := t.runs(name), t.runs(address)
	names, places = names[:min(len(names), mostParties)], places[:min(len(places), mostParties)]
	var out []taggedParty
	for i := range names {
		n := &names[i]
		if n.odds < leastOdds() {
			continue
		}
		best := taggedParty{name: n, odds: n.odds + t.repeated(n)}
		top := math.Inf(-1)
		for k := range places {
			a := &places[k]
			if a.odds < leastOdds() {
				continue
			}
			if z := a.odds + t.together(n, a) + 0.1*float64(min(3, len(a.units))); z > top {
				top, best.address = z, a
			}
		}
		if best.address != nil {
			best.odds += 0.3 * t.together(n, best.address)
		}
		out = append(out, best)
	}
	if len(out) == 0 && len(places) > 0 && places[0].odds > math.Log(leastContinue) {
		out = append(out, taggedParty{address: &places[0], odds: places[0].odds})
	}
	slices.SortStableFunc(out, func(a, b taggedParty) int {
		switch {
		case a.odds > b.odds:
			return -1
		case a.odds < b.odds:
			return 1
		}
		return 0
	})
	return out
}

// repeated is what a name gains by being printed again.
func (t *tagged) repeated(n *run) float64 {
	count := 0
	for i := range t.units {
		if len(n.key) > 3 && recognize.Compact(t.units[i].Text()) == n.key {
			count++
		}
	}
	return 0.15 * float64(min(2, max(0, count-1)))
}

// together is what an address gains by standing under or behind its name.
func (t *tagged) together(n, a *run) float64 {
	last, top := &t.units[n.units[len(n.units)-1]], &t.units[a.units[0]]
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

// choosePair takes the likeliest vendor and customer whose names differ.
func choosePair(vendors, customers []taggedParty) (vendor, customer *taggedParty) {
	best := math.Inf(-1)
	for i := -1; i < len(vendors); i++ {
		for k := -1; k < len(customers); k++ {
			z := 0.0
			if i >= 0 {
				z += vendors[i].odds + told
			}
			if k >= 0 {
				z += customers[k].odds + told
			}
			if i >= 0 && k >= 0 && clash(&vendors[i], &customers[k]) {
				continue
			}
			if z > best {
				best, vendor, customer = z, nil, nil
				if i >= 0 {
					vendor = &vendors[i]
				}
				if k >= 0 {
					customer = &customers[k]
				}
			}
		}
	}
	return vendor, customer
}

// told is what a party gains by being there at all.
const told = 2.5

// clash reports whether two parties cannot both be: they have one name, or share
// words of the page.
func clash(a, b *taggedParty) bool {
	if a.name != nil && b.name != nil && a.name.key == b.name.key {
		return true
	}
	return a.name != nil && b.name != nil && slices.ContainsFunc(a.name.units, func(i int) bool {
		return slices.Contains(b.name.units, i)
	})
}

func leastOdds() float64 { return math.Log(leastTold) }

func first(runs []run) *run {
	if len(runs) == 0 {
		return nil
	}
	return &runs[0]
}

func (t *tagged) put(set *value.Set, prefix string, p *taggedParty) {
	if p == nil {
		return
	}
	if p.name != nil {
		set.Put(prefix+"Name", t.cite(*p.name, false))
	}
	if p.address == nil {
		return
	}
	v := t.cite(*p.address, true)
	if whole := t.whole(p); whole != nil {
		v = value.CiteParts(AddressText(whole), whole, ", ", v.Score)
	}
	set.Put(prefix+"Address", v)
}

// whole returns the lines of the address under a party's name, down to its post
// code, if the tags know a part of them alone.
func (t *tagged) whole(p *taggedParty) []layout.Part {
	if p.name == nil {
		return nil
	}
	lines := t.addressUnder(t.units[p.name.units[len(p.name.units)-1]].Segment, 0)
	known := t.parts(*p.address)
	if len(lines) <= len(known) || len(lines) > len(known)+mostMissed {
		return nil
	}
	for _, k := range known {
		if !slices.ContainsFunc(lines, func(l layout.Part) bool { return l.Segment == k.Segment }) {
			return nil
		}
	}
	return lines
}

// mostMissed is how many lines of an address the tags may have missed.
const mostMissed = 1

// cite makes the value of a run.
func (t *tagged) cite(one run, address bool) value.Value {
	parts := t.parts(one)
	score := math.Exp(one.odds)
	if address {
		return value.CiteParts(AddressText(parts), parts, ", ", score)
	}
	return value.CiteParts(JoinParts(parts, " "), parts, " ", score)
}

// parts joins units that follow each other in a segment, or a post code and its town
// with the dash between.
func (t *tagged) parts(one run) []layout.Part {
	var out []layout.Part
	for _, i := range one.units {
		p := t.units[i].Part
		if k := len(out) - 1; k >= 0 && out[k].Segment == p.Segment &&
			(p.First == out[k].Last+1 || p.First == out[k].Last+2 && postCode(out[k].Segment.Words[out[k].Last])) {
			out[k].Last = p.Last
			continue
		}
		out = append(out, p)
	}
	return out
}
