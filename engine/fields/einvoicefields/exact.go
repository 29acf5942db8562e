// Package einvoicefields maps the structured data of an e-invoice to the fields of a record, locates the same
// values on the page, and compares the two.
//
// Values have the source "xml" and are unchanged, because the structured part is the legal invoice between
// businesses.
package einvoicefields

import (
	"errors"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/signed"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
)

// maxCandidates is the maximum number of embedded e-invoices read from one file.
const maxCandidates = 8

// Find reads the e-invoice among the attachments with any name. Of several it prefers invoices to orders, and a
// syntax of EN 16931 to ZUGFeRD 1.0, which some software embeds in addition. It returns nil without any, and an
// error if none of them can be read.
func Find(attachments []document.Attachment) (*einvoice.Invoice, error) {
	var best *einvoice.Invoice
	var failed []error
	candidates := 0
	for _, a := range attachments {
		data := a.Data
		if kind, _ := sniff.Sniff(data); kind == sniff.P7M {
			data, _ = signed.Content(data)
		}
		if _, ok := einvoice.Recognize(data); !ok || candidates == maxCandidates {
			continue
		}
		candidates++
		d, err := einvoice.Read(data)
		switch {
		case err != nil:
			failed = append(failed, err)
		case best == nil || rank(d) > rank(best):
			best = d
		}
	}
	if best == nil {
		return nil, errors.Join(failed...)
	}
	return best, nil
}

// rank returns the priority of an e-invoice in a file.
func rank(d *einvoice.Invoice) int {
	r := 0
	if !d.Type.IsOrder() {
		r += 4
	}
	if d.Syntax != einvoice.ZUGFeRD {
		r += 2
	}
	if len(d.Lines) > 0 {
		r++
	}
	return r
}

// Type returns the type of record of an e-invoice.
func Type(d *einvoice.Invoice) result.DocumentType {
	switch {
	case d.Type.IsOrder():
		return result.TypePurchaseOrder
	case d.Type == einvoice.TypeCreditNote:
		return result.TypeCreditNote
	}
	return result.TypeInvoice
}

// Serves reports whether records of a type can come from e-invoices.
func Serves(kind result.DocumentType) bool {
	t := schema.Of(kind)
	return t.IsTrade() && t.HasSums()
}

// State adds to b the allowances, charges and rounding of the e-invoice's equations, which have no fields in the
// record.
func State(b *result.Basis, d *einvoice.Invoice) {
	if rounding := afterGross(d); !rounding.IsZero() {
		b.Rounding = rounding.String()
	}
	if len(d.Lines) == 0 { // the items are the page's
		return
	}
	b.Items = &result.Items{Plus: beforeTax(d).String()}
	b.Plus, b.Agreed = map[int]string{}, map[string]string{}
	for row, l := range listedLines(d) {
		if !l.isCounted {
			b.Items.Apart = append(b.Items.Apart, row)
		}
		b.Plus[row] = l.Adjusted().String()
		if l.Agreed.Known() {
			b.Agreed[validate.Path("lineItems", row, "quantity")] = l.Agreed.Value.String()
		}
	}
}

// Supplement adds values that only the page has: contacts, numbers, terms, and items if the data has none (Factur-X
// MINIMUM and BASIC WL). It never adds sums, because a sum that the data omits does not exist. It does not add an
// account that will be debited, because that is not the vendor's. Pages that show neither the number nor the total are
// about something else, for example the terms beside the invoice in a mail.
func (p *Page) Supplement(d *einvoice.Invoice, set *value.Set) {
	isShown := func(name string) bool {
		v, ok := set.Scalars[name]
		return ok && len(p.scalar(name, v.Value)) > 0
	}
	if !slices.ContainsFunc([]string{"invoiceNumber", "purchaseOrderNumber", "total"}, isShown) {
		return
	}
	for name, v := range p.read.Scalars {
		_, has := set.Scalars[name]
		if has || isMoney(name) || isPartOf(set, name) || name == "iban" && isDebited(d, v.Value) {
			continue
		}
		set.Scalars[name] = v
	}
	for _, list := range []string{"lineItems", "taxes"} {
		if rows := p.read.Lists[list]; len(set.Lists[list]) == 0 && len(rows) > 0 {
			set.Lists[list] = rows
		}
	}
}

// isPartOf reports whether the data has another field of the group: the page's bank may be another than the data's.
func isPartOf(set *value.Set, name string) bool {
	other := ""
	switch name {
	case "bic":
		other = "iban"
	case "servicePeriodStart":
		other = "servicePeriodEnd"
	case "servicePeriodEnd":
		other = "servicePeriodStart"
	}
	v, ok := set.Scalars[other]
	return ok && v.Source == document.SourceXML
}

func isDebited(d *einvoice.Invoice, iban string) bool {
	for _, p := range d.Payments {
		if strings.EqualFold(compact(p.Debited), iban) {
			return true
		}
	}
	return false
}
