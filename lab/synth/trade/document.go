// Package trade draws the content of invoices, credit notes and orders: parties, line items, taxes, facts and labels.
// Packages fixedlayout and randomlayout place it on pages.
package trade

import (
	"strings"
	"time"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/lab/synth/draft"
	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
)

// Document is the content of an invoice, a credit note or an order. Packages fixedlayout and randomlayout place it on
// pages.
type Document struct {
	*draft.Draft
	kind    result.DocumentType
	Form    string // of the item table, one of ItemForms or ""
	Branch  string // of the goods; see locale.Place.ProductOf
	Private bool   // the customer is a person
	// The author and the recipient: vendor and customer, or the reverse for orders.
	Issuer, Addressee locale.Company
	Bill              Bill

	Number          string
	Issued, DueDate time.Time
	Facts           []Fact
	Style           Style
	Printed         map[string]bool // the printed parts of the issuer
}

// Style is the print of labels and amounts.
type Style struct {
	Size     float64
	Upper    bool // labels in capitals
	Colon    string
	Bold     bool // labels in bold
	Signs    bool // amounts carry the currency's symbol
	SumSigns bool // totals carry it
}

// IsOrder reports whether the document is a purchase order.
func (t *Document) IsOrder() bool { return schema.Of(t.kind).FromCustomer }

// IsCreditNote reports whether the document is a credit note.
func (t *Document) IsCreditNote() bool { return t.kind == result.TypeCreditNote }

func (t *Document) drawBranch() string {
	if t.IsOrder() {
		return random.Pick(t.Rand, "goods", "goods", "goods", "services")
	}
	return random.Pick(t.Rand, "goods", "goods", "goods", "goods", "goods", "services", "services", "services",
		"subscription", "subscription", "telecom", "utility", "hotel")
}

// Label returns a label without its colon, in the document's case. more holds pairs of names in braces and their
// replacements.
func (t *Document) Label(key string, more ...string) string {
	more = append([]string{"{tax}", t.Place.TaxName, "{cur}", t.Place.Symbol}, more...)
	s := strings.NewReplacer(more...).Replace(t.Place.Label(key))
	if t.Style.Upper {
		s = strings.ToUpper(s)
	}
	return s
}

// LabelWithColon returns a label with the document's colon.
func (t *Document) LabelWithColon(key string, more ...string) string {
	s := t.Label(key, more...)
	if strings.HasSuffix(s, ":") || strings.HasSuffix(s, "#") {
		return s
	}
	return s + t.Style.Colon
}

// Fill fills the document's values into a sentence. Credit notes refer to their invoice.
func (t *Document) Fill(sentence string) string {
	number, day := t.Number, t.DueDate
	if t.IsCreditNote() {
		number, day = t.EarlierNumber(), t.Issued.AddDate(0, 0, -2-t.IntN(50))
	}
	return strings.NewReplacer("{number}", number, "{date}", t.Place.Date(day), "{amount}",
		t.Place.Money(t.Bill.Due)).Replace(sentence)
}

// NewDocument returns a document with its branch of trade and kind of customer.
func NewDocument(c *draft.Draft, kind result.DocumentType) *Document {
	t := &Document{Draft: c, kind: kind, Printed: map[string]bool{}}
	t.Private = !t.IsOrder() && t.Chance(0.25)
	t.Branch = t.drawBranch()
	return t
}

// ByKind returns the argument for the document's kind.
func (t *Document) ByKind(invoice, creditNote, order string) string {
	switch {
	case t.IsCreditNote():
		return creditNote
	case t.IsOrder():
		return order
	}
	return invoice
}

// Title returns a title and marks it as printed.
func (t *Document) Title() string {
	t.Printed["title"] = true
	return t.Place.Label(t.ByKind("title.invoice", "title.credit", "title.order"))
}

// NumberField returns the field of the document's number.
func (t *Document) NumberField() string {
	return t.ByKind("invoiceNumber", "invoiceNumber", "purchaseOrderNumber")
}

// Colon returns the document's colon, or usually ":" if it has none.
func (t *Document) Colon() string {
	if t.Style.Colon == "" && t.Chance(0.6) {
		return ":"
	}
	return t.Style.Colon
}

// AddresseeKey returns the key of the recipient's heading.
func (t *Document) AddresseeKey() string { return t.ByKind("billTo", "billTo", "orderVendor") }

// IssuerKey returns the key of the author's heading.
func (t *Document) IssuerKey() string { return t.ByKind("vendor", "vendor", "orderBuyer") }

// IssuerField returns the name of a field of the author. The author of an order is the customer.
func (t *Document) IssuerField(field string) string {
	return t.ByKind("vendor", "vendor", "customer") + field
}

// AddresseeField returns the name of a field of the recipient.
func (t *Document) AddresseeField(field string) string {
	return t.ByKind("customer", "customer", "vendor") + field
}

// Phone returns the author's telephone number.
func (t *Document) Phone() string { return strings.TrimPrefix(t.Issuer.Phone, "tel. ") }

// AddresseeTaxLabel returns the key of the recipient's tax number.
func (t *Document) AddresseeTaxLabel() string {
	if t.IsOrder() || t.Chance(0.2) {
		return "taxId"
	}
	return "customerTaxId"
}

// PrintedIBAN returns an account number, mostly in groups of four characters.
func (t *Document) PrintedIBAN(compact string) string {
	if t.Chance(0.3) {
		return compact
	}
	return locale.GroupInFours(compact)
}
