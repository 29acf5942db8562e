package announced

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// What stands between a name and its street is the address's: a house or an estate without a
// number, which looks like the second line of a name.

// hearHouse makes a unit a piece of the address that goes on behind it, if it is the name of a
// house under a name, or a line in the gap of an address that the network has half seen.
func (a *announcer) hearHouse(k int) {
	u := &a.units[k]
	over, next := a.above(k), a.after(k)
	if over < 0 || next < 0 || !a.placeless(k) || textshape.EndsOpen(a.units[over].Words()) {
		return
	}
	pairs := tag.Pairs()
	name, address := pairs[0], pairs[1]
	side, found := address[0], a.units[next].Best() == address[0] || a.units[next].Best() == address[1]
	if a.units[next].Odds[address[1]] > a.units[next].Odds[address[0]] {
		side = address[1]
	}
	house := textshape.House(u.Words()) && a.namedOver(over)
	if !found && house {
		a.hearPlaces(k)
		return
	}
	if !found || !house && (u.First > 0 || !a.gap(k, over, side)) {
		return
	}
	a.units[k].Odds[side] = max(a.units[k].Odds[side], announcedOdds)
	a.units[k].Odds[tag.Other] = min(a.units[k].Odds[tag.Other], contraryOdds)
	a.deny(k, name)
	if person := &a.units[over]; personal(person.Segment.Words) && person.First == 0 {
		own := name[0]
		if side == address[1] {
			own = name[1]
		}
		person.Odds[own] = max(person.Odds[own], announcedOdds)
		person.Odds[tag.Other] = min(person.Odds[tag.Other], contraryOdds)
	}
}

// hearPlaces makes the lines of a house and of the places below it an address down to the line that the
// network holds for a piece of one, as in the country, where no street has a name: "Rose Cottage", "Marlow".
func (a *announcer) hearPlaces(k int) {
	const most = 4 // lines
	pairs := tag.Pairs()
	lines := []int{k}
	for at := a.after(k); at >= 0 && len(lines) <= most; at = a.after(at) {
		best := a.units[at].Best()
		if best == pairs[1][0] || best == pairs[1][1] {
			for _, i := range lines {
				a.units[i].Odds[best] = max(a.units[i].Odds[best], announcedOdds)
				a.units[i].Odds[tag.Other] = min(a.units[i].Odds[tag.Other], contraryOdds)
				a.deny(i, pairs[0])
			}
			return
		}
		if !a.placeless(at) || !textshape.TownWords(a.units[at].Words()) || textshape.HasLegalForm(a.units[at].Words()) {
			return
		}
		lines = append(lines, at)
	}
}

// placeless reports whether a unit is of words alone that are no title, no label and no desk.
func (a *announcer) placeless(k int) bool {
	u := &a.units[k]
	words := u.Words()
	if len(words) > mostHouseWords || recognize.CountDigits(u.Text()) > 0 || textshape.TitleLine(words) {
		return false
	}
	labelled := slices.ContainsFunc(a.LabelsIn[u.Segment], func(l *annotate.Label) bool {
		return l.Last >= u.First && l.First <= u.Last
	})
	return !labelled && !lexicon.Department.Has(recognize.Fold(u.Text()))
}

// mostHouseWords is how many words the name of a house has at most.
const mostHouseWords = 5

// namedOver reports whether a line over a house can be the name of who lives there: by its tag,
// by a salutation or a legal form, or by its print.
func (a *announcer) namedOver(over int) bool {
	u := &a.units[over]
	switch u.Best() {
	case tag.VendorName, tag.CustomerName, tag.ShippingName, tag.OtherParty, tag.VendorAddress, tag.CustomerAddress:
		return true
	}
	words := u.Segment.Words
	return personal(words) || textshape.HasLegalForm(words) || u.First == 0 && len(words) > 1 && a.nameLike(over)
}

// gap reports whether the network holds a line for a piece of the side's address rather than
// for a name, and what stands over it for the name or the address.
func (a *announcer) gap(k, over int, side tag.Class) bool {
	const leastGap, leastAbove = 0.1, 0.5
	p := func(i int, c tag.Class) float64 { return math.Exp(float64(a.units[i].Odds[c])) }
	name := tag.VendorName
	if side == tag.CustomerAddress {
		name = tag.CustomerName
	}
	return p(k, side) >= leastGap && p(k, side) > p(k, name) && a.units[k].Best() == tag.Other &&
		(p(over, name) >= leastAbove && p(k, side) > 2*leastGap || p(over, side) >= leastAbove)
}

// personal reports whether words are a salutation and the name of a person, or a family.
func personal(words []string) bool {
	first := recognize.Fold(words[0])
	opens := lexicon.Salutation.Has(first) || lexicon.Household.Has(first)
	return opens && len(words) > 1 && len(words) <= mostHouseWords+1 &&
		recognize.CountDigits(words[len(words)-1]) == 0
}

// above returns the unit that a unit stands behind in its line, or under, but for a line that
// says whose desk it is; none where there is no such.
func (a *announcer) above(k int) int {
	if a.units[k].First > 0 || k > 0 && a.beside(k-1, k) {
		return k - 1
	}
	over := a.near(k, -1)
	if over < 0 {
		return none
	}
	s := a.units[over].Segment
	if lexicon.PartyAside.Has(recognize.Fold(s.Words[0])) || lexicon.Department.Has(recognize.Fold(s.Text())) {
		return a.near(over, -1)
	}
	return over
}

// beside reports whether a unit opens a piece of the line that another ends, close to that.
func (a *announcer) beside(left, right int) bool {
	const mostBeside = 3 // heights of print
	l, r := a.units[left].Segment, a.units[right].Segment
	return l.Page == r.Page && l.Row == r.Row && a.units[right].First == 0 &&
		r.Box.X0-l.Box.X1 < mostBeside*r.Height() && a.named(left)
}

// named reports whether a unit is the name of a party by its tag.
func (a *announcer) named(k int) bool {
	best := a.units[k].Best()
	return best == tag.VendorName || best == tag.CustomerName
}

// after returns the unit in which what a unit says goes on: behind it in its line, or below.
func (a *announcer) after(k int) int {
	if i := k + 1; i < len(a.units) && a.units[i].Segment == a.units[k].Segment {
		return i
	}
	return a.near(k, 1)
}

// near returns the unit that opens the line close over (-1) or under (1) another with its left
// or its right edge; none where there is no such.
func (a *announcer) near(k, step int) int {
	s := a.units[k].Segment
	h := s.Height()
	for i := k + step; i >= 0 && i < len(a.units); i += step {
		o := a.units[i].Segment
		between := max(o.Box.Y0-s.Box.Y1, s.Box.Y0-o.Box.Y1)
		if o.Page != s.Page || between > mostApart*h {
			return none
		}
		left, right := math.Abs(o.Box.X0-s.Box.X0), math.Abs(o.Box.X1-s.Box.X1)
		if o.Row != s.Row && min(left, right) < 0.6*h && a.units[i].First == 0 {
			return i
		}
	}
	return none
}

// mostApart is how far apart the lines of an address stand at most, in heights of print.
const mostApart = 1.2
