package tagged

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// Parties by the tags of package tagger: every unit of the page has the odds of
// being a party's name or a piece of its address. Pieces that stand together make a
// run; the names and addresses of all parties are then chosen together.

// taggedParty is a party's name and address; either may be nil.
type taggedParty struct {
	name, address *run.Run
	odds          float64
}

// mostParties is how many names and addresses of each party are weighed.
const mostParties = 6

// parties returns names with their addresses, likeliest first.
func (t *tagged) parties(name, address tag.Class) []taggedParty {
	names, places := run.Find(t.Document, name), run.Find(t.Document, address)
	names, places = names[:min(len(names), mostParties)], places[:min(len(places), mostParties)]
	var out []taggedParty
	for i := range names {
		n := &names[i]
		if n.Odds < leastOdds() {
			continue
		}
		best := taggedParty{name: n, odds: n.Odds + t.repeated(n)}
		top := math.Inf(-1)
		for k := range places {
			a := &places[k]
			if a.Odds < leastOdds() || !t.placeLike(a) {
				continue
			}
			if z := a.Odds + t.together(n, a) + 0.1*float64(min(3, len(a.Units))); z > top {
				top, best.address = z, a
			}
		}
		if best.address != nil {
			best.odds += 0.3 * t.together(n, best.address)
		}
		out = append(out, best)
	}
	if len(out) == 0 && len(places) > 0 && places[0].Odds > math.Log(leastSure) {
		out = append(out, taggedParty{address: &places[0], odds: places[0].Odds})
	}
	slices.SortStableFunc(out, func(a, b taggedParty) int { return cmp.Compare(b.odds, a.odds) })
	return out
}

// repeated is what a name gains by being printed again.
func (t *tagged) repeated(n *run.Run) float64 {
	count := 0
	for i := range t.units {
		if len(n.Key) > 3 && recognize.Compact(t.units[i].Text()) == n.Key {
			count++
		}
	}
	return 0.15 * float64(min(2, max(0, count-1)))
}

// together is what an address gains by standing under or behind its name.
func (t *tagged) together(n, a *run.Run) float64 {
	last, top := &t.units[n.Units[len(n.Units)-1]], &t.units[a.Units[0]]
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
	i, k := role.Pair(len(vendors), len(customers),
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

// told is what a party gains by being there at all.
const told = 2.5

// clash reports whether two parties cannot both be: they have one name, or share
// words of the page.
func clash(a, b *taggedParty) bool {
	if a.name != nil && b.name != nil && a.name.Key == b.name.Key {
		return true
	}
	return a.name != nil && b.name != nil && slices.ContainsFunc(a.name.Units, func(i int) bool {
		return slices.Contains(b.name.Units, i)
	})
}

// placeLike reports whether a run can be an address: it holds a town with its post
// code, or a street with a number. What a network that has never seen the like
// holds for an address is now and then a number of the trade register.
func (t *tagged) placeLike(one *run.Run) bool {
	for _, i := range one.Units {
		words := t.units[i].Words()
		if form.PostalLine(words) || form.Street(words, "") {
			return true
		}
	}
	digits := recognize.CountDigits(one.Key)
	return digits > 0 && len(one.Key)-digits >= leastStreet && len(one.Units) > 1
}

// leastStreet is how many letters the name of a street has at least, with its town.
const leastStreet = 8
