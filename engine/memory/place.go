package memory

import (
	"strconv"
	"strings"
)

// Place is where a block of lines starts, in thousandths of its page: its left
// and right edge, and the middle of its first line.
type Place struct{ Page, X0, X1, Y int }

// Reach of a place, in thousandths of the page: print is shifted and turned
// where it was scanned, and blocks begin a line later where one above is longer.
const (
	reachX = 14
	reachY = 22
)

// ParsePlace reads "@PAGE.X0.X1.Y".
func ParsePlace(text string) (Place, bool) {
	numbers, ok := strings.CutPrefix(text, "@")
	parts := strings.Split(numbers, ".")
	if !ok || len(parts) != 4 {
		return Place{}, false
	}
	var n [4]int
	for i, part := range parts {
		var err error
		if n[i], err = strconv.Atoi(part); err != nil || n[i] < -thousands || n[i] > 2*thousands {
			return Place{}, false
		}
	}
	return Place{n[0], n[1], n[2], n[3]}, true
}

// thousands bounds places: print may reach a little beyond its page.
const thousands = 1000

// Distance is how far off another place is; false where it is another. Lines of
// other lengths share the left edge, or the right one, or the middle.
func (p Place) Distance(o Place) (int, bool) {
	x := min(distance(p.X0, o.X0), distance(p.X1, o.X1), distance((p.X0+p.X1)/2, (o.X0+o.X1)/2))
	y := distance(p.Y, o.Y)
	return x + y, p.Page == o.Page && x <= reachX && y <= reachY
}

func distance(a, b int) int { return max(a-b, b-a) }

// alike reports whether two anchors are the same way: of places by their reach.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.HasPrefix(a, "@") || !strings.HasPrefix(b, "@") {
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
