package template

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Version is that of the lessons that are made now. Lessons of other versions
// teach nothing.
const Version = 1

// Lesson is what one document that a person corrected, confirmed or reviewed
// teaches. Its JSON has at most MaxLesson bytes. It holds no text of the page but
// the vendor's name and constants of that vendor: labels and places are hashes
// and numbers, which are compared and never run as patterns.
type Lesson struct {
	Version    int       `json:"version"`
	Document   string    `json:"document"`             // that taught it
	Correction int64     `json:"correction,omitempty"` // id of the newest correction, 0 for none
	At         time.Time `json:"at"`

	Fingerprint Fingerprint `json:"fingerprint"`
	// Type is the document's type, Vendor the name of who issued it; "" unknown.
	Type   string `json:"type,omitempty"`
	Vendor string `json:"vendor,omitempty"`
	// Mistyped says that the document is taken for one of another type where nobody
	// says of which type it is.
	Mistyped bool `json:"mistyped,omitempty"`
	// Labels are hashes of the labels on the page, ascending: where an anchor's
	// label stands on the page and does not lead to the value, the anchor failed.
	Labels []uint32 `json:"labels,omitempty"`
	// Fields are what was taught, by name.
	Fields []Taught `json:"fields,omitempty"`
	// Accounts are hashes of the accounts to pay to that people left standing.
	Accounts []string `json:"accounts,omitempty"`
	// Currency is the document's (ISO 4217) where its page does not spell it out, "" otherwise;
	// MonthFirst says how the page's dates of two readings are meant, nil where nothing tells.
	Currency   string `json:"currency,omitempty"`
	MonthFirst *bool  `json:"monthFirst,omitempty"`
	// Items are the columns of the line items; nil where nothing is known of them,
	// and of what earlier releases made.
	Items *Items `json:"items,omitempty"`
}

// Taught is what a lesson says of one field.
type Taught struct {
	Name string `json:"name"`
	// Missed says that the field had been read wrong, or not at all, before a
	// person saw it.
	Missed bool `json:"missed,omitempty"`
	// Sure says that the reading had been sure of another value: one such lesson
	// alone is likelier a slip of the person than a mistake of the reading.
	Sure bool `json:"sure,omitempty"`
	// Absent says that the document has no such field.
	Absent bool `json:"absent,omitempty"`
	// Anchors lead to the right value on the lesson's page, the best first.
	Anchors []string `json:"anchors,omitempty"`
	// Against lead to the value that was wrongly read in its stead.
	Against []string `json:"against,omitempty"`
	// Misread is the hash of the value that was wrongly read in the stead of a constant.
	Misread uint32 `json:"misread,omitempty"`
	// Shape is that of a number which the vendor counts: its digits as 9, its letters as A and
	// a, its signs as they are.
	Shape string `json:"shape,omitempty"`
	// Constant is the value, where it stays the same for a vendor; a page must
	// show it, and an identifier of that vendor, before it counts.
	Constant string `json:"constant,omitempty"`
}

// Empty reports whether a lesson teaches nothing, so that it need not be kept.
func (l Lesson) Empty() bool {
	silent := len(l.Fields) == 0 && l.Items == nil && l.Currency == "" && l.MonthFirst == nil
	return silent || len(l.Fingerprint.Keys) == 0
}

// newest orders lessons, the newest first; of any two lessons that are not alike
// one comes first.
func newest(a, b Lesson) int {
	return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Correction, a.Correction), cmp.Compare(a.Document, b.Document))
}

// most returns up to n keys, those of the largest count first, equal ones in
// their order.
func most[K cmp.Ordered](counts map[K]int, n int) []K {
	keys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(keys, func(a, b K) int { return cmp.Compare(counts[b], counts[a]) })
	return append([]K{}, keys[:min(n, len(keys))]...)
}
