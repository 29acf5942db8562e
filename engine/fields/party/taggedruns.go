package party

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// run is a few units that stand together and are for the same thing.
type run struct {
	units []int
	odds  float64 // mean logarithm of the units' probabilities
	key   string  // compact text
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
		if used[i] || t.probability(i, c) < leastOpen || addresses(c) && t.units[i].Best() != c ||
			!addresses(c) && t.noName(i, c) {
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
		if addresses(c) {
			t.complete(&one, c, used)
			t.completeTown(&one, c, used)
			t.fill(&one, used)
		} else {
			t.completeName(&one, c, used)
		}
		t.weigh(&one, c)
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b run) int { return cmp.Compare(b.odds, a.odds) })
	return out
}

func (t *tagged) weigh(one *run, c tag.Class) {
	for _, i := range one.units {
		one.odds += float64(t.units[i].Odds[c]) / float64(len(one.units))
		one.key += recognize.Compact(t.units[i].Text())
	}
}

// mostBetween is how far a line of a run may stand under the one before, in heights
// of print; lines with the same left edge may stand further apart.
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

// next returns the unit that continues a run which began with the unit start: the
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
	if !addresses(c) && HasLegalForm(t.words(at)) {
		return none // the name is complete
	}
	h := cur.Segment.Height()
	if k := t.beside(at, h); k >= 0 && !used[k] && t.continues(k, c) {
		return k
	}
	box := cur.Box().Union(t.units[start].Box())
	for k := at + 1; k < len(t.units); k++ {
		u := &t.units[k]
		down := u.Segment.Box.Y0 - cur.Segment.Box.Y1
		if u.Segment.Page != cur.Segment.Page || down > mostAligned*h || t.heads(u, box) {
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

// heads reports whether a unit is a party's heading in the column of a box: another party
// begins there.
func (t *tagged) heads(u *tag.Unit, box layout.Box) bool {
	if u.Box().OverlapX(box) <= 0 {
		return false
	}
	role, _ := headingOf(u)
	return role != roleUnknown
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

func leastOdds() float64 { return math.Log(leastTold) }

func first(runs []run) *run {
	if len(runs) == 0 {
		return nil
	}
	return &runs[0]
}

// leastMissed is the least probability of a line that completes an address: a street
// over the town, or the town under the street.
const leastMissed = 0.01

// complete adds the line that an address lacks, if the tags do not rule it out.
func (t *tagged) complete(one *run, c tag.Class, used []bool) {
	top := one.units[0]
	postal := slices.ContainsFunc(one.units, func(i int) bool { return PostalLine(t.words(i)) })
	if first := t.words(top); postal && len(one.units) == 1 && PostalLine(first) {
		if k := t.aligned(top, -1); k >= 0 && !used[k] && t.probability(k, c) >= leastMissed && !PostalLine(t.words(k)) &&
			recognize.CountDigits(t.units[k].Text()) > 0 {
			one.units, used[k] = append([]int{k}, one.units...), true
		}
	}
	if !postal && !t.completeLine(one, used) {
		t.completePostal(one, c, used)
	}
}

// completeLine adds the post code behind the comma of a town, "Tucson, AZ 85701".
func (t *tagged) completeLine(one *run, used []bool) bool {
	last := one.units[len(one.units)-1]
	k := last + 1
	if k >= len(t.units) || used[k] || t.units[k].Segment != t.units[last].Segment {
		return false
	}
	if !PostalLine(t.units[k].Segment.Words[t.units[last].First : t.units[k].Last+1]) {
		return false
	}
	one.units, used[k] = append(one.units, k), true
	return true
}

// completePostal adds the line with the post code, and that of the town between.
func (t *tagged) completePostal(one *run, c tag.Class, used []bool) {
	k := t.aligned(t.lineStart(one), 1)
	if k < 0 || used[k] || t.probability(k, c) < leastMissed {
		return
	}
	if PostalLine(t.words(k)) {
		one.units, used[k] = append(one.units, k), true
		return
	}
	if below := t.aligned(k, 1); below >= 0 && !used[below] && townWords(t.words(k)) && addresses(t.units[k].Best()) &&
		t.probability(below, c) >= leastMissed && PostalLine(t.words(below)) {
		one.units, used[k], used[below] = append(one.units, k, below), true, true
	}
}

func (t *tagged) words(i int) []string {
	return t.units[i].Words()
}

// aligned returns the nearest unit over or under one that has its left edge; -1 for
// none.
func (t *tagged) aligned(at, step int) int {
	cur := &t.units[at]
	h := cur.Segment.Height()
	for k := at + step; k >= 0 && k < len(t.units); k += step {
		u := &t.units[k]
		if u.Segment.Page != cur.Segment.Page ||
			math.Abs(u.Segment.Box.CenterY()-cur.Segment.Box.CenterY()) > (mostBetween+1)*h {
			return none
		}
		if u.Segment.Row != cur.Segment.Row && math.Abs(u.Box().X0-cur.Box().X0) < 0.5*h {
			return k
		}
	}
	return none
}

// sureName is the logarithm of the probability from which a label may be a name.
const sureName = -0.2

// noName reports whether a unit can be no name: it is a label, a heading or a title,
// or says whose the program or the design is.
func (t *tagged) noName(i int, c tag.Class) bool {
	u := &t.units[i]
	words := t.words(i)
	if strings.ContainsRune(u.Text(), '©') || TitleLine(words) || t.announces(i) {
		return true
	}
	if t.units[i].Odds[c] > sureName {
		return false // even "Nova Firma" is somebody's name
	}
	for _, l := range t.LabelsIn[u.Segment] {
		if l.First <= u.First && u.Last <= l.Last {
			return true
		}
	}
	folded := recognize.FoldWords(u.Text())
	_, _, n := lexicon.PartyHeadings().Longest(folded, nil)
	return n > 0 && n == len(folded)
}

// announces reports whether a colon stands behind the unit: "Nummer   : 549910".
func (t *tagged) announces(i int) bool {
	s, last := t.units[i].Segment, t.units[i].Last
	if last+1 < len(s.Words) {
		return strings.HasPrefix(s.Words[last+1], ":")
	}
	row := s.Page.Rows[s.Row].Segments
	return s.Column+1 < len(row) && strings.HasPrefix(row[s.Column+1].Words[0], ":")
}

// placeLike reports whether a run can be an address: it holds a town with its post
// code, or a street with a number. What a network that has never seen the like
// holds for an address is now and then a number of the trade register.
func (t *tagged) placeLike(one *run) bool {
	for _, i := range one.units {
		words := t.words(i)
		if PostalLine(words) || Street(words, "") {
			return true
		}
	}
	digits := recognize.CountDigits(one.key)
	return digits > 0 && len(one.key)-digits >= leastStreet && len(one.units) > 1
}

// leastStreet is how many letters the name of a street has at least, with its town.
const leastStreet = 8

// fill adds house numbers that stand alone between commas, which the tags of their own
// hardly tell from other numbers.
func (t *tagged) fill(one *run, used []bool) {
	var out []int
	for k, i := range one.units {
		out = append(out, i)
		next := i + 1
		if k+1 >= len(one.units) || one.units[k+1] == next || next >= len(t.units) || used[next] ||
			t.units[next].Segment != t.units[i].Segment {
			continue
		}
		if text := t.units[next].Text(); len(text) <= longestNumber && recognize.CountDigits(text) > 0 {
			out, used[next] = append(out, next), true
		}
	}
	one.units = out
}

// longestNumber is how long a house number is at most, with its comma.
const longestNumber = 6
