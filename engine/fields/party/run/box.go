package run

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// "PO Box" looks like the label of a number, so that the tags part it from the number and
// hold neither for a piece of an address. Where the rest of the address is known, it is one.

// completeBox adds the post box that an address lacks: what stands before or behind its
// first unit in the line, and the line over the town.
func (t *finder) completeBox(one *Run, used []bool) {
	first := one.Units[0]
	if k := first - 1; k >= 0 && !used[k] && t.units[k].Segment == t.units[first].Segment && t.boxWord(k) {
		one.Units, used[k] = append([]int{k}, one.Units...), true
		return
	}
	if k := first - 1; k > 0 && !used[k] && !used[k-1] && t.units[k-1].Segment == t.units[first].Segment &&
		t.boxWord(k-1) && recognize.CountDigits(t.units[k].Text()) > 0 {
		one.Units, used[k-1], used[k] = append([]int{k - 1, k}, one.Units...), true, true
		return
	}
	if k := t.boxOver(first); k >= 0 && !used[k] {
		units := []int{}
		for i := k; i < first && t.units[i].Segment == t.units[k].Segment; i++ {
			units, used[i] = append(units, i), true
		}
		one.Units = append(units, one.Units...)
	}
	for i := 0; i < len(one.Units); i++ {
		k := one.Units[i] + 1
		if k < len(t.units) && !used[k] && t.units[k].Segment == t.units[k-1].Segment && t.boxWord(k-1) &&
			recognize.CountDigits(t.units[k].Text()) > 0 {
			one.Units, used[k] = append(one.Units[:i+1:i+1], append([]int{k}, one.Units[i+1:]...)...), true
		}
		if b := one.Units[i] - 1; b >= 0 && !used[b] && t.units[b].Segment == t.units[b+1].Segment && t.boxWord(b) {
			one.Units, used[b] = slices.Insert(one.Units, i, b), true
		}
	}
}

// boxWord reports whether a unit is the word before the number of a post box.
func (t *finder) boxWord(k int) bool {
	return lexicon.PostBox.Has(recognize.Fold(t.units[k].Text()))
}

// boxOver returns the first unit of the line close over another, with its left or its right
// edge, that is a post box with its number; -1 for none.
func (t *finder) boxOver(at int) int {
	cur := t.units[at].Segment
	for k := at - 1; k >= 0; k-- {
		s := t.units[k].Segment
		if s.Page != cur.Page || cur.Box.Y0-s.Box.Y1 > mostBetween*cur.Height() {
			return none
		}
		left, right := math.Abs(s.Box.X0-cur.Box.X0), math.Abs(s.Box.X1-cur.Box.X1)
		if s.Row != cur.Row && t.units[k].First == 0 && min(left, right) < 0.6*cur.Height() {
			if boxLine(s) {
				return k
			}
			return none
		}
	}
	return none
}

// boxLine reports whether a line is a post box and its number, and nothing else.
func boxLine(s *layout.Segment) bool {
	const mostWords = 3 // of the box itself
	for n := 1; n <= min(mostWords, len(s.Words)-1); n++ {
		word, number := strings.Join(s.Words[:n], " "), recognize.Compact(strings.Join(s.Words[n:], ""))
		if lexicon.PostBox.Has(recognize.Fold(word)) && number != "" && recognize.CountDigits(number) == len(number) {
			return true
		}
	}
	return false
}
