package run

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/text/recognize"
)

// leastMissed is the least probability of a line that completes an address: a street
// over the town, or the town under the street.
const leastMissed = 0.01

// complete adds the line that an address lacks, if the tags do not rule it out.
func (t *finder) complete(one *Run, c tag.Class, used []bool) {
	top := one.Units[0]
	postal := slices.ContainsFunc(one.Units, func(i int) bool { return textshape.PostalLine(t.words(i)) })
	if first := t.words(top); postal && len(one.Units) == 1 && textshape.PostalLine(first) {
		if k := t.aligned(top, -1); k >= 0 && !used[k] && t.probability(k, c) >= leastMissed &&
			!textshape.PostalLine(t.words(k)) && recognize.CountDigits(t.units[k].Text()) > 0 && t.lettered(k) {
			one.Units, used[k] = append([]int{k}, one.Units...), true
		}
	}
	if !postal && !t.completeLine(one, used) {
		t.completePostal(one, c, used)
	}
}

// lighten takes a number alone from before the lines of an address: it is a telephone's that
// ends in that line. Over a line without a number it is rather the house's, or the code of the
// town: "80333 / München".
func (t *finder) lighten(one *Run) {
	if len(one.Units) < 2 {
		return
	}
	first, second := &t.units[one.Units[0]], &t.units[one.Units[1]]
	if first.Segment.Row != second.Segment.Row && !t.lettered(one.Units[0]) &&
		recognize.CountDigits(second.Text()) > 0 {
		one.Units = one.Units[1:]
	}
}

// lettered reports whether a line has letters: a number alone is a telephone's, no street.
func (t *finder) lettered(i int) bool {
	return strings.ContainsFunc(t.units[i].Text(), unicode.IsLetter)
}

// completeLine adds the post code behind the comma of a town, "Tucson, AZ 85701".
func (t *finder) completeLine(one *Run, used []bool) bool {
	last := one.Units[len(one.Units)-1]
	k := last + 1
	if k >= len(t.units) || used[k] || t.units[k].Segment != t.units[last].Segment {
		return false
	}
	if !textshape.PostalLine(t.units[k].Segment.Words[t.units[last].First : t.units[k].Last+1]) {
		return false
	}
	one.Units, used[k] = append(one.Units, k), true
	return true
}

// completePostal adds the line with the post code, and that of the town between.
func (t *finder) completePostal(one *Run, c tag.Class, used []bool) {
	k := t.aligned(t.lineStart(one), 1)
	if k < 0 || used[k] || t.probability(k, c) < leastMissed {
		return
	}
	if textshape.PostalLine(t.words(k)) {
		one.Units, used[k] = append(one.Units, k), true
		return
	}
	if below := t.aligned(k, 1); below >= 0 && !used[below] && textshape.TownWords(t.words(k)) &&
		Addresses(t.units[k].Best()) && t.probability(below, c) >= leastMissed && textshape.PostalLine(t.words(below)) {
		one.Units, used[k], used[below] = append(one.Units, k, below), true, true
	}
}

// aligned returns the nearest unit over or under one that has its left edge; -1 for
// none.
func (t *finder) aligned(at, step int) int {
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

// fill adds house numbers that stand alone between commas, which the tags of their own
// hardly tell from other numbers.
func (t *finder) fill(one *Run, used []bool) {
	var out []int
	for k, i := range one.Units {
		out = append(out, i)
		next := i + 1
		if k+1 >= len(one.Units) || one.Units[k+1] == next || next >= len(t.units) || used[next] ||
			t.units[next].Segment != t.units[i].Segment {
			continue
		}
		if text := t.units[next].Text(); len(text) <= longestNumber && recognize.CountDigits(text) > 0 {
			out, used[next] = append(out, next), true
		}
	}
	one.Units = out
}

// longestNumber is how long a house number is at most, with its comma.
const longestNumber = 6
