package run

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// In narrow columns names and addresses go on in a second line, which looks like a
// thing of its own. What the words themselves say decides: a line that ends in "and"
// or "de" is not at its end, and a post code has a town.

// leastWrapped is the least probability of a line that completes another.
const leastWrapped = 0.005

// completeName adds the lines that a name lacks above and below.
func (t *finder) completeName(one *Run, c tag.Class, used []bool) {
	if first := one.Units[0]; first > 0 && !used[first-1] && t.units[first-1].Segment == t.units[first].Segment &&
		textshape.OnlyLegalForm(t.words(first)) && recognize.CountDigits(t.units[first-1].Text()) == 0 {
		one.Units, used[first-1] = append([]int{first - 1}, one.Units...), true // "Sol Norte, Lda."
	}
	if k := t.lineAt(one, -1, used); k >= 0 && t.probability(k, c) >= leastWrapped && !t.noName(k, c) &&
		recognize.CountDigits(t.units[k].Text()) == 0 && t.goesOn(k, one.Units[0], c) {
		one.Units = append(t.lineFrom(k, used), one.Units...)
	} else if k >= 0 && t.companyOver(k, one) {
		one.Units = t.lineFrom(k, used)
		return
	}
	k := t.lineAt(one, 1, used)
	if k < 0 && t.labelled(one.Units[0]) {
		k = t.lineBack(one, used)
	}
	if k >= 0 && !t.noName(k, c) && recognize.CountDigits(t.units[k].Text()) == 0 && t.addBelow(one, k, c, used) {
		return
	}
	t.completeApart(one, c, used)
}

// companyOver reports whether a unit opens a line over a name that is rather the name: a company
// with its legal form over what has none, or a name that goes on behind a comma with what is a desk
// or a place of it.
func (t *finder) companyOver(k int, one *Run) bool {
	const leastName, mostWords = 3, 8 // words before the comma, and of the name
	above := t.units[k].Segment.Words
	first, _ := utf8.DecodeRuneInString(above[0])
	if t.units[k].First > 0 || t.units[k].Best() != tag.Other || !unicode.IsUpper(first) || len(above) > mostWords ||
		strings.ContainsAny(t.units[k].Segment.Text(), ":@0123456789") || lexicon.Salutation.Has(recognize.Fold(above[0])) {
		return false
	}
	for _, i := range one.Units {
		if textshape.HasLegalForm(t.units[i].Segment.Words) {
			return false
		}
	}
	return whole(above) || len(above) >= leastName && strings.HasSuffix(above[len(above)-1], ",")
}

// addBelow adds the line that a unit opens to the name above, if it carries that on.
func (t *finder) addBelow(one *Run, k int, c tag.Class, used []bool) bool {
	last := one.Units[len(one.Units)-1]
	switch {
	case t.carriesOn(k, last) && t.probability(k, c) >= leastWrapped:
		one.Units, used[k] = append(one.Units, k), true
		if k++; k < len(t.units) && !used[k] && t.units[k].Segment == t.units[k-1].Segment && textshape.OnlyLegalForm(t.words(k)) {
			one.Units, used[k] = append(one.Units, k), true // "Torres da" / "Mata, Lda."
		}
	case t.brokenBefore(t.lineEnd(last), k):
		if last < t.lineEnd(last) {
			one.Units = append(one.Units, t.lineFrom(last+1, used)...) // what stands behind a comma
		}
		one.Units = append(one.Units, t.lineFrom(k, used)...)
	default:
		return false
	}
	return true
}

// lineFrom uses the units of a line from one on, which a name begins with.
func (t *finder) lineFrom(k int, used []bool) (units []int) {
	for i := k; i <= t.lineEnd(k) && !used[i] && !textshape.TitleLine(t.words(i)); i++ {
		units, used[i] = append(units, i), true
	}
	return units
}

// carriesOn reports whether a unit that opens a line carries on the name whose last unit
// stands above: that ends open, or the line begins with an ampersand or a quotation, or is
// nothing but the legal form that the name lacks.
func (t *finder) carriesOn(k, last int) bool {
	upper, lower := t.words(last), t.units[k].Segment.Words
	formed := textshape.HasLegalForm(t.units[last].Segment.Words)
	return textshape.EndsOpen(upper) || opensJoined(lower) || textshape.OnlyLegalForm(lower) && !formed || quoted(lower) && !formed
}

// opensJoined reports whether a line begins with what joins it to the line above.
func opensJoined(words []string) bool { return words[0] == "&" || words[0] == "+" }

// quoted reports whether a line begins with a quotation, as the proper name of a society does
// below what sort of society it is.
func quoted(words []string) bool {
	return strings.HasPrefix(words[0], "„") || strings.HasPrefix(words[0], "«") || strings.HasPrefix(words[0], "“")
}

// brokenBefore reports whether a long name of several parts is broken at the end of its line,
// before its last words and its legal form: "Marlow, Hollis and Partners" over "Solicitors LLP".
// Who is no more than one person has no such name, and a company below is another one where its
// name is the longer.
func (t *finder) brokenBefore(upper, lower int) bool {
	const mostBelow = 3 // words
	a, b := t.units[upper].Segment, t.units[lower].Segment
	if t.units[lower].First > 0 || t.units[upper].Last < len(a.Words)-1 || len(a.Words) < longName ||
		len(b.Words) > mostBelow || a.Box.X1 < b.Box.X1 {
		return false
	}
	if textshape.HasLegalForm(a.Words) || !textshape.HasLegalForm(b.Words) || recognize.CountDigits(a.Text()) > 0 {
		return false
	}
	several := slices.ContainsFunc(a.Words[:len(a.Words)-1], func(w string) bool {
		return opensJoined([]string{w}) || lexicon.Joining.Has(recognize.Fold(w))
	})
	first := recognize.Fold(a.Words[0])
	return several && !lexicon.Salutation.Has(first) && !lexicon.Department.Has(recognize.Fold(a.Text()))
}

// completeApart adds the rest of a long name in a letterhead, which wraps before its legal
// form: both lines have one print, larger or bolder than what stands below.
func (t *finder) completeApart(one *Run, c tag.Class, used []bool) {
	last := one.Units[len(one.Units)-1]
	upper := t.units[last].Segment
	k := t.lineAt(one, 1, used)
	if k < 0 || t.probability(k, c) < leastContinue || t.units[one.Units[0]].First > 0 || len(upper.Words) < longName {
		return
	}
	lower := t.units[k].Segment
	if textshape.HasLegalForm(upper.Words) || !textshape.HasLegalForm(lower.Words) || upper.Box.X1 < lower.Box.X1 ||
		!t.setApart(last, k) || recognize.CountDigits(upper.Text()+lower.Text()) > 0 {
		return
	}
	for i := last + 1; i < len(t.units) && (i <= k || t.units[i].Segment == lower); i++ {
		in := t.units[i].Segment == upper || t.units[i].Segment == lower
		if in && !used[i] && !t.noName(i, c) {
			one.Units, used[i] = append(one.Units, i), true
		}
	}
}

// longName is how many words a line of a name has at least that may wrap at its end.
const longName = 4

// setApart reports whether the lines of two units are of one print, and what stands below them
// is smaller or lighter.
func (t *finder) setApart(upper, lower int) bool {
	k := t.aligned(lower, 1)
	if k < 0 {
		return false
	}
	a, b, c := &t.units[upper].Segment.Tokens[0], &t.units[lower].Segment.Tokens[0], &t.units[k].Segment.Tokens[0]
	if a.Bold != b.Bold || math.Abs(a.Size-b.Size) > 0.05*a.Size {
		return false
	}
	return b.Bold && !c.Bold || c.Size < 0.9*b.Size
}

// goesOn reports whether the line of a unit does so in the one below: it ends open, or
// what follows is hardly more than a legal form, or cannot begin a name.
func (t *finder) goesOn(upper, lower int, c tag.Class) bool {
	above := t.units[upper].Segment.Words[t.units[upper].First:]
	below := t.words(lower)
	if textshape.EndsOpen(t.words(upper)) || opensJoined(below) || opensSmall(below) && !opensSmall(above) ||
		textshape.OnlyLegalForm(below) && !textshape.HasLegalForm(above) || t.brokenBefore(t.lineEnd(upper), lower) {
		return true
	}
	const (
		leastAbove = 0.05
		shortName  = 2 // words
	)
	words := t.words(lower)
	return textshape.HasLegalForm(words) && len(words) <= shortName && !textshape.HasLegalForm(t.words(upper)) &&
		t.probability(upper, c) >= leastAbove && !strings.HasSuffix(t.units[upper].Text(), ":")
}

// lineEnd returns the last unit of a unit's line.
func (t *finder) lineEnd(k int) int {
	for k+1 < len(t.units) && t.units[k+1].Segment == t.units[k].Segment {
		k++
	}
	return k
}

// opensSmall reports whether the first of some words begins with a small letter, and is a word:
// what opens a name is written large, but for abbreviations such as "c/o".
func opensSmall(words []string) bool {
	const leastWord = 2 // letters
	first := []rune(words[0])
	if len(first) < leastWord || !unicode.IsLower(first[0]) || len(words) < 2 {
		return false
	}
	sign := func(c rune) bool { return !unicode.IsLetter(c) && !strings.ContainsRune("'’-", c) }
	return !strings.ContainsFunc(words[0], sign) && !lexicon.PartyAside.Has(recognize.Fold(words[0]))
}

// completeTown adds the line in which the town of an address goes on: behind a post code
// that ends its line, or a name that is not at its end.
func (t *finder) completeTown(one *Run, c tag.Class, used []bool) {
	last := &t.units[one.Units[len(one.Units)-1]]
	words, ended := last.Words(), last.Last == len(last.Segment.Words)-1
	// what follows an open line is the rest, whatever the tags say
	open := textshape.EndsOpen(words) || textshape.OpensTown(words) || ended && textshape.AddressOpen(words)
	k := t.lineAt(one, 1, used)
	if k < 0 {
		k = t.lineBack(one, used)
	}
	if k < 0 || t.probability(k, c) < leastWrapped && !open {
		return
	}
	if textshape.Halves(words, t.words(k)) {
		one.Units, used[k] = append(one.Units, k), true
		return
	}
	code := words[len(words)-1:]
	ends := textshape.PostalLine(code) || len(words) == 1 && textshape.PostCode(code[0])
	if !open && (recognize.CountDigits(code[0]) == 0 || !ends) {
		return
	}
	if best := t.units[k].Best(); best != tag.Other && !Addresses(best) {
		return
	}
	if next := t.words(k); textshape.TownWords(next) && len(next) <= mostTownWords {
		one.Units, used[k] = append(one.Units, k), true
	}
}

// completeProvince adds the line below post code and town that names their province, or what ends
// their line, which the tags hold for a word like any other.
func (t *finder) completeProvince(one *Run, used []bool) {
	last := one.Units[len(one.Units)-1]
	if k := last + 1; k < len(t.units) && !used[k] && t.units[k].Segment == t.units[last].Segment &&
		t.units[k].Last == len(t.units[k].Segment.Words)-1 && textshape.Province(t.words(k), t.words(last)) {
		one.Units, used[k] = append(one.Units, k), true
		return
	}
	k := t.lineAt(one, 1, used)
	if k >= 0 && textshape.Province(t.units[k].Segment.Words, t.words(t.lineStart(one))) {
		one.Units, used[k] = append(one.Units, k), true
	}
}

// lineBack returns the line close below to whose left edge a run goes back that ends at the
// end of its line: a line that holds a name and a street may wrap before the town; -1 for none.
func (t *finder) lineBack(one *Run, used []bool) int {
	last := one.Units[len(one.Units)-1]
	first := last
	for first > 0 && t.units[first-1].Segment == t.units[last].Segment {
		first--
	}
	if t.units[last].Last < len(t.units[last].Segment.Words)-1 {
		return none
	}
	return t.lineAt(&Run{Units: []int{first}}, 1, used)
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
