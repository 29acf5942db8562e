// Package bytags finds vendor and customer from the tags of package tagger: names, addresses and
// tax numbers. Each unit of the page has a log-probability for each class. Neighboring units of one
// class form a run. Vendor and customer are then chosen together, so that they never share a name.
package bytags

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result/value"
)

// Party is a name and an address. Values that were not found are empty.
type Party struct{ Name, Address value.Value }

// Parties are the parties of a trade document.
type Parties struct {
	Vendor, Customer Party
	Shipping         value.Value // address that goods are delivered to
}

// Minimum probabilities.
const (
	minProbability    = 0.05 // of the name or address of a party
	minAddressAlone   = 0.3  // of an address without a name
	minShopConfidence = 0.6  // of a shop's name
)

// chooser chooses the parties of a document among its units.
type chooser struct {
	*annotate.Document
	units []tag.Unit
	order bool // the customer issued the document
}

func newChooser(doc *annotate.Document, order bool) *chooser {
	if doc.Tags == nil {
		return &chooser{Document: doc}
	}
	return &chooser{Document: doc, units: doc.Tags.Units, order: order}
}

// Find returns the parties of a document. Order says that it is a purchase order, which the
// customer issues.
func Find(doc *annotate.Document, order bool) (out Parties) {
	c := newChooser(doc, order)
	vendors := c.candidates(tag.VendorName, tag.VendorAddress)
	vendor, customer := choosePair(vendors, c.candidates(tag.CustomerName, tag.CustomerAddress))
	vendor, customer = c.resolveSwap(vendors, vendor, customer)
	c.adoptAddress(vendor, customer, tag.CustomerAddress)
	c.adoptAddress(customer, vendor, tag.VendorAddress)
	out.Vendor, out.Customer = c.values(vendor), c.values(customer)
	if all := c.runs(tag.ShippingAddress); len(all) > 0 && all[0].odds > math.Log(minAddressAlone) {
		out.Shipping = c.cite(all[0], true)
	}
	return out
}

// Shop returns the name and address of the shop of a receipt with a text layer. The tagger was not
// trained on till receipts and photos, so that recognized documents have none.
func Shop(doc *annotate.Document) Party {
	c := newChooser(doc, false)
	if len(c.units) == 0 || c.units[0].Segment.Tokens[0].Source == document.SourceOCR {
		return Party{}
	}
	for _, p := range c.candidates(tag.VendorName, tag.VendorAddress) {
		if p.name != nil && p.name.odds > math.Log(minShopConfidence) {
			return c.values(&p)
		}
	}
	return Party{}
}
