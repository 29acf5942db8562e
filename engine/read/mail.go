package read

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/html"
	"github.com/docmill/docmill/engine/read/mail"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/read/text"
)

// maxTried bounds the attachments that are tried until one is readable.
const maxTried = 5

// readMail reads a mail: the document is the richest attachment, or else the mail's text. The mail's header
// becomes Info; its attachments become the document's.
func (r *session) readMail(ctx context.Context, data []byte) (*document.Document, error) {
	message, err := mail.Read(data)
	if err != nil {
		return nil, err
	}
	doc, chosen, err := r.readAttached(ctx, message, candidates(message, false))
	if doc == nil && err == nil {
		doc, err = readBodies(message.Bodies)
	}
	if err == nil && !hasText(doc) && len(doc.Attachments) == 0 {
		doc, chosen, err = r.readAttached(ctx, message, candidates(message, true))
	}
	if err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, extractionerror.New(extractionerror.NoTextFound, nil,
			"The mail has no text and no attachment that could be read.")
	}
	doc.MIMEType = sniff.EML.MIMEType()
	doc.Info = message.Header
	for i, a := range message.Attachments {
		if i != chosen {
			doc.Attachments = append(doc.Attachments, document.Attachment{Name: a.Name, Data: a.Data})
		}
	}
	return doc, nil
}

// candidate is an attachment that may be the document.
type candidate struct {
	index  int // in the message
	format sniff.Format
	rank   int
}

// readAttached reads the first readable attachment, richest first, and returns it. If all fail, it returns
// the first error; without any candidates, nil.
func (r *session) readAttached(ctx context.Context, message *mail.Message, from []candidate) (
	doc *document.Document, index int, first error,
) {
	for i, c := range from {
		if i == maxTried {
			break
		}
		doc, err := r.readFormat(ctx, c.format, message.Attachments[c.index].Data)
		if r.only > 0 && ctx.Err() == nil && (err != nil || !hasText(doc)) {
			// Only the whole file shows whether the mail is about it.
			doc, err = r.forAllPages().readFormat(ctx, c.format, message.Attachments[c.index].Data)
		}
		if err == nil && (hasText(doc) || len(doc.Attachments) > 0) {
			r.chosen = &file{c.format, message.Attachments[c.index].Data}
			return doc, c.index, nil
		}
		if ctx.Err() != nil {
			return nil, -1, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, -1, first
}

// candidates sorts the attachments by richness: either the inline pictures or the others.
func candidates(message *mail.Message, inline bool) []candidate {
	var all []candidate
	for i, a := range message.Attachments {
		kind, known := sniff.Sniff(a.Data)
		rank := richness(kind)
		if !known || rank == 0 || a.Inline != inline {
			continue
		}
		if namesDocument(a.Name) {
			rank++
		}
		all = append(all, candidate{i, kind, rank})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.rank, a.rank) })
	return all
}

// richness ranks formats of attachments by their information, in steps of two, so that a file name can
// break ties. E-invoices rank below the PDF that shows them, because they are read as its attachment. Mail
// programs add plain text themselves, so it does not count. Unreadable photos rank last: they explain why
// the mail holds no document.
func richness(k sniff.Format) int {
	switch k {
	case sniff.PDF:
		return 14
	case sniff.XML:
		return 12
	case sniff.DOCX, sniff.XLSX:
		return 10
	case sniff.OLE:
		return 8
	case sniff.PNG, sniff.JPEG, sniff.TIFF, sniff.WebP, sniff.BMP, sniff.GIF:
		return 6
	case sniff.HTML:
		return 4
	case sniff.CSV:
		return 2
	case sniff.HEIC, sniff.AVIF:
		return 1
	case sniff.Text, sniff.EML:
	}
	return 0
}

// namesDocument reports whether a file name is that of a business document, not of the terms attached to
// it.
func namesDocument(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{
		"invoice", "rechnung", "facture", "factura", "fattura", "fatura", "factuur", "faktura", "bill", "receipt", "beleg",
		"quittung",
		"credit", "gutschrift", "order", "bestellung", "statement", "kontoauszug",
	} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// readBodies reads a mail's texts, each as a page.
func readBodies(bodies []mail.Body) (*document.Document, error) {
	doc := &document.Document{}
	for _, b := range bodies {
		pages, err := readBody(b)
		if err != nil {
			return nil, err
		}
		for _, p := range pages {
			p.Number = len(doc.Pages) + 1
			doc.Pages = append(doc.Pages, p)
		}
	}
	return doc, nil
}

func readBody(b mail.Body) ([]document.Page, error) {
	if !b.HTML {
		return text.Read(b.Data, b.ContentType)
	}
	doc, err := html.Read(b.Data, b.ContentType)
	if err != nil {
		return nil, err
	}
	return doc.Pages, nil
}
