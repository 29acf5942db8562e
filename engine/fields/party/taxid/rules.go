// Package taxid finds the tax numbers of vendor and customer.
package taxid

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// leastTaxID is the least log-odds of a tax number: little else looks like one.
const leastTaxID = -0.7

// Input is what tax numbers are found in.
type Input struct {
	*link.Linker
	// Vendor is the vendor's name, as far as it was found.
	Vendor value.Value
	// Customer is the customer's name, as far as it was found: what stands under it is the
	// customer's, too.
	Customer value.Value
}

// Find returns the scalars vendorTaxId and customerTaxId: whose a number is the tags
// tell, else its label, and where it stands.
func Find(in Input) *value.Set {
	set := value.New()
	m := in.Link(in.TaxIDValues, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.OtherNumber, lexicon.Phone,
		lexicon.InvoiceNumber)
	if in.Tags != nil && len(in.Tags.Units) > 0 {
		in.putTagged(set, m)
	} else {
		in.putByRules(set, m)
	}
	if !set.Has("vendorTaxId") {
		in.putBroken(set)
	}
	return set
}

// headingCost is the work of looking for the headings over a number.
const headingCost = 10_000

// putByRules stores the numbers by their labels and by the headings over them.
func (in Input) putByRules(set *value.Set, m *link.Set) {
	var vendor, buyer *link.Link
	for _, want := range []lexicon.Role{lexicon.TaxID, lexicon.CustomerTaxID} {
		for i := range m.Links[want] {
			l := &m.Links[want][i]
			if !in.Work.Spend(headingCost) {
				break
			}
			mine := want == lexicon.CustomerTaxID || in.Kind == result.TypePurchaseOrder &&
				!role.Governs(role.Vendor, l.Value.Segment) || role.Governs(role.Customer, l.Value.Segment) ||
				role.NearBelow(in.Customer, l.Value)
			switch {
			case mine && (buyer == nil || l.LogOdds > buyer.LogOdds):
				buyer = l
			case !mine && role.Governs(role.Shipping, l.Value.Segment):
			case !mine && (vendor == nil || l.LogOdds > vendor.LogOdds):
				vendor = l
			}
		}
	}
	if vendor != nil && vendor.LogOdds > leastTaxID {
		set.Put("vendorTaxId", vendor.AsValue())
	}
	if buyer != nil && buyer.LogOdds > leastTaxID && (vendor == nil || buyer.Value.Text != vendor.Value.Text) {
		set.Put("customerTaxId", buyer.AsValue())
	}
	if set.Has("vendorTaxId") {
		return
	}
	for _, s := range in.Layout.Segments {
		for _, c := range in.Spans[s].VATIDs {
			if c.Checksum == recognize.ChecksumValid && c.Value != set.Text("customerTaxId") {
				set.Put("vendorTaxId", value.Cite(c.Value, s, c.First, c.Last, 0.6))
				return
			}
		}
	}
}
