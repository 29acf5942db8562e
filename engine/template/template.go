package template

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// Template is a template: the examples of one layout.
type Template struct {
	ID          string      `json:"id"`
	Version     int64       `json:"version"`
	Fingerprint Fingerprint `json:"fingerprint"`
	// Examples are the newest examples, at most MaxExamples, one per document, the newest first.
	Examples []Example `json:"lessons"`
	// Saved is the type that the account saved for such documents; nil for none, and in stored templates.
	Saved *SavedType `json:"saved,omitempty"`
}

// SavedType is a version of a document type with a caller's schema.
type SavedType struct {
	Name    string          `json:"name"`
	Version int             `json:"version"`
	Schema  json.RawMessage `json:"schema"`
}

// MinSavedExamples is the number of examples from which documents of unknown type are read as the examples' saved type.
const MinSavedExamples = 2

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

// Version is the current version of examples. Examples of other versions are ignored.
const Version = 1

// Example is the data learned from one corrected, confirmed or reviewed document. Its JSON has at most
// MaxExampleBytes bytes. Its only texts from the page are the vendor's name and constants. Labels and places are
// hashes and numbers, which are compared and never run as patterns.
type Example struct {
	Version    int       `json:"version"`
	Document   string    `json:"document"`             // id of the document
	Correction int64     `json:"correction,omitempty"` // id of the newest correction, 0 for none
	At         time.Time `json:"at"`

	Fingerprint Fingerprint `json:"fingerprint"`
	// Type is the document type, Vendor the issuer's name; "" if unknown.
	Type   string `json:"type,omitempty"`
	Vendor string `json:"vendor,omitempty"`
	// Mistyped says that classification without a given type returns another type.
	Mistyped bool `json:"mistyped,omitempty"`
	// Labels are hashes of the labels on the page, ascending. They show whether an anchor's label was present when
	// the anchor did not lead to the value.
	Labels []uint32 `json:"labels,omitempty"`
	// Fields are the learned fields, by name.
	Fields []ExampleField `json:"fields,omitempty"`
	// Accounts are hashes of the bank accounts in the corrected record.
	Accounts []string `json:"accounts,omitempty"`
	// Currency is the document's currency (ISO 4217) if the page does not spell it out, else "". MonthFirst is the
	// order of the page's ambiguous dates; nil if unknown.
	Currency   string `json:"currency,omitempty"`
	MonthFirst *bool  `json:"monthFirst,omitempty"`
	// Items are the columns of the line items; nil if unknown or from earlier releases.
	Items *Items `json:"items,omitempty"`
	// Lists are the lists of objects of a caller's schema.
	Lists []List `json:"lists,omitempty"`
}

// List is what the corrected rows of a list teach: the edits of the extracted rows that make more of their values
// right, and those that make fewer right; see package extract.
type List struct {
	Name  string   `json:"name"`
	Helps []string `json:"helps,omitempty"`
	Harms []string `json:"harms,omitempty"`
}

// ListEdits returns the edits of a list that help in more examples than they harm, in alphabetical order, and the
// newest example in which any edit helps.
func (l Template) ListEdits(name string) (edits []string, newest *Example) {
	balance := map[string]int{}
	for i := range l.Examples {
		for _, list := range l.Examples[i].Lists {
			if list.Name != name {
				continue
			}
			for _, edit := range list.Helps {
				balance[edit]++
			}
			for _, edit := range list.Harms {
				balance[edit]--
			}
			if newest == nil && len(list.Helps) > 0 {
				newest = &l.Examples[i]
			}
		}
	}
	for _, edit := range slices.Sorted(maps.Keys(balance)) {
		if balance[edit] > 0 {
			edits = append(edits, edit)
		}
	}
	return edits, newest
}

// ExampleField is the data of one field in an example.
type ExampleField struct {
	Name string `json:"name"`
	// Missed says that the field was extracted wrong or not at all.
	Missed bool `json:"missed,omitempty"`
	// Sure says that a wrong value had high confidence. A single such example is more likely a person's slip than an
	// extraction error.
	Sure bool `json:"sure,omitempty"`
	// Absent says that the document does not have the field.
	Absent bool `json:"absent,omitempty"`
	// Anchors lead to the right value on the example's page, the best first.
	Anchors []string `json:"anchors,omitempty"`
	// Against are anchors that lead to the wrongly extracted value.
	Against []string `json:"against,omitempty"`
	// Misread is the hash of the value that was wrongly extracted for a constant.
	Misread uint32 `json:"misread,omitempty"`
	// Shape is the shape of a number that the vendor counts: digits as 9, letters as A and a, signs unchanged.
	Shape string `json:"shape,omitempty"`
	// Constant is the value of a field that is the same on all documents of a vendor. It applies only if the page has
	// it and an identifier of the vendor.
	Constant string `json:"constant,omitempty"`
}

// Empty reports whether an example teaches nothing and need not be stored.
func (l Example) Empty() bool {
	silent := len(l.Fields) == 0 && l.Items == nil && len(l.Lists) == 0 && l.Currency == "" && l.MonthFirst == nil
	return silent || len(l.Fingerprint.Keys) == 0
}

// compareNewest orders examples, the newest first. The order is total.
func compareNewest(a, b Example) int {
	return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Correction, a.Correction), cmp.Compare(a.Document, b.Document))
}

// mostFrequent returns up to n keys, the largest counts first; equal counts in key order.
func mostFrequent[K cmp.Ordered](counts map[K]int, n int) []K {
	keys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(keys, func(a, b K) int { return cmp.Compare(counts[b], counts[a]) })
	return append([]K{}, keys[:min(n, len(keys))]...)
}
