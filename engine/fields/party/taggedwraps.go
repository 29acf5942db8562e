package party

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/country"
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
func (t *tagged) completeName(one *run, c tag.Class, used []bool) {
	if first := one.units[0]; first > 0 && !used[first-1] && t.units[first-1].Segment == t.units[first].Segment &&
		onlyLegalForm(t.words(first)) && recognize.CountDigits(t.units[first-1].Text()) == 0 {
		one.units, used[first-1] = append([]int{first - 1}, one.units...), true // "Sol Norte, Lda."
	}
	if k := t.lineAt(one, -1, used); k >= 0 && t.probability(k, c) >= leastWrapped && !t.noName(k, c) &&
		recognize.CountDigits(t.units[k].Text()) == 0 && t.goesOn(k, one.units[0], c) {
		one.units, used[k] = append([]int{k}, one.units...), true
	}
	last := t.words(one.units[len(one.units)-1])
	if k := t.lineAt(one, 1, used); k >= 0 && endsOpen(last) && t.probability(k, c) >= leastWrapped &&
		!t.noName(k, c) && recognize.CountDigits(t.units[k].Text()) == 0 {
		one.units, used[k] = append(one.units, k), true
	}
}

// onlyLegalForm reports whether words are a legal form without a name.
func onlyLegalForm(words []string) bool {
	return len(words) == 1 && lexicon.LegalForm.Has(recognize.Compact(words[0]))
}

// goesOn reports whether the line of a unit does so in the one below: it ends open, or
// what follows is hardly more than a legal form.
func (t *tagged) goesOn(upper, lower int, c tag.Class) bool {
	if endsOpen(t.words(upper)) {
		return true
	}
	const (
		leastAbove = 0.05
		shortName  = 2 // words
	)
	words := t.words(lower)
	return HasLegalForm(words) && len(words) <= shortName && !HasLegalForm(t.words(upper)) &&
		t.probability(upper, c) >= leastAbove && !strings.HasSuffix(t.units[upper].Text(), ":")
}

// completeTown adds the line in which the town of an address goes on: behind a post code
// that ends its line, or a name that is not at its end.
func (t *tagged) completeTown(one *run, c tag.Class, used []bool) {
	words := t.words(one.units[len(one.units)-1])
	k := t.lineAt(one, 1, used)
	if k < 0 || t.probability(k, c) < leastWrapped {
		return
	}
	if halves(words, t.words(k)) {
		one.units, used[k] = append(one.units, k), true
		return
	}
	if !endsOpen(words) && (recognize.CountDigits(words[len(words)-1]) == 0 || !PostalLine(words[len(words)-1:])) {
		return
	}
	if best := t.units[k].Best(); best != tag.Other && !addresses(best) {
		return
	}
	if next := t.words(k); townWords(next) && len(next) <= mostTownWords {
		one.units, used[k] = append(one.units, k), true
	}
}

// halves reports whether a post code of two words is broken between two lines: "S49",
// "1AJ".
func halves(upper, lower []string) bool {
	return len(lower) == 1 && country.IsSplitPostCode(upper[len(upper)-1], lower[0], country.Anywhere)
}

// mostTownWords is how many words the rest of a town's name has at most.
const mostTownWords = 3

// lineAt returns the line that stands close above (-1) or below (1) a run with its left
// edge and its print; -1 for none.
func (t *tagged) lineAt(one *run, step int, used []bool) int {
	edge := one.units[0]
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
func (t *tagged) lineStart(one *run) int {
	last := one.units[len(one.units)-1]
	return one.units[slices.IndexFunc(one.units, func(i int) bool {
		return t.units[i].Segment == t.units[last].Segment
	})]
}

// endsOpen reports whether words cannot be the end of a name or an address: the last is
// a short word in small letters that is no legal form, an ampersand, or joins names.
func endsOpen(words []string) bool {
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if last == "&" || last == "+" {
		return true
	}
	const short = 3 // letters
	folded, letters := recognize.Fold(last), []rune(last)
	joins := lexicon.Joining.Has(folded) || lexicon.NameJoiner.Has(folded)
	if len(words) == 1 || len(letters) > short && !joins {
		return false
	}
	for _, c := range letters {
		if !unicode.IsLower(c) {
			return false
		}
	}
	return joins || !lexicon.LegalForm.Has(recognize.Compact(last))
}
