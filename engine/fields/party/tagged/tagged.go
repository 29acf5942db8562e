// Package tagged reads vendor, customer and where goods go from the tags of package
// tagger: every unit of the page has the odds of being a party's name or a piece of its
// address. The names and addresses of all parties are chosen together.
package tagged

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party/run"
	"github.com/docmill/docmill/engine/result/value"
)

// Party is what the tags tell of a party; what they do not tell is empty.
type Party struct{ Name, Address value.Value }

// Parties are those that the tags tell.
type Parties struct {
	Vendor, Customer Party
	Shipping         value.Value // the address that goods go to
	Found            bool        // whether there is a vendor or a customer
}

// tagged chooses among the units of a document.
type tagged struct {
	*annotate.Document
	units []tag.Unit
	order bool // from who buys; any other paper is from who sells
}

// Known reports whether a document has tags.
func Known(doc *annotate.Document) bool { return doc.Tags != nil && len(doc.Tags.Units) > 0 }

// Find returns the parties that the tags of a document of who sells tell; none where it has no
// tags.
func Find(doc *annotate.Document) Parties { return find(doc, false) }

// FindOrder is Find for a purchase order.
func FindOrder(doc *annotate.Document) Parties { return find(doc, true) }

func find(doc *annotate.Document, order bool) (out Parties) {
	if !Known(doc) {
		return out
	}
	t := &tagged{Document: doc, units: doc.Tags.Units, order: order}
	vendors := t.parties(tag.VendorName, tag.VendorAddress)
	customers := t.parties(tag.CustomerName, tag.CustomerAddress)
	vendor, customer := choosePair(vendors, customers)
	vendor, customer = t.contested(vendors, vendor, customer)
	t.exchange(vendor, customer)
	t.adopt(vendor, customer, tag.CustomerAddress)
	t.adopt(customer, vendor, tag.VendorAddress)
	out.Vendor, out.Customer = t.values(vendor), t.values(customer)
	out.Found = vendor != nil || customer != nil
	if all := run.Find(doc, tag.ShippingAddress); len(all) > 0 && all[0].Odds > math.Log(leastSure) {
		out.Shipping = t.cite(all[0], true)
	}
	return out
}

// leastShop is the least probability of a shop's name and address by their tags.
const leastShop = 0.6

// Shop returns the name and address of the shop of a receipt that a program wrote, as far
// as the tags are sure of them. The tagger has seen no till's slips and no photographs: of
// what was recognised nothing is returned.
func Shop(doc *annotate.Document) Party {
	if !Known(doc) || doc.Tags.Units[0].Segment.Tokens[0].Source == document.SourceOCR {
		return Party{}
	}
	t := &tagged{Document: doc, units: doc.Tags.Units}
	for _, p := range t.parties(tag.VendorName, tag.VendorAddress) {
		if p.name != nil && p.name.Odds > math.Log(leastShop) {
			return t.values(&p)
		}
	}
	return Party{}
}

// Least probabilities: of a run to be told at all, and of an address without a name.
const (
	leastTold = 0.15
	leastSure = 0.3
)

func leastOdds() float64 { return math.Log(leastTold) }
