// Package tag holds what the words of a page are for: the classes that package
// tagger gives to its units, and the units with their probabilities. Stages that
// look for fields read them; they are read-only.
package tag

import "github.com/docmill/docmill/engine/layout"

// Class is what a unit is for.
type Class int

// Classes, in the order of a network's outputs. Vendor and customer are who sells
// and who buys, also on orders.
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
	OtherParty // name or address of who is neither: a bank, a tax representative
	Number     // of the document itself
	IssueDate
	DueDate
	OrderNumber // of the order that an invoice is for
	Subtotal
	TaxTotal
	Total
	Classes // how many there are
)

// String returns the name by which training data calls the class.
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

// Unit is a run of words that are for one thing: a label, the value behind it, a
// piece of an address between commas.
type Unit struct {
	layout.Part
	// Odds are the natural logarithms of the classes' probabilities.
	Odds [Classes]float32
}

// Tags are the units of a document in reading order.
type Tags struct {
	Units []Unit
	// Types are the natural logarithms of the probabilities of the document's types,
	// in the order of classify.Kinds; all 0 where no network spoke.
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

// At returns the unit that holds a word of a segment, nil where none does.
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

// Best returns the unit's likeliest class.
func (u *Unit) Best() Class {
	best := Other
	for c := Other; c < Classes; c++ {
		if u.Odds[c] > u.Odds[best] {
			best = c
		}
	}
	return best
}
