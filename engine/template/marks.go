package template

import "slices"

// Bounds of what a page is compared by.
const (
	MaxLabels = 40
	MaxBlocks = 32
)

// Marks are where things stand on the first page, in thousandths of it: they tell
// whether a page is of a layout, where Keys find the layouts that it may be of.
type Marks struct {
	// Labels are what is announced on the page: a hash of that, and the left and
	// the right edge of the words; MaxLabels at most.
	Labels [][3]int `json:"labels,omitempty"`
	// Blocks are where lines start in the head and the foot: left edge, right edge,
	// middle of the line from the top; MaxBlocks at most.
	Blocks [][3]int `json:"blocks,omitempty"`
}

// MinLikeness is the likeness below which a page is not of a layout.
const MinLikeness = .5

// Likeness is how far two pages are of one layout, between 0 and 1: the mean of
// the similarity of their keys, of how far what is announced on them has the same order,
// of the share of labels on both that stand at the same edge, and of the share of blocks
// that start at the same place. Four equal parts, for a design that differs from another
// in one of them alone is rare; the order alone stays where columns are as wide as what
// is in them and a logo moves all that is below it. Pages
// of one vendor that share many keys are of one layout in any case. Where one of the
// pages has no marks, keys tell alone.
func (f Fingerprint) Likeness(o Fingerprint) float64 {
	const (
		parts = 4
		alike = .4 // similarity of keys from which they do alone
	)
	keys := f.Similarity(o)
	switch {
	case keys == 0:
		return 0
	case f.Marks == nil || o.Marks == nil:
		likeness := min(keys+MinLikeness-alike, 1)
		if f.Marks == nil && o.Marks == nil && keys >= MinSimilarity && f.SharesVendor(o) {
			return max(likeness, MinLikeness)
		}
		return likeness
	}
	labels, blocks := labelsInPlace(f.Marks.Labels, o.Marks.Labels), blocksInPlace(f.Marks.Blocks, o.Marks.Blocks)
	likeness := (keys + inOrder(f.Marks.Labels, o.Marks.Labels) + labels + blocks) / parts
	if keys >= alike && f.SharesVendor(o) {
		return max(likeness, MinLikeness)
	}
	return likeness
}

// Likeness is how far a page is like the one of the layout's lessons that it is
// most like.
func (l Layout) Likeness(f Fingerprint) float64 {
	most := 0.0
	for i := range l.Lessons {
		most = max(most, f.Likeness(l.Lessons[i].Fingerprint))
	}
	return most
}

// inOrder is how far two pages announce the same in the same order: twice the length of the
// longest common subsequence by the number of all labels. It is 0 where there are none.
func inOrder(a, b [][3]int) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	longest := make([]int, len(b)+1) // for the labels of a so far, by those of b
	for _, l := range a {
		before := 0 // of the labels of a before this one, and of b before the next
		for i, o := range b {
			above := longest[i+1]
			if l[0] == o[0] {
				longest[i+1] = before + 1
			} else {
				longest[i+1] = max(above, longest[i])
			}
			before = above
		}
	}
	return 2 * float64(longest[len(b)]) / float64(len(a)+len(b))
}

// labelsInPlace is the share of the labels of both that share an edge.
func labelsInPlace(a, b [][3]int) float64 {
	shared, inPlace := 0, 0
	used := make([]bool, len(b))
	for _, l := range a {
		best, near := -1, false
		for i, o := range b {
			if used[i] || o[0] != l[0] {
				continue
			}
			if at := edges(l[1], l[2], o[1], o[2]) <= reachMark; best < 0 || at && !near {
				best, near = i, at
			}
		}
		if best < 0 {
			continue
		}
		used[best] = true
		if shared++; near {
			inPlace++
		}
	}
	return float64(inPlace) / float64(max(shared, 1))
}

// blocksInPlace is the share of the blocks of either for which the other has one
// at the same place.
func blocksInPlace(a, b [][3]int) float64 {
	has := func(all [][3]int, p [3]int) bool {
		return slices.ContainsFunc(all, func(o [3]int) bool {
			return edges(p[0], p[1], o[0], o[1]) <= reachMark && distance(p[2], o[2]) <= reachLine
		})
	}
	n := 0
	for _, p := range a {
		if has(b, p) {
			n++
		}
	}
	for _, p := range b {
		if has(a, p) {
			n++
		}
	}
	return float64(n) / float64(max(len(a)+len(b), 1))
}

// Reach of marks, in thousandths of the page: lines may stand about one off.
const (
	reachMark = 12
	reachLine = 15
)
