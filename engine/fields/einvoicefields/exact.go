// Package exact maps the structured data of an e-invoice to the fields of a
// record, finds where the page shows the same values, and checks one against
// the other.
//
// Values come with the source "xml" and are taken as they stand: between
// businesses the structured part is the invoice, and the page its picture.
package einvoicefields

import (
	"errors"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/result"
)

// maxCandidates is how many embedded e-invoices are read of one file.
const maxCandidates = 8

// Find reads the e-invoice among the attachments, whatever its name is. Of
// several the invoice goes before the order, and a syntax of EN 16931 before
// ZUGFeRD 1.0, which some software embeds besides. Without any it gives nil;
// an error tells that there are some and none can be read.
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

// rank orders documents of one file, the one to take having the highest.
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

// Type is the type of record that a document makes.
func Type(d *einvoice.Invoice) result.DocumentType {
	switch {
	case d.Type.IsOrder():
		return result.TypePurchaseOrder
	case d.Type == einvoice.TypeCreditNote:
		return result.TypeCreditNote
	}
	return result.TypeInvoice
}

// Serves reports whether records of a type are made from e-invoices at all.
func Serves(kind result.DocumentType) bool {
	return kind == result.TypeInvoice || kind == result.TypeCreditNote || kind == result.TypePurchaseOrder
}
