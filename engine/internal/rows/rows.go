// Package rows joins words into visual rows.
package rows

import (
	"cmp"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document"
)

// Group joins words that stand on one visual row into lines, from the top of
// the page to the bottom and, within a line, in reading order: from left to
// right, or from right to left where most of the words are of a script that
// runs so. A wide gap does not end a row: telling columns apart is left to
// layers that know more. Words that the page does not show never share a line
// with words that it does.
func Group(words []document.Word) []document.Line {
	var lines []document.Line
	order := orderOf(words)
	for _, hidden := range []bool{false, true} {
		var layer []document.Word
		var boxes []document.Box
		for i := range words {
			if words[i].Hidden == hidden {
				layer = append(layer, words[i])
				boxes = append(boxes, words[i].Box)
			}
		}
		for _, row := range Indexes(boxes) {
			lines = append(lines, lineOf(pick(layer, row), order))
		}
	}
	Sort(lines)
	return lines
}

// lineOf makes a line of words that stand from left to right.
func lineOf(words []document.Word, order order) document.Line {
	var box document.Box
	for i := range words {
		box = box.Union(words[i].Box)
	}
	order.arrange(words)
	return document.Line{Words: words, Box: box}
}

func pick(words []document.Word, indexes []int) []document.Word {
	out := make([]document.Word, len(indexes))
	for i, k := range indexes {
		out[i] = words[k]
	}
	return out
}

// Sort orders lines from the top of the page to the bottom.
func Sort(lines []document.Line) {
	slices.SortStableFunc(lines, func(a, b document.Line) int {
		return cmp.Or(cmp.Compare(a.Box.CenterY(), b.Box.CenterY()), cmp.Compare(a.Box.X0, b.Box.X0))
	})
}

// Indexes groups boxes into rows; each row holds indexes into boxes from left
// to right, the rows themselves come in no particular order.
//
// Each box is compared with the row's last one to its left, so rows that lean
// by a degree or two hold together.
func Indexes(boxes []document.Box) [][]int {
	order := make([]int, len(boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(boxes[a].X0, boxes[b].X0) })
	g := grouper{boxes: boxes, buckets: make(map[int][]int)}
	for _, i := range order {
		g.add(i)
	}
	return g.rows
}

// grouper keeps the rows found so far by the height at which their last box
// stands, so that a page of many rows needs no search through all of them.
type grouper struct {
	boxes   []document.Box
	rows    [][]int
	buckets map[int][]int // row numbers by bucket of the last box's middle
}

// bucketsPerPage is finer than any row is high in a page of ordinary text.
const bucketsPerPage = 256

// maxHeight bounds how many buckets a huge box looks into.
const maxHeight = 0.25

func bucket(y float64) int { return int(math.Floor(min(max(y, -1), 2) * bucketsPerPage)) }

func (g *grouper) add(i int) {
	box := g.boxes[i]
	// Beyond half a height no middle can match; see distance.
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

// distance tells how far two boxes are from standing on one row, +Inf if they
// do not: their middles are within half the smaller height, or their baselines
// (about a fifth above the bottom) within a quarter of it.
func distance(a, b document.Box) float64 {
	smaller := min(a.Height(), b.Height())
	middle := math.Abs(a.CenterY() - b.CenterY())
	baseline := math.Abs((a.Y1 - a.Height()/5) - (b.Y1 - b.Height()/5))
	if middle < smaller/2 || baseline < smaller/4 {
		return min(middle, baseline)
	}
	return math.Inf(1)
}
