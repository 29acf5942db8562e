package bytags

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
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
