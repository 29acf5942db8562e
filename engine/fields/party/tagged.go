package party

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// Parties by the tags of package tagger: every unit of the page has the odds of
// being a party's name or a piece of its address. Pieces that stand together make a
// run; the names and addresses of all parties are then chosen together.

// taggedParty is a party's name and address; either may be nil.
type taggedParty struct {
	name, address *run
	odds          float64
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
	} else {
		r.putShipping(set, r.parties())
	}
	return vendor != nil || customer != nil
}

// leastShop is the least probability of a shop's name and address by their tags.
const leastShop = 0.6

// Shop returns the scalars vendorName and vendorAddress of a receipt that a program
// wrote, as far as the tags are sure of them. The tagger has seen no till's slips and
// no photographs: of what was recognised nothing is returned.
func Shop(l *link.Linker) *value.Set {
	set := value.New()
	if l.Tags == nil || len(l.Tags.Units) == 0 ||
		l.Tags.Units[0].Segment.Tokens[0].Source == document.SourceOCR {
		return set
	}
	t := &tagged{finder: &finder{Input{Linker: l}}, units: l.Tags.Units}
	for _, p := range t.parties(tag.VendorName, tag.VendorAddress) {
		if p.name != nil && p.name.odds > math.Log(leastShop) {
			t.put(set, "vendor", &p)
			break
		}
	}
	return set
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
			if a.odds < leastOdds() || !t.placeLike(a) {
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
	slices.SortStableFunc(out, func(a, b taggedParty) int { return cmp.Compare(b.odds, a.odds) })
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
	i, k := likeliestPair(len(vendors), len(customers),
		func(i int) float64 { return vendors[i].odds + told },
		func(k int) float64 { return customers[k].odds + told },
		func(i, k int) bool { return clash(&vendors[i], &customers[k]) })
	if i >= 0 {
		vendor = &vendors[i]
	}
	if k >= 0 {
		customer = &customers[k]
	}
	return vendor, customer
}

// likeliestPair returns the indices of one each of n and m, -1 for none, that together
// have the largest odds and do not clash; to take none at all counts 0.
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
