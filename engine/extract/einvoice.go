package extract

import (
	"errors"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/fields/einvoicefields"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/validate"
)

// structured returns the document's e-invoice, or nil. If an e-invoice is unreadable, it returns the failed check.
func structured(doc *document.Document, req Request) (*einvoice.Invoice, *validate.CheckResult) {
	if req.IgnoreEmbeddedXML && doc.MIMEType != sniff.XML.MIMEType() {
		return nil, nil
	}
	invoice, err := einvoicefields.Find(doc.Attachments)
	if err == nil {
		return invoice, nil
	}
	detail := "the embedded e-invoice cannot be read"
	var f *extractionerror.Error
	if errors.As(err, &f) {
		detail = f.Message
	}
	return nil, &validate.CheckResult{Check: result.Check{Name: validate.XMLReadable, Detail: detail}}
}

// reconcile combines the e-invoice's values with the pages, which give their boxes and the missing fields.
func reconcile(
	invoice *einvoice.Invoice, kind result.DocumentType, lay *layout.Layout, read *assembly,
) (*value.Set, []validate.CheckResult) {
	set := einvoicefields.Fields(invoice, kind)
	if !slices.ContainsFunc(lay.Pages, func(p *layout.Page) bool { return !p.Nominal }) {
		return set, einvoicefields.Arithmetic(invoice, set)
	}
	page := einvoicefields.NewPage(lay, read.set, func(name string) float64 {
		return read.field(name, name, read.set.Scalars[name]).Confidence
	})
	page.Locate(set)
	matches := page.Compare(set)
	page.Supplement(invoice, set)
	outcomes := einvoicefields.Arithmetic(invoice, set)
	for _, o := range read.outcomes {
		if o.Name == validate.CodeMatchesPage {
			outcomes = append(outcomes, o)
		}
	}
	if matches != nil {
		outcomes = append(outcomes, *matches)
	}
	return set, outcomes
}
