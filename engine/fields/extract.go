// Package fields chooses, among the typed candidates on a page, the one that
// is each field of the record. It puts together what the packages under it find;
// see link, header, party, items, totals, receipt, statement and custom.
package fields

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/fields/statement"
	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

// Extract reads the fields of the given document type with the scorer that is
// part of the program. Language is a BCP 47 code or "".
func Extract(lay *layout.Layout, kind result.DocumentType, language string) *value.Set {
	return Trained().Extract(lay, kind, language)
}

// Extractor reads fields with a scorer of the caller's choice.
type Extractor struct {
	// Links adds to the log-odds of links between labels and values; see
	// LinkFeatures. Without it the weights set by hand stand alone.
	Links *boost.Ensemble
	// Head finds a shop's name and address; nil leaves it to rules.
	Head *receipt.Scorers
	// Parties finds vendor and customer; nil leaves it to rules.
	Parties *party.Scorers
	// Watch is told of every link that was weighed.
	Watch func(link.Observation)
}

// Extract reads the fields of the given document type.
func (x Extractor) Extract(lay *layout.Layout, kind result.DocumentType, language string) *value.Set {
	set := value.New()
	if len(lay.Pages) > 0 && lay.Pages[0].Nominal {
		x = Extractor{Watch: x.Watch} // the scorers have seen displayed pages only
	}
	r := x.extraction(lay, kind)
	r.NumberedTitles()
	r.PaymentSentences()
	switch kind {
	case result.TypeInvoice, result.TypeCreditNote:
		r.invoice(set)
	case result.TypePurchaseOrder:
		r.purchaseOrder(set)
	case result.TypeReceipt:
		r.receipt.Receipt(set)
	case result.TypeBankStatement:
		r.statement.Statement(set)
	case result.TypeGeneric, result.TypeAuto:
		r.generic(set, language)
	}
	set.Keep(schema.Of(kind))
	r.respell(set)
	return set
}

// extraction is one document and those who look in it.
type extraction struct {
	*link.Linker
	header    *header.Finder
	party     *party.Finder
	items     *items.Finder
	totals    *totals.Finder
	receipt   *receipt.Finder
	statement *statement.Finder
}

func (x Extractor) extraction(lay *layout.Layout, kind result.DocumentType) *extraction {
	l := link.New(annotate.New(lay), kind, link.Scorer{Links: x.Links, Watch: x.Watch})
	parties := party.New(l, x.Parties)
	return &extraction{
		Linker: l, header: header.New(l), party: parties, items: items.New(l), totals: totals.New(l),
		receipt: receipt.New(l, parties, x.Head), statement: statement.New(l, parties),
	}
}

func (r *extraction) invoice(set *value.Set) {
	items := r.items.ItemTables()
	r.header.PutCurrency(set)
	numbers := r.Link(r.IdentifierValues, lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.PaymentReference,
		lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.AccountNumber)
	r.PutBest(set, numbers, lexicon.InvoiceNumber, "invoiceNumber", 0.2)
	r.PutBest(set, numbers, lexicon.OrderNumber, "purchaseOrderNumber", 0.3)
	r.PutBest(set, numbers, lexicon.CustomerID, "customerId", 0.4)
	r.PutBest(set, numbers, lexicon.PaymentReference, "paymentReference", 0.4)
	r.header.PutDates(set, numbers, lexicon.InvoiceNumber)
	r.party.PutParties(set)
	r.party.PutBank(set)
	r.party.PutTaxIDs(set)
	r.party.PutContacts(set)
	r.header.PutTerms(set)
	r.totals.Sums(set)
	r.items.PutItems(set, items)
}

func (r *extraction) purchaseOrder(set *value.Set) {
	items := r.items.ItemTables()
	r.header.PutCurrency(set)
	numbers := r.Link(r.IdentifierValues, lexicon.OrderNumber, lexicon.InvoiceNumber, lexicon.CustomerID, lexicon.OtherNumber, lexicon.Phone, lexicon.TaxID)
	r.PutBest(set, numbers, lexicon.OrderNumber, "purchaseOrderNumber", 0.2)
	r.header.PutDates(set, numbers, lexicon.OrderNumber)
	dates := r.Link(r.DateValues, lexicon.IssueDate, lexicon.DeliveryDate, lexicon.OtherDate, lexicon.DueDate)
	r.PutBest(set, dates, lexicon.DeliveryDate, "deliveryDate", 0.5)
	r.party.PutParties(set)
	r.party.PutBuyer(set)
	r.party.PutTaxIDs(set)
	r.totals.Sums(set)
	r.items.PutItems(set, items)
}
