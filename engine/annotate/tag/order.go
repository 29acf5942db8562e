package tag

import "github.com/docmill/docmill/engine/schema"

// Sender is the party that sent a document, by the network's opinion of the document's type.
type Sender int

// Senders. The sender of an order is the customer, and that of any other document the vendor.
const (
	SenderUnknown Sender = iota // there is no network
	SenderVendor
	SenderCustomer
)

// SenderOf returns the sender of documents of a type.
func SenderOf(t schema.Type) Sender {
	if t.FromCustomer {
		return SenderCustomer
	}
	return SenderVendor
}

// As returns the tags of a document with a known sender. If the network assumed the other one, vendor and customer
// are swapped.
func (t *Tags) As(sender Sender) *Tags {
	if t == nil || len(t.Units) == 0 || t.Sender == SenderUnknown || t.Sender == sender {
		return t
	}
	all := make([]int, len(t.Units))
	for i := range all {
		all[i] = i
	}
	return t.Exchanged(all)
}

// Pairs returns the vendor classes, each with its customer class.
func Pairs() [3][2]Class {
	return [...][2]Class{{VendorName, CustomerName}, {VendorAddress, CustomerAddress}, {VendorTaxID, CustomerTaxID}}
}

// Exchanged returns the tags with vendor and customer swapped in some units.
func (t *Tags) Exchanged(which []int) *Tags {
	units := make([]Unit, len(t.Units))
	copy(units, t.Units)
	for _, i := range which {
		for _, pair := range Pairs() {
			o := &units[i].Odds
			o[pair[0]], o[pair[1]] = o[pair[1]], o[pair[0]]
		}
	}
	return &Tags{Units: units, Sender: t.Sender, Types: t.Types, in: t.in}
}
