// Package tag holds the classes of the words of a page: the units from package tagger with their probabilities.
// They are read-only.
package tag

import "github.com/docmill/docmill/engine/layout"

// Class is the meaning of a unit.
type Class int

// Classes, in the order of a network's outputs. On orders as well, the vendor sells and the customer buys.
const (
	Other Class = iota
	VendorName
	VendorAddress
	VendorTaxID
	CustomerName
	CustomerAddress
	CustomerTaxID
	ShippingName
	ShippingAddress
	OtherParty // name or address of another party: a bank, a tax representative
	Number     // of the document itself
	IssueDate
	DueDate
	OrderNumber // of the order that an invoice is for
	Subtotal
	TaxTotal
	Total
	Classes // number of classes
)

// String returns the name of the class in training data.
func (c Class) String() string {
	names := [...]string{
		"other", "vendorName", "vendorAddress", "vendorTaxId", "customerName", "customerAddress", "customerTaxId",
		"shippingName", "shippingAddress", "otherParty", "number", "issueDate", "dueDate", "orderNumber", "subtotal",
		"taxTotal", "total",
	}
	if c < 0 || int(c) >= len(names) {
		return "unknown"
	}
	return names[c]
}

// Unit is a run of words with one meaning: a label, the value after it, a piece of an address between commas.
type Unit struct {
	layout.Part
	// Odds are the natural logarithms of the classes' probabilities.
	Odds [Classes]float32
}

// Tags are the units of a document in reading order.
type Tags struct {
	Units []Unit
	// Types are the natural logarithms of the probabilities of the document's types, in the order of
	// classify.Kinds; all 0 without a network.
	Types [6]float32

	in map[*layout.Segment][]int // the units of each segment
}

// New returns the tags of a document's units.
func New(units []Unit, types [6]float32) *Tags {
	t := &Tags{Units: units, Types: types, in: map[*layout.Segment][]int{}}
	for i := range units {
		t.in[units[i].Segment] = append(t.in[units[i].Segment], i)
	}
	return t
}

// At returns the unit that holds a word of a segment, or nil.
func (t *Tags) At(s *layout.Segment, word int) *Unit {
	if t == nil {
		return nil
	}
	for _, i := range t.in[s] {
		if u := &t.Units[i]; u.First <= word && word <= u.Last {
			return u
		}
	}
	return nil
}

// Best returns the unit's most probable class.
func (u *Unit) Best() Class {
	best := Other
	for c := Other; c < Classes; c++ {
		if u.Odds[c] > u.Odds[best] {
			best = c
		}
	}
	return best
}
