package tag

import "math"

// Order is the index of purchase orders in Types.
const Order = 3

// As returns the tags of a document that is known to be an order or not. The sender of an order is the customer,
// and that of any other document the vendor. If the network assumed the wrong type, vendor and customer are
// swapped.
func (t *Tags) As(order bool) *Tags {
	if t == nil || len(t.Units) == 0 || t.Types == [6]float32{} || math.Exp(float64(t.Types[Order])) > 0.5 == order {
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
	return &Tags{Units: units, Types: t.Types, in: t.in}
}
