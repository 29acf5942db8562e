// Package rows joins words into visual rows.
package rows

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"golang.org/x/text/unicode/bidi"
)

// Group joins the words of each visual row to a line, from the top of the page to the bottom and, within a
// line, in reading order: left to right, or right to left if most of the words are in such a script. A wide
// gap does not end a row, because later layers detect columns. Hidden and visible words never share a line.
func Group(words []document.Word) []document.Line {
	g := gathering{order: orderOf(words), sorted: make([]document.Word, 0, len(words))}
	isHidden := func(w document.Word) bool { return w.Hidden }
	if !slices.ContainsFunc(words, isHidden) {
		g.add(words)
	} else {
		var shown, hidden []document.Word
		for _, w := range words {
			if w.Hidden {
				hidden = append(hidden, w)
			} else {
				shown = append(shown, w)
			}
		}
		g.add(shown)
		g.add(hidden)
	}
	Sort(g.lines)
	return g.lines
}

// gathering collects lines.
type gathering struct {
	order  order
	sorted []document.Word // of all lines, with room for all
	lines  []document.Line
}

func (g *gathering) add(layer []document.Word) {
	if len(layer) == 0 {
		return
	}
	boxes := make([]document.Box, len(layer))
	for i := range layer {
		boxes[i] = layer[i].Box
	}
	rows := Indexes(boxes)
	g.lines = slices.Grow(g.lines, len(rows))
	for _, row := range rows {
		first := len(g.sorted)
		for _, k := range row {
			g.sorted = append(g.sorted, layer[k])
		}
		g.lines = append(g.lines, lineOf(g.sorted[first:len(g.sorted):len(g.sorted)], g.order))
	}
}

// lineOf returns a line of words ordered from left to right.
func lineOf(words []document.Word, order order) document.Line {
	var box document.Box
	for i := range words {
		box = box.Union(words[i].Box)
	}
	order.arrange(words)
	return document.Line{Words: words, Box: box}
}

// Sort orders lines from the top of the page to the bottom.
func Sort(lines []document.Line) {
	slices.SortStableFunc(lines, func(a, b document.Line) int {
		return cmp.Or(cmp.Compare(a.Box.CenterY(), b.Box.CenterY()), cmp.Compare(a.Box.X0, b.Box.X0))
	})
}

// Indexes groups boxes into rows: indexes into boxes from left to right, the rows in no particular order.
//
// It compares each box with the row's last one to its left, so that rows with a slope of a degree or two
// stay together.
func Indexes(boxes []document.Box) [][]int {
	order := make([]int, len(boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch ax, bx := boxes[a].X0, boxes[b].X0; {
		case ax < bx:
			return -1
		case ax > bx:
			return 1
		}
		return a - b
	})
	g := grouper{boxes: boxes}
	for _, i := range order {
		g.add(i)
	}
	return g.rows
}

// grouper stores the rows by the height of their last box, so that a page of many rows needs no linear
// search.
type grouper struct {
	boxes   []document.Box
	rows    [][]int
	buckets [3 * bucketsPerPage][]int // row numbers by bucket of the last box's middle
}

// bucketsPerPage is finer than the rows of ordinary pages.
const bucketsPerPage = 256

// maxHeight bounds the buckets that a huge box searches.
const maxHeight = 0.25

// bucket of a height from one page above the page to one below it.
func bucket(y float64) int {
	return min(max(int((y+1)*bucketsPerPage), 0), 3*bucketsPerPage-1)
}

func (g *grouper) add(i int) {
	box := g.boxes[i]
	// Beyond half a height no center can match; see distance.
	reach := min(box.Height(), maxHeight) * 0.75
	best, bestDistance := -1, math.Inf(1)
	for k := bucket(box.CenterY() - reach); k <= bucket(box.CenterY()+reach); k++ {
		for _, row := range g.buckets[k] {
			if d := distance(g.last(row), box); d < bestDistance || (d == bestDistance && row < best) {
				best, bestDistance = row, d
			}
		}
	}
	if best < 0 {
		best = len(g.rows)
		g.rows = append(g.rows, nil)
	} else {
		g.forget(best)
	}
	g.rows[best] = append(g.rows[best], i)
	k := bucket(box.CenterY())
	g.buckets[k] = append(g.buckets[k], best)
}

func (g *grouper) forget(row int) {
	k := bucket(g.last(row).CenterY())
	g.buckets[k] = slices.DeleteFunc(g.buckets[k], func(r int) bool { return r == row })
}

func (g *grouper) last(row int) document.Box {
	members := g.rows[row]
	return g.boxes[members[len(members)-1]]
}

// distance is the distance of two boxes on one row, or +Inf: their centers must be within half the smaller
// height, or their baselines (about a fifth above the bottom) within a quarter of it.
func distance(a, b document.Box) float64 {
	smaller := min(a.Height(), b.Height())
	middle := math.Abs(a.CenterY() - b.CenterY())
	baseline := math.Abs((a.Y1 - a.Height()/5) - (b.Y1 - b.Height()/5))
	if middle < smaller/2 || baseline < smaller/4 {
		return min(middle, baseline)
	}
	return math.Inf(1)
}

// order is the reading direction of a page's words.
type order uint8

const (
	leftToRight order = iota // no word is of a script that runs from right to left
	mostlyRight              // some are
	mostlyLeft               // most are
)

// orderOf counts letters instead of words, because there are many short product codes.
func orderOf(words []document.Word) order {
	left, right := 0, 0
	for i := range words {
		switch directionOf(words[i].Text) {
		case bidi.RightToLeft:
			left += len(words[i].Text)
		case bidi.LeftToRight:
			right += len(words[i].Text)
		}
	}
	switch {
	case left == 0:
		return leftToRight
	case left > right:
		return mostlyLeft
	}
	return mostlyRight
}

// directionOf a word is that of its first letter; Neutral for numbers and signs, which take the direction
// of their neighbors.
func directionOf(text string) bidi.Direction {
	const firstRightToLeft = 0x590 // Hebrew; see the blocks of Unicode
	for _, r := range text {
		if r >= firstRightToLeft {
			if p, _ := bidi.LookupRune(r); p.Class() == bidi.R || p.Class() == bidi.AL {
				return bidi.RightToLeft
			}
		}
		if unicode.IsLetter(r) {
			return bidi.LeftToRight
		}
	}
	return bidi.Neutral
}

// arrange reorders the words of a line from visual, left-to-right order to reading order: the inverse of
// the Unicode Bidirectional Algorithm (UAX #9) for whole words. Numbers within right-to-left text are
// separate words, read from left to right.
func (o order) arrange(words []document.Word) {
	switch o {
	case mostlyRight:
		for run := range runs(words, bidi.RightToLeft) {
			slices.Reverse(run)
		}
	case mostlyLeft:
		// "ACME Ltd 5" stays together; numbers left of a name are separate.
		for run := range runs(words, bidi.LeftToRight) {
			slices.Reverse(run)
		}
		slices.Reverse(words)
	}
}

// runs returns the longest runs of words of one direction, including neutral ones in between. A wide gap
// ends a run, because another column follows. Numbers to the right of a name belong to it.
func runs(words []document.Word, d bidi.Direction) iter.Seq[[]document.Word] {
	return func(yield func([]document.Word) bool) {
		for i := 0; i < len(words); i++ {
			if directionOf(words[i].Text) != d {
				continue
			}
			end := i + 1
			for k := end; k < len(words) && !parted(words[k-1], words[k]); k++ {
				found := directionOf(words[k].Text)
				if found != d && found != bidi.Neutral {
					break
				}
				if found == d || d == bidi.LeftToRight {
					end = k + 1
				}
			}
			if !yield(words[i:end]) {
				return
			}
			i = end - 1
		}
	}
}

func parted(a, b document.Word) bool {
	const wide = 1.5 // heights; of another page side, but pages are nearly square
	return b.Box.X0-a.Box.X1 > wide*max(a.Box.Height(), b.Box.Height())
}
