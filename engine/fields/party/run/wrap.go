package run

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/form"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// In narrow columns names and addresses go on in a second line, which looks like a
// thing of its own. What the words themselves say decides: a line that ends in "and"
// or "de" is not at its end, and a post code has a town.

// leastWrapped is the least probability of a line that completes another.
const leastWrapped = 0.005

// completeName adds the lines that a name lacks above and below.
func (t *finder) completeName(one *Run, c tag.Class, used []bool) {
	if first := one.Units[0]; first > 0 && !used[first-1] && t.units[first-1].Segment == t.units[first].Segment &&
		onlyLegalForm(t.words(first)) && recognize.CountDigits(t.units[first-1].Text()) == 0 {
		one.Units, used[first-1] = append([]int{first - 1}, one.Units...), true // "Sol Norte, Lda."
	}
	if k := t.lineAt(one, -1, used); k >= 0 && t.probability(k, c) >= leastWrapped && !t.noName(k, c) &&
		recognize.CountDigits(t.units[k].Text()) == 0 && t.goesOn(k, one.Units[0], c) {
		one.Units, used[k] = append([]int{k}, one.Units...), true
	}
	last := t.words(one.Units[len(one.Units)-1])
	if k := t.lineAt(one, 1, used); k >= 0 && form.EndsOpen(last) && t.probability(k, c) >= leastWrapped &&
		!t.noName(k, c) && recognize.CountDigits(t.units[k].Text()) == 0 {
		one.Units, used[k] = append(one.Units, k), true
		if k++; k < len(t.units) && !used[k] && t.units[k].Segment == t.units[k-1].Segment && onlyLegalForm(t.words(k)) {
			one.Units, used[k] = append(one.Units, k), true // "Torres da" / "Mata, Lda."
		}
	}
}

// onlyLegalForm reports whether words are a legal form without a name.
func onlyLegalForm(words []string) bool {
	return len(words) == 1 && lexicon.LegalForm.Has(recognize.Compact(words[0]))
}

// goesOn reports whether the line of a unit does so in the one below: it ends open, or
// what follows is hardly more than a legal form.
func (t *finder) goesOn(upper, lower int, c tag.Class) bool {
	if form.EndsOpen(t.words(upper)) {
		return true
	}
	const (
		leastAbove = 0.05
		shortName  = 2 // words
	)
	words := t.words(lower)
	return form.HasLegalForm(words) && len(words) <= shortName && !form.HasLegalForm(t.words(upper)) &&
		t.probability(upper, c) >= leastAbove && !strings.HasSuffix(t.units[upper].Text(), ":")
}

// completeTown adds the line in which the town of an address goes on: behind a post code
// that ends its line, or a name that is not at its end.
func (t *finder) completeTown(one *Run, c tag.Class, used []bool) {
	words := t.words(one.Units[len(one.Units)-1])
	open := form.EndsOpen(words) || form.OpensTown(words) // what follows is the rest, whatever the tags say
	k := t.lineAt(one, 1, used)
	if k < 0 || t.probability(k, c) < leastWrapped && !open {
		return
	}
	if form.Halves(words, t.words(k)) {
		one.Units, used[k] = append(one.Units, k), true
		return
	}
	if !open && (recognize.CountDigits(words[len(words)-1]) == 0 ||
		!form.PostalLine(words[len(words)-1:])) {
		return
	}
	if best := t.units[k].Best(); best != tag.Other && !Addresses(best) {
		return
	}
	if next := t.words(k); form.TownWords(next) && len(next) <= mostTownWords {
		one.Units, used[k] = append(one.Units, k), true
	}
}

// mostTownWords is how many words the rest of a town's name has at most.
const mostTownWords = 3

// lineAt returns the line that stands close above (-1) or below (1) a run with its left
// edge and its print; -1 for none.
func (t *finder) lineAt(one *Run, step int, used []bool) int {
	edge := one.Units[0]
	if step > 0 {
		edge = t.lineStart(one)
	}
	k := t.aligned(edge, step)
	if k < 0 || used[k] {
		return none
	}
	a, b := &t.units[edge], &t.units[k]
	upper, lower := a.Segment.Box, b.Segment.Box
	if step < 0 {
		upper, lower = lower, upper
	}
	h := min(upper.Height(), lower.Height())
	if lower.Y0-upper.Y1 > mostWrapped*h || math.Abs(upper.Height()-lower.Height()) > 0.25*h {
		return none
	}
	return k
}

// mostWrapped is how far apart the lines of one thing stand at most, in heights of
// print.
const mostWrapped = 0.75

// lineStart returns the unit of a run that opens its last line.
func (t *finder) lineStart(one *Run) int {
	last := one.Units[len(one.Units)-1]
	return one.Units[slices.IndexFunc(one.Units, func(i int) bool {
		return t.units[i].Segment == t.units[last].Segment
	})]
}
