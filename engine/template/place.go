package template

import (
	"strconv"
	"strings"
)

// Place is where a block of lines starts, in thousandths of its page: left edge, right edge and center of its first
// line. For an Ordered place X0 and X1 are its index in the row, from 0 at the left, because columns of some designs
// are as wide as their content. For a Counted place Y is the number of blocks above it at the same edge, because the
// height of a logo shifts it.
type Place struct {
	Page, X0, X1, Y  int
	Ordered, Counted bool
}

// Tolerances in thousandths of the page, for shifted or skewed scans, and for one line more above.
const (
	toleranceX = 14
	toleranceY = 22
)

// ParsePlace parses "@PAGE.X0.X1.Y", an ordered place "%PAGE.ORDER.ORDER.Y", or a counted place "^PAGE.X0.X1.COUNT".
func ParsePlace(text string) (Place, bool) {
	if !IsPlaced(text) {
		return Place{}, false
	}
	parts := strings.Split(text[1:], ".")
	if len(parts) != 4 {
		return Place{}, false
	}
	var n [4]int
	for i, part := range parts {
		var err error
		if n[i], err = strconv.Atoi(part); err != nil || n[i] < -pageSize || n[i] > 2*pageSize {
			return Place{}, false
		}
	}
	p := Place{Page: n[0], X0: n[1], X1: n[2], Y: n[3]}
	p.Ordered, p.Counted = isOrdered(text), IsCounted(text)
	return p, true
}

// IsPlaced reports whether an anchor starts from a place instead of a label.
func IsPlaced(anchor string) bool { return strings.HasPrefix(anchor, "@") || IsLoose(anchor) }

// IsLoose reports whether an anchor starts from an ordered or counted place, which are less specific than a place.
func IsLoose(anchor string) bool { return isOrdered(anchor) || IsCounted(anchor) }

func isOrdered(anchor string) bool { return strings.HasPrefix(anchor, "%") }

// IsCounted reports whether an anchor starts from a counted place.
func IsCounted(anchor string) bool { return strings.HasPrefix(anchor, "^") }

// pageSize bounds places; print may extend a little beyond its page.
const pageSize = 1000

// Distance returns the distance of two places; false if they are different places. Lines of different lengths share
// the left edge, the right edge or the center.
func (p Place) Distance(o Place) (int, bool) {
	x := edgeDistance(p.X0, p.X1, o.X0, o.X1)
	y := distance(p.Y, o.Y)
	switch {
	case p.Ordered != o.Ordered, p.Counted != o.Counted, p.Ordered && x > 0, p.Counted && y > 0:
		return 0, false
	}
	return x + y, p.Page == o.Page && x <= toleranceX && y <= toleranceY
}

// SharesEdge reports whether two spans share the left edge, the right edge or the center.
func (p Place) SharesEdge(x0, x1 int) bool { return edgeDistance(p.X0, p.X1, x0, x1) <= toleranceX }

// edgeDistance is the smallest distance of the left edges, right edges or centers of two spans.
func edgeDistance(a0, a1, b0, b1 int) int {
	return min(distance(a0, b0), distance(a1, b1), distance((a0+a1)/2, (b0+b1)/2))
}

func distance(a, b int) int { return max(a-b, b-a) }

// sameAnchor reports whether two anchors are equal, within the tolerances of places and label edges.
func sameAnchor(a, b string) bool {
	if a == b {
		return true
	}
	if label, x, offset, ok := SplitAtEdge(a); ok {
		other, o, otherOffset, ok := SplitAtEdge(b)
		return ok && label == other && offset == otherOffset && IsSameEdge(x, o)
	}
	if !IsPlaced(a) || !IsPlaced(b) {
		return false
	}
	base, offset, _ := strings.Cut(a, "/")
	other, otherOffset, _ := strings.Cut(b, "/")
	p, ok1 := ParsePlace(base)
	q, ok2 := ParsePlace(other)
	if !ok1 || !ok2 || offset != otherOffset {
		return false
	}
	_, near := p.Distance(q)
	return near
}
