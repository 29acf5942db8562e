// Package party finds whom a document is from and for: names, addresses, tax
// numbers, the account to pay to and contacts.
package party

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
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
	in.Linker = announced(underHeadings(in.Linker))
	set, f := value.New(), &finder{in}
	if in.Kind != result.TypeReceipt {
		f.putParties(set)
	}
	switch in.Kind {
	case result.TypePurchaseOrder:
		f.putBuyer(set)
		f.putTaxIDs(set)
	case result.TypeReceipt:
		f.putTaxIDs(set)
		f.putContacts(set)
	case result.TypeInvoice, result.TypeCreditNote:
		f.putBank(set)
		f.putTaxIDs(set)
		f.putContacts(set)
	case result.TypeBankStatement, result.TypeGeneric, result.TypeAuto:
	}
	return set
}

// Account returns the scalar iban alone: the account that a statement is of.
func Account(l *link.Linker) *value.Set {
	set := value.New()
	(&finder{Input{Linker: l}}).putIBAN(set)
	return set
}

// Blocks returns the names with addresses on the first pages, in reading order.
func Blocks(l *link.Linker) []*Party { return (&finder{Input{Linker: l}}).parties() }

type finder struct{ Input }

func (r *finder) nameValues(s *layout.Segment) []link.Candidate { return NameValues(r.Document, s) }
