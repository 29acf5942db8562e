package template

import (
	"maps"
	"slices"
)

// Layout is a template: the examples of one layout.
type Layout struct {
	ID          string      `json:"id"`
	Version     int64       `json:"version"`
	Fingerprint Fingerprint `json:"fingerprint"`
	// Lessons are the newest examples, at most MaxLessons, one per document, the newest first.
	Lessons []Lesson `json:"lessons"`
}

// Fold makes a template from examples in any order. It drops empty examples, other versions, and all but the newest
// example of a document.
func Fold(id string, version int64, lessons []Lesson) Layout {
	sorted := slices.SortedFunc(slices.Values(lessons), newest)
	kept, seen := []Lesson{}, map[string]bool{}
	for i := range sorted {
		l := &sorted[i]
		if l.Empty() || l.Version != Version || seen[l.Document] || len(kept) == MaxLessons {
			continue
		}
		seen[l.Document] = true
		kept = append(kept, *l)
	}
	return Layout{ID: id, Version: version, Fingerprint: common(kept), Lessons: kept}
}

// Empty reports whether the template has no examples and can be deleted.
func (l Layout) Empty() bool { return len(l.Lessons) == 0 }

// SharesVendor reports whether a page has an identifier of the vendor of any example.
func (l Layout) SharesVendor(f Fingerprint) bool {
	for i := range l.Lessons {
		if l.Lessons[i].Fingerprint.SharesVendor(f) {
			return true
		}
	}
	return false
}

// Vendor is the name for display, from most examples; "" if unknown.
func (l Layout) Vendor() string {
	names := map[string]int{}
	for i := range l.Lessons {
		if name := l.Lessons[i].Vendor; name != "" {
			names[name]++
		}
	}
	if best := most(names, 1); len(best) > 0 {
		return best[0]
	}
	return ""
}

// Standing counts how often the template was right in a field.
type Standing struct {
	Name string `json:"name"`
	// Held counts the examples in which the field's best anchor led to the value, Contradicted those in which it led
	// elsewhere.
	Held         int `json:"held"`
	Contradicted int `json:"contradicted"`
}

// Fields returns the standing of each field, by name.
func (l Layout) Fields() []Standing {
	best := map[string]Standing{}
	for i := range l.Lessons {
		for k := range l.Lessons[i].Fields {
			name := l.Lessons[i].Fields[k].Name
			if _, done := best[name]; done {
				continue
			}
			s := Standing{Name: name}
			if anchors := l.Anchors(name); len(anchors) > 0 {
				s.Held, s.Contradicted = anchors[0].Held, anchors[0].Contradicted
			}
			best[name] = s
		}
	}
	standings := make([]Standing, 0, len(best))
	for _, name := range slices.Sorted(maps.Keys(best)) {
		standings = append(standings, best[name])
	}
	return standings
}
