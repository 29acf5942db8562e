// Package party finds vendor and customer: names, addresses, tax numbers, the account to pay to and
// contacts. The tagger gives each unit of the page its odds, package labelrules adjusts them by the
// headings of the page, and package bytags chooses the parties.
package party

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/bytags"
	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/fields/party/labelrules"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
)

// Find returns the scalars vendorName, vendorAddress, customerName, customerAddress,
// shippingAddress, vendorTaxId, customerTaxId, vendorEmail, vendorWebsite, vendorPhone, iban and
// bic, as far as documents of the linker's type have them. The name and address of a receipt's shop
// are not among them; see Shop.
func Find(l *link.Linker) *value.Set {
	l = adjusted(l)
	set := value.New()
	if l.Type.Family != schema.FamilyReceipt {
		p := bytags.Find(l.Document, l.Type.FromCustomer)
		put(set, "vendor", p.Vendor)
		put(set, "customer", p.Customer)
		set.Put("shippingAddress", p.Shipping)
	}
	if l.Type.IsBill {
		set.Add(contact.Account(l))
	}
	set.Add(bytags.TaxIDs(l, set.Scalars["vendorName"], set.Scalars["customerName"]))
	if !l.Type.FromCustomer {
		set.Add(contact.Find(l, set.Scalars["customerName"]))
	}
	return set
}

// Shop returns the scalars vendorName and vendorAddress of a receipt with a text layer.
func Shop(l *link.Linker) *value.Set {
	set := value.New()
	put(set, "vendor", bytags.Shop(l.Document))
	return set
}

// adjusted returns a linker whose tags the label rules have adjusted.
func adjusted(l *link.Linker) *link.Linker {
	doc, out := *l.Document, *l
	doc.Tags = labelrules.Adjust(l.Document, l.Type.FromCustomer)
	out.Document = &doc
	return &out
}

func put(set *value.Set, prefix string, p bytags.Party) {
	set.Put(prefix+"Name", p.Name)
	set.Put(prefix+"Address", p.Address)
}
