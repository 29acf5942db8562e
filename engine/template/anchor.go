package template

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Anchor is a rule that locates a field's value, with its success count.
type Anchor struct {
	Text string // as in the examples; see package match
	// Held counts the examples in which it led to the value, Contradicted those whose page has its label but in which
	// it led elsewhere.
	Held, Contradicted int
	// Example is the index in Template.Examples of the newest example with it; Rank is its position among that example's
	// anchors of the field.
	Example, Rank int
}

// Label returns the hash of the label that an anchor starts from; false if it starts from a place.
func Label(anchor string) (uint32, bool) {
	_, after, ok := strings.Cut(anchor, "#")
	if !ok {
		return 0, false
	}
	text, _, _ := strings.Cut(after, "/")
	text, _, _ = strings.Cut(text, "~")
	label, err := strconv.ParseUint(text, 36, 32)
	return uint32(label), err == nil
}

// SplitAtEdge splits an anchor "i#HASH~X/OFFSET" that selects one of several equal labels by its left edge X, in
// thousandths of the page width. It returns false for other anchors.
func SplitAtEdge(anchor string) (label string, x int, offset string, ok bool) {
	base, offset, _ := strings.Cut(anchor, "/")
	label, edge, ok := strings.Cut(base, "~")
	if !ok {
		return "", 0, "", false
	}
	x, err := strconv.Atoi(edge)
	return label, x, offset, err == nil
}

// IsSameEdge reports whether two left edges, in thousandths of the page width, are equal within the tolerance for
// shifted and skewed scans.
func IsSameEdge(x, o int) bool { return distance(x, o) <= toleranceX }

// Anchors returns the valid anchors of a field, the most reliable first. An anchor is valid if it held more often
// than it was contradicted.
func (l Template) Anchors(field string) []Anchor {
	var all []*Anchor
	for i := range l.Examples {
		t := l.Examples[i].Field(field)
		if t == nil {
			continue
		}
		for rank, text := range t.Anchors {
			if !slices.ContainsFunc(all, func(a *Anchor) bool { return sameAnchor(a.Text, text) }) {
				all = append(all, &Anchor{Text: text, Example: i, Rank: rank})
			}
		}
	}
	var anchors []Anchor
	for _, a := range all {
		for i := range l.Examples {
			switch held, known := l.Examples[i].leadsToValue(field, a.Text); {
			case held:
				a.Held++
			case known:
				a.Contradicted++
			}
		}
		if a.Held > a.Contradicted {
			anchors = append(anchors, *a)
		}
	}
	slices.SortStableFunc(anchors, func(a, b Anchor) int {
		return cmp.Or(cmp.Compare(b.Held-b.Contradicted, a.Held-a.Contradicted), cmp.Compare(a.Rank, b.Rank),
			cmp.Compare(a.Example, b.Example))
	})
	return anchors
}

// Field returns the example's entry for a field, or nil.
func (l *Example) Field(name string) *ExampleField {
	for i := range l.Fields {
		if l.Fields[i].Name == name {
			return &l.Fields[i]
		}
	}
	return nil
}

// leadsToValue reports whether an anchor leads to the field's value on the example's page, and whether that is known:
// the
// page must have the label, and the example the field.
func (l *Example) leadsToValue(field, anchor string) (held, known bool) {
	t := l.Field(field)
	if t == nil {
		return false, false
	}
	if slices.ContainsFunc(t.Anchors, func(a string) bool { return sameAnchor(a, anchor) }) {
		return true, true
	}
	if label, _, offset, ok := SplitAtEdge(anchor); ok { // the page may have the label only once
		return false, slices.ContainsFunc(t.Anchors, func(a string) bool {
			other, _, otherOffset, ok := SplitAtEdge(a)
			return ok && other == label && otherOffset == offset
		})
	}
	if label, ok := Label(anchor); ok {
		_, seen := slices.BinarySearch(l.Labels, label)
		return false, seen
	}
	return false, true
}

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
