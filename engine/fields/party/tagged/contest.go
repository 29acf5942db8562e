package tagged

import (
	"math"

	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/tag"
)

// A slip to pay with names both parties a second time, in places like those of a letter: who is
// paid stands where letters have whom they go to. The likeliest place of each name alone may make
// the vendor the customer; all places together rarely do.

// contested exchanges vendor and customer where that is likelier by all places that name them.
func (t *tagged) contested(vendors []taggedParty, vendor, customer *taggedParty) (seller, buyer *taggedParty) {
	const least = 1 // logarithm of how much likelier
	if vendor == nil || customer == nil || vendor.name == nil || customer.name == nil {
		return vendor, customer
	}
	if t.asCustomer(vendor)-t.asCustomer(customer) < least {
		return vendor, customer
	}
	for i := range vendors {
		if v := &vendors[i]; v.name != nil && v.name.Key == customer.name.Key {
			t.adopt(vendor, v, tag.CustomerAddress)
			if vendor.address != nil && v.address != nil && vendor.address.Key == v.address.Key {
				vendor.address = nil
			}
			return v, vendor
		}
	}
	return vendor, customer // the tags hold it nowhere for the vendor's
}

// asCustomer is how much likelier a name is the customer's than the vendor's by all lines that are
// the name, or begin with its first piece: a logarithm.
func (t *tagged) asCustomer(p *taggedParty) (z float64) {
	key, pair := recognize.Compact(t.units[p.name.Units[0]].Text()), tag.Pairs()[0]
	for i := range t.units {
		u := &t.units[i]
		if u.First == 0 && recognize.Compact(u.Text()) == key {
			z += bounded(u.Odds[pair[1]]) - bounded(u.Odds[pair[0]])
		}
	}
	return z
}

// bounded are the odds of a place, none of which rules out what all others say.
func bounded(odds float32) float64 {
	const leastOdds = 0.001
	return max(float64(odds), math.Log(leastOdds))
}
