// Package einvoicefields maps the structured data of an e-invoice to the fields of a record, locates the same
// values on the page, and compares the two.
//
// Values have the source "xml" and are unchanged, because the structured part is the legal invoice between
// businesses.
package einvoicefields

import (
	"errors"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
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
		if _, ok := einvoice.Recognize(a.Data); !ok || candidates == maxCandidates {
			continue
		}
		candidates++
		d, err := einvoice.Read(a.Data)
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
