package template

import (
	"maps"
	"slices"
)

// Template is a template: the examples of one layout.
type Template struct {
	ID          string      `json:"id"`
	Version     int64       `json:"version"`
	Fingerprint Fingerprint `json:"fingerprint"`
	// Examples are the newest examples, at most MaxExamples, one per document, the newest first.
	Examples []Example `json:"lessons"`
}

// New makes a template from examples in any order. It drops empty examples, other versions, and all but the newest
// example of a document.
func New(id string, version int64, examples []Example) Template {
	sorted := slices.SortedFunc(slices.Values(examples), compareNewest)
	kept, seen := []Example{}, map[string]bool{}
	for i := range sorted {
		l := &sorted[i]
		if l.Empty() || l.Version != Version || seen[l.Document] || len(kept) == MaxExamples {
			continue
		}
		seen[l.Document] = true
		kept = append(kept, *l)
	}
	return Template{ID: id, Version: version, Fingerprint: commonFingerprint(kept), Examples: kept}
}

// Empty reports whether the template has no examples and can be deleted.
func (l Template) Empty() bool { return len(l.Examples) == 0 }

// SharesVendor reports whether a page has an identifier of the vendor of any example.
func (l Template) SharesVendor(f Fingerprint) bool {
	for i := range l.Examples {
		if l.Examples[i].Fingerprint.SharesVendor(f) {
			return true
		}
	}
	return false
}

// Vendor is the name for display, from most examples; "" if unknown.
func (l Template) Vendor() string {
	names := map[string]int{}
	for i := range l.Examples {
		if name := l.Examples[i].Vendor; name != "" {
			names[name]++
		}
	}
	if best := mostFrequent(names, 1); len(best) > 0 {
		return best[0]
	}
	return ""
}

// Reliability counts how often the template was right in a field.
type Reliability struct {
	Name string `json:"name"`
	// Held counts the examples in which the field's best anchor led to the value, Contradicted those in which it led
	// elsewhere.
	Held         int `json:"held"`
	Contradicted int `json:"contradicted"`
}

// Fields returns the standing of each field, by name.
func (l Template) Fields() []Reliability {
	best := map[string]Reliability{}
	for i := range l.Examples {
		for k := range l.Examples[i].Fields {
			name := l.Examples[i].Fields[k].Name
			if _, done := best[name]; done {
				continue
			}
			s := Reliability{Name: name}
			if anchors := l.Anchors(name); len(anchors) > 0 {
				s.Held, s.Contradicted = anchors[0].Held, anchors[0].Contradicted
			}
			best[name] = s
		}
	}
	standings := make([]Reliability, 0, len(best))
	for _, name := range slices.Sorted(maps.Keys(best)) {
		standings = append(standings, best[name])
	}
	return standings
}
