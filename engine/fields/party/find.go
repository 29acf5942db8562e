// Package party finds whom a document is from and for: names, addresses, tax
// numbers, the account to pay to and contacts. It puts together what the packages
// under it find: what headings and labels announce corrects the tags, these tell the
// parties, and rules choose whom they do not tell.
package party

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party/announced"
	"github.com/docmill/docmill/engine/fields/party/block"
	"github.com/docmill/docmill/engine/fields/party/choice"
	"github.com/docmill/docmill/engine/fields/party/contact"
	"github.com/docmill/docmill/engine/fields/party/tagged"
	"github.com/docmill/docmill/engine/fields/party/taxid"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// Input is what parties are found in. Linker's Kind decides which parts are played:
// a receipt's vendor is its shop, whose name and address are not looked for here.
// Without tags rules choose vendor and customer.
type Input struct{ *link.Linker }

// Find returns the scalars vendorName, vendorAddress, customerName,
// customerAddress, shippingAddress, vendorTaxId, customerTaxId, vendorEmail,
// vendorWebsite, vendorPhone, iban and bic, as far as documents of the type have
// them and they were found.
func Find(in Input) *value.Set {
	in.Linker = corrected(in.Linker)
	set := value.New()
	if in.Kind != result.TypeReceipt {
		putParties(set, in.Linker)
		putListed(set, in.Linker)
		putLegalForm(set, in.Linker)
	}
	switch in.Kind {
	case result.TypePurchaseOrder:
		putBuyer(set, in.Linker)
		set.Add(taxIDs(in.Linker, set))
	case result.TypeReceipt:
		set.Add(taxIDs(in.Linker, set))
		set.Add(contacts(in.Linker, set))
	case result.TypeInvoice, result.TypeCreditNote:
		set.Add(contact.Account(in.Linker))
		set.Add(taxIDs(in.Linker, set))
		set.Add(contacts(in.Linker, set))
	case result.TypeBankStatement, result.TypeGeneric, result.TypeAuto:
	}
	return set
}

// Shop returns the scalars vendorName and vendorAddress of a receipt that a program
// wrote, as far as the tags are sure of them.
func Shop(l *link.Linker) *value.Set {
	set := value.New()
	putTold(set, "vendor", tagged.Shop(l.Document))
	return set
}

// corrected returns the linker with the tags that the page's own words correct.
func corrected(l *link.Linker) *link.Linker {
	tags := announced.Correct(announced.Input{Document: l.Document, Kind: l.Kind})
	if tags == l.Tags {
		return l
	}
	doc, out := *l.Document, *l
	doc.Tags = tags
	out.Document = &doc
	return &out
}

func taxIDs(l *link.Linker, found *value.Set) *value.Set {
	return taxid.Find(taxid.Input{Linker: l, Vendor: found.Scalars["vendorName"], Customer: found.Scalars["customerName"]})
}

func contacts(l *link.Linker, found *value.Set) *value.Set {
	return contact.Find(contact.Input{Linker: l, Customer: found.Scalars["customerName"]})
}

// putParties stores names and addresses: those that the tags tell and, where they tell
// nobody, those that rules choose.
func putParties(set *value.Set, l *link.Linker) {
	find := tagged.Find
	if l.Kind == result.TypePurchaseOrder {
		find = tagged.FindOrder
	}
	if told := find(l.Document); tagged.Known(l.Document) {
		putTold(set, "vendor", told.Vendor)
		putTold(set, "customer", told.Customer)
		putUntold(set, l)
		if told.Shipping.Value != "" {
			set.Put("shippingAddress", told.Shipping)
		} else {
			putShipping(set, blocks(l))
		}
		if told.Found {
			return
		}
	}
	all := blocks(l)
	chosen := choice.Find(choice.Input{Linker: l, Blocks: all})
	putBlock(set, "customer", chosen.Customer)
	set.Put("customerName", chosen.CustomerName)
	putBlock(set, "vendor", chosen.Vendor)
	putShipping(set, all)
}

// putUntold stores by rules the parties of which the tags know no name: a customer
// behind a label or under a heading, and the likeliest vendor.
func putUntold(set *value.Set, l *link.Linker) {
	if set.Has("customerName") && set.Has("vendorName") {
		putUnsure(set, l)
		return
	}
	in := choice.Input{Linker: l, Blocks: blocks(l)}
	if !set.Has("customerName") {
		set.Put("customerName", choice.LabelledCustomer(in, nil))
		c := choice.Customer(in)
		if !set.Has("customerName") && c != nil && c.Heading != nil && c.NameText() != set.Text("vendorName") {
			putBlock(set, "customer", c)
		}
		putAddressee(set, in)
	}
	if !set.Has("vendorName") {
		putBlock(set, "vendor", choice.Vendor(in, nil, set.Text("customerName")))
	}
}

// putAddressee stores the customer of an invoice that has no heading and that the tags have
// not told: whom it is sent to.
func putAddressee(set *value.Set, in choice.Input) {
	sent := in.Kind == result.TypeInvoice || in.Kind == result.TypeCreditNote
	if set.Has("customerName") || !set.Has("vendorName") || !sent {
		return
	}
	putBlock(set, "customer", choice.Addressee(in, set.Text("vendorName"), set.Text("vendorAddress")))
}

// putUnsure stores the customer anew where the tags are not sure of the name and still less of
// its address: their name is a line of whom the letter goes to.
func putUnsure(set *value.Set, l *link.Linker) {
	const leastName = 0.5
	told := set.Scalars["customerName"]
	sent := l.Kind == result.TypeInvoice || l.Kind == result.TypeCreditNote
	if !sent || told.Score >= leastName || set.Scalars["customerAddress"].Score >= told.Score {
		return
	}
	in := choice.Input{Linker: l, Blocks: blocks(l)}
	to := choice.Addressee(in, set.Text("vendorName"), set.Text("vendorAddress"))
	if to == nil {
		return
	}
	if !set.Has("customerAddress") && len(to.Address) > 0 {
		putBlock(set, "customer", to) // whom a label names may be a guest of who pays
		return
	}
	first, _, _ := strings.Cut(told.Value, " ")
	if text := textshape.AddressText(to.Address); strings.Contains(to.NameText()+" "+text, first) {
		putBlock(set, "customer", to)
	}
}

// putBuyer stores the author of an order as the customer, where the vendor is
// named and no customer is: the letterhead is the buyer's.
func putBuyer(set *value.Set, l *link.Linker) {
	if set.Has("customerName") || !set.Has("vendorName") {
		return
	}
	in := choice.Input{Linker: l, Blocks: blocks(l)}
	putBlock(set, "customer", choice.Vendor(in, nil, set.Text("vendorName")))
}

// blocks finds the blocks of a document anew: who chooses among them changes their scores.
func blocks(l *link.Linker) []*block.Block {
	return block.Find(block.Input{Document: l.Document, ItemRows: l.ItemRows})
}

func putTold(set *value.Set, prefix string, p tagged.Party) {
	set.Put(prefix+"Name", p.Name)
	set.Put(prefix+"Address", p.Address)
}

// putBlock stores name and address of a block, if there is one.
func putBlock(set *value.Set, prefix string, p *block.Block) {
	if p == nil {
		return
	}
	score := boost.Probability(p.Score)
	set.Put(prefix+"Name", value.CiteParts(p.NameText(), p.Name, " ", score))
	if len(p.Address) > 0 {
		set.Put(prefix+"Address", value.CiteParts(textshape.AddressText(p.Address), p.Address, ", ", score))
	}
}

func putShipping(set *value.Set, all []*block.Block) {
	if p := choice.Shipping(all); p != nil {
		set.Put("shippingAddress",
			value.CiteParts(textshape.AddressText(p.Address), p.Address, ", ", boost.Probability(p.Score)))
	}
}
