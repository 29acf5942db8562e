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
