package template

import (
	"strconv"
	"strings"
)

// Place is where a block of lines starts, in thousandths of its page: its left
// and right edge, and the middle of its first line. An Ordered one is told by its
// order among what stands in its row, from 0 at the left, which is X0 and X1:
// columns of some designs are as wide as what is in them. A Counted one is told by how
// many blocks at its edges stand above it, which is Y: what a logo above is tall moves it.
type Place struct {
	Page, X0, X1, Y  int
	Ordered, Counted bool
}

// Reach of a place, in thousandths of the page: print is shifted and turned
// where it was scanned, and blocks begin a line later where one above is longer.
const (
	reachX = 14
	reachY = 22
)

// ParsePlace reads "@PAGE.X0.X1.Y" and, of an ordered place, "%PAGE.ORDER.ORDER.Y", of a
// counted one "^PAGE.X0.X1.COUNT".
func ParsePlace(text string) (Place, bool) {
	if !Placed(text) {
		return Place{}, false
	}
	parts := strings.Split(text[1:], ".")
	if len(parts) != 4 {
		return Place{}, false
	}
	var n [4]int
	for i, part := range parts {
		var err error
		if n[i], err = strconv.Atoi(part); err != nil || n[i] < -thousands || n[i] > 2*thousands {
			return Place{}, false
		}
	}
	p := Place{Page: n[0], X0: n[1], X1: n[2], Y: n[3]}
	p.Ordered, p.Counted = ordered(text), Counted(text)
	return p, true
}

// Placed reports whether an anchor starts from a place, not from a label.
func Placed(anchor string) bool { return strings.HasPrefix(anchor, "@") || Loose(anchor) }

// Loose reports whether an anchor starts from an ordered place or a counted one, which say
// less than a place does.
func Loose(anchor string) bool { return ordered(anchor) || Counted(anchor) }

func ordered(anchor string) bool { return strings.HasPrefix(anchor, "%") }

// Counted reports whether an anchor starts from a counted place.
func Counted(anchor string) bool { return strings.HasPrefix(anchor, "^") }

// thousands bounds places: print may reach a little beyond its page.
const thousands = 1000

// Distance is how far off another place is; false where it is another. Lines of
// other lengths share the left edge, or the right one, or the middle.
func (p Place) Distance(o Place) (int, bool) {
	x := edges(p.X0, p.X1, o.X0, o.X1)
	y := distance(p.Y, o.Y)
	switch {
	case p.Ordered != o.Ordered, p.Counted != o.Counted, p.Ordered && x > 0, p.Counted && y > 0:
		return 0, false
	}
	return x + y, p.Page == o.Page && x <= reachX && y <= reachY
}

// SharesEdge reports whether lines of two spans start or end at one edge, or have one middle.
func (p Place) SharesEdge(x0, x1 int) bool { return edges(p.X0, p.X1, x0, x1) <= reachX }

// edges is how far apart two spans are at the left, at the right or in the middle,
// whichever is the least.
func edges(a0, a1, b0, b1 int) int {
	return min(distance(a0, b0), distance(a1, b1), distance((a0+a1)/2, (b0+b1)/2))
}

func distance(a, b int) int { return max(a-b, b-a) }

// alike reports whether two anchors are the same way: of places, and of one of several
// labels, by their reach.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	if label, x, way, ok := Beside(a); ok {
		other, o, otherWay, ok := Beside(b)
		return ok && label == other && way == otherWay && Near(x, o)
	}
	if !Placed(a) || !Placed(b) {
		return false
	}
	base, way, _ := strings.Cut(a, "/")
	other, otherWay, _ := strings.Cut(b, "/")
	p, ok1 := ParsePlace(base)
	q, ok2 := ParsePlace(other)
	if !ok1 || !ok2 || way != otherWay {
		return false
	}
	_, near := p.Distance(q)
	return near
}
