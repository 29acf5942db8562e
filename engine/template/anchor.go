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
	// Lesson is the index in Layout.Lessons of the newest example with it; Rank is its position among that example's
	// anchors of the field.
	Lesson, Rank int
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

// Beside splits an anchor "i#HASH~X/WAY" that selects one of several equal labels by its left edge X, in thousandths
// of the page width. It returns false for other anchors.
func Beside(anchor string) (label string, x int, way string, ok bool) {
	base, way, _ := strings.Cut(anchor, "/")
	label, edge, ok := strings.Cut(base, "~")
	if !ok {
		return "", 0, "", false
	}
	x, err := strconv.Atoi(edge)
	return label, x, way, err == nil
}

// Near reports whether two left edges, in thousandths of the page width, are equal within the tolerance for shifted
// and skewed scans.
func Near(x, o int) bool { return distance(x, o) <= reachX }

// Anchors returns the valid anchors of a field, the most reliable first. An anchor is valid if it held more often
// than it was contradicted.
func (l Layout) Anchors(field string) []Anchor {
	var all []*Anchor
	for i := range l.Lessons {
		t := l.Lessons[i].Field(field)
		if t == nil {
			continue
		}
		for rank, text := range t.Anchors {
			if !slices.ContainsFunc(all, func(a *Anchor) bool { return alike(a.Text, text) }) {
				all = append(all, &Anchor{Text: text, Lesson: i, Rank: rank})
			}
		}
	}
	var anchors []Anchor
	for _, a := range all {
		for i := range l.Lessons {
			switch held, known := l.Lessons[i].holds(field, a.Text); {
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
			cmp.Compare(a.Lesson, b.Lesson))
	})
	return anchors
}

// Field returns the example's entry for a field, or nil.
func (l *Lesson) Field(name string) *Taught {
	for i := range l.Fields {
		if l.Fields[i].Name == name {
			return &l.Fields[i]
		}
	}
	return nil
}

// holds reports whether an anchor leads to the field's value on the example's page, and whether that is known: the
// page must have the label, and the example the field.
func (l *Lesson) holds(field, anchor string) (held, known bool) {
	t := l.Field(field)
	if t == nil {
		return false, false
	}
	if slices.ContainsFunc(t.Anchors, func(a string) bool { return alike(a, anchor) }) {
		return true, true
	}
	if label, _, way, ok := Beside(anchor); ok { // the page may have the label only once
		return false, slices.ContainsFunc(t.Anchors, func(a string) bool {
			other, _, otherWay, ok := Beside(a)
			return ok && other == label && otherWay == way
		})
	}
	if label, ok := Label(anchor); ok {
		_, seen := slices.BinarySearch(l.Labels, label)
		return false, seen
	}
	return false, true
}
