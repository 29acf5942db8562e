package run

import (
	"math"

	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// leastMiddle is the least probability of what stands in the midst of an address.
const leastMiddle = 0.1

// bridge adds what the tags missed in the midst of an address, whose lines follow one another: the town
// that opens a line that ends in its post code or its county, and a whole line between two others.
func (t *finder) bridge(one *Run, c tag.Class, used []bool) {
	out := []int{one.Units[0]}
	for _, i := range one.Units[1:] {
		before := out[len(out)-1]
		if k := t.lineBetween(before, i, c, used); k >= 0 {
			out, used[k] = append(out, k), true
		}
		if k := i - 1; k > before && t.units[k].Segment == t.units[i].Segment && t.units[k].First == 0 &&
			t.middle(k, c, used) {
			out, used[k] = append(out, k), true
		}
		out = append(out, i)
	}
	one.Units = out
}

// lineBetween returns the one unit that is all of a line between those of two units, at the left edge
// of both; -1 for none.
func (t *finder) lineBetween(upper, lower int, c tag.Class, used []bool) int {
	a, b := t.units[upper].Segment, t.units[lower].Segment
	found := none
	for k := upper + 1; k < lower; k++ {
		s := t.units[k].Segment
		if s.Row <= a.Row || s.Row >= b.Row || math.Abs(s.Box.X0-a.Box.X0) > 0.5*a.Height() ||
			math.Abs(s.Box.X0-b.Box.X0) > 0.5*a.Height() {
			continue
		}
		if found != none || t.units[k].Last < len(s.Words)-1 || !t.middle(k, c, used) {
			return none
		}
		found = k
	}
	return found
}

// middle reports whether a unit may be a piece in the midst of an address: words alone that are no
// label, of which the tags think that they might be one.
func (t *finder) middle(k int, c tag.Class, used []bool) bool {
	u := &t.units[k]
	if used[k] || u.First > 0 || t.probability(k, c) < leastMiddle || recognize.CountDigits(u.Text()) > 0 ||
		!form.TownWords(t.words(k)) || t.noPlace(k) || t.desk(k) || form.HasLegalForm(t.words(k)) {
		return false
	}
	return !t.Labelled(u.Segment)
}
