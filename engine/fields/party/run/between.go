package run

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/recognize"
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
		!textshape.TownWords(t.words(k)) || t.noPlace(k) || t.desk(k) || textshape.HasLegalForm(t.words(k)) {
		return false
	}
	return !t.Labelled(u.Segment)
}

// completeWords adds the rest of a line that the tags have parted, as that of wide print is on scans: the
// town behind its post code, or a name up to the legal form that ends its line.
func (t *finder) completeWords(one *Run, c tag.Class, used []bool) {
	last := one.Units[len(one.Units)-1]
	s := t.units[last].Segment
	first, end := t.units[last].First, len(s.Words)-1
	for k := len(one.Units) - 1; k >= 0 && t.units[one.Units[k]].Segment == s; k-- {
		first = t.units[one.Units[k]].First
	}
	if t.units[last].Last == end || t.Labelled(s) && !t.labelled(last) && first == 0 {
		return
	}
	rest := s.Words[t.units[last].Last+1:]
	switch {
	case Addresses(c):
		if len(rest) > mostTownWords+1 || !textshape.TownWords(rest) || !codeAlone(s.Words[first:end-len(rest)+1]) {
			return
		}
	case textshape.HasLegalForm(s.Words[first:end-len(rest)+1]) || !textshape.HasLegalForm(s.Words[first:]) ||
		len(rest) > mostRest || recognize.CountDigits(strings.Join(rest, "")) > 0 ||
		!textshape.OnlyLegalForm(s.Words[end:]) || slices.ContainsFunc(rest, textshape.IsSeparator):
		return
	}
	for k := last + 1; k < len(t.units) && t.units[k].Segment == s; k++ {
		if used[k] {
			return
		}
	}
	for k := last + 1; k < len(t.units) && t.units[k].Segment == s; k++ {
		one.Units, used[k] = append(one.Units, k), true
	}
}

// mostRest is how many words the rest of a name's line has at most.
const mostRest = 5

// codeAlone reports whether the last of some words are a post code that stands before its town, in one
// word or two, as with the letters of the Netherlands, and no town stands there.
func codeAlone(words []string) bool {
	const letters = 2
	n := len(words)
	if n > 1 && (country.IsSplitPostCode(words[n-2], words[n-1], country.First) ||
		textshape.PostCode(words[n-2]) && len(words[n-1]) == letters && words[n-1] == strings.ToUpper(words[n-1])) {
		return true
	}
	return n > 0 && textshape.PostCode(words[n-1])
}
