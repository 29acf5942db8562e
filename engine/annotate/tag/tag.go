// Package tag holds the classes of the words of a page: the units from package tagger with their probabilities.
// They are read-only.
package tag

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema"
)

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

// Names returns the names of the classes in training data, in their order.
func Names() []string {
	return []string{
		"other", "vendorName", "vendorAddress", "vendorTaxId", "customerName", "customerAddress", "customerTaxId",
		"shippingName", "shippingAddress", "otherParty", "number", "issueDate", "dueDate", "orderNumber", "subtotal",
		"taxTotal", "total",
	}
}

// String returns the name of the class in training data.
func (c Class) String() string {
	if names := Names(); c >= 0 && int(c) < len(names) {
		return names[c]
	}
	return "unknown"
}

// Unit is a run of words with one meaning: a label, the value after it, a piece of an address between commas.
type Unit struct {
	layout.Part
	// Odds are the natural logarithms of the classes' probabilities.
	Odds [Classes]float32
}

// Tags are the units of a document in reading order.
type Tags struct {
	Units  []Unit
	Sender Sender
	// Types are the document types that the network knows. Its sender says nothing about others.
	Types []schema.DocumentType

	in map[*layout.Segment][]int // the units of each segment
}

// New returns the tags of a document's units.
func New(units []Unit, sender Sender) *Tags {
	t := &Tags{Units: units, Sender: sender, in: map[*layout.Segment][]int{}}
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
