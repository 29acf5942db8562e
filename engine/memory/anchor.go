package memory

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Anchor is a way to a field's value, with how often it held.
type Anchor struct {
	Text string // as lessons spell it; see package recall
	// Held counts the lessons in which it led to the value, Contradicted those
	// in which its label stood on the page and led elsewhere.
	Held, Contradicted int
	// Lesson is the newest that it comes from, an index of Layout.Lessons; Rank
	// its place among that lesson's anchors of the field.
	Lesson, Rank int
}

// Label returns the hash of the label that an anchor starts from; false for one
// that starts from a place.
func Label(anchor string) (uint32, bool) {
	_, after, ok := strings.Cut(anchor, "#")
	if !ok {
		return 0, false
	}
	text, _, _ := strings.Cut(after, "/")
	label, err := strconv.ParseUint(text, 36, 32)
	return uint32(label), err == nil
}

// Anchors returns the anchors of a field that still count, the surest first.
// One counts while it held in more lessons than it was contradicted in.
func (l Layout) Anchors(field string) []Anchor {
	all := map[string]*Anchor{}
	var order []string
	for i := range l.Lessons {
		t := l.Lessons[i].Field(field)
		if t == nil {
			continue
		}
		for rank, text := range t.Anchors {
			if all[text] == nil {
				all[text] = &Anchor{Text: text, Lesson: i, Rank: rank}
				order = append(order, text)
			}
			all[text].Held++
		}
	}
	var anchors []Anchor
	for _, text := range order {
		a := all[text]
		for i := range l.Lessons {
			if l.Lessons[i].contradicts(field, text) {
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

// Field returns what the lesson says of a field, nil for nothing.
func (l *Lesson) Field(name string) *Taught {
	for i := range l.Fields {
		if l.Fields[i].Name == name {
			return &l.Fields[i]
		}
	}
	return nil
}

// contradicts reports whether an anchor's label stands on the lesson's page
// without leading to the field's value. An anchor of a place is contradicted
// where the value stands elsewhere.
func (l *Lesson) contradicts(field, anchor string) bool {
	t := l.Field(field)
	if t == nil || slices.Contains(t.Anchors, anchor) {
		return false
	}
	label, ok := Label(anchor)
	if !ok {
		return true
	}
	_, seen := slices.BinarySearch(l.Labels, label)
	return seen
}
