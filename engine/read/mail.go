package read

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/html"
	"github.com/docmill/docmill/engine/read/mail"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/read/text"
)

// maxTried bounds the attachments that are tried until one is readable.
const maxTried = 5

// readMail reads a mail: the document is the richest attachment, of several the one with amounts, or else the mail's
// text. The mail's header becomes Info; its attachments become the document's.
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

// readAttached reads the attachments of the richest readable format until one has the amounts of a business document,
// and returns that, or else the one with most amounts. If all fail, it returns the first error; without any
// candidates, nil.
func (r *session) readAttached(ctx context.Context, message *mail.Message, from []candidate) (
	doc *document.Document, index int, first error,
) {
	index = -1
	most, rank := -1.0, 0
	for i, c := range from {
		if i == maxTried || c.rank/rankStep < rank/rankStep {
			break
		}
		data := message.Attachments[c.index].Data
		found, err := r.readCandidate(ctx, c.format, data, len(from) == 1)
		if ctx.Err() != nil {
			return nil, -1, err
		}
		if err != nil || !hasText(found) && len(found.Attachments) == 0 {
			first = cmp.Or(first, err)
			continue
		}
		share := amountShare(found)
		if share > most {
			doc, index, most, rank, r.chosen = found, c.index, share, c.rank, &file{c.format, data}
		}
		if share >= minAmountShare || isRecognized(found) {
			break
		}
	}
	if doc == nil {
		return nil, -1, first
	}
	return doc, index, nil
}

// readCandidate reads an attachment. Only the whole file shows whether the mail is about it, so of several it reads
// all pages.
func (r *session) readCandidate(ctx context.Context, format sniff.Format, data []byte, isAlone bool) (
	*document.Document, error,
) {
	if r.only == 0 {
		return r.readFormat(ctx, format, data)
	}
	if isAlone {
		doc, err := r.readFormat(ctx, format, data)
		if ctx.Err() != nil || err == nil && hasText(doc) {
			return doc, err
		}
	}
	return r.forAllPages().readFormat(ctx, format, data)
}

// minAmountShare is the minimum share of amounts among the words of an invoice or a statement. Terms and leaflets have
// fewer.
const minAmountShare = 1.0 / 40

// printedAmount is an amount with two decimals, with or without a currency sign.
var printedAmount = regexp.MustCompile(`^\W{0,3}\d{1,3}(?:[.,'’ ]?\d{3})*[.,]\d{2}\W{0,3}$`)

// amountShare returns the share of amounts among the words: 1 for a file with an e-invoice inside, 0 for a single
// amount.
func amountShare(doc *document.Document) float64 {
	for _, a := range doc.Attachments {
		if _, ok := einvoice.Recognize(a.Data); ok {
			return 1
		}
	}
	words, amounts := 0, 0
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			for _, w := range l.Words {
				if words++; printedAmount.MatchString(w.Text) {
					amounts++
				}
			}
		}
	}
	if amounts < 2 {
		return 0
	}
	return float64(amounts) / float64(words)
}

// isRecognized reports whether a document is a picture. Recognizing more of them takes too long.
func isRecognized(doc *document.Document) bool {
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			for _, w := range l.Words {
				return w.Source == document.SourceOCR
			}
		}
	}
	return false
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

// rankStep is the distance between the ranks of formats.
const rankStep = 2

// richness ranks formats of attachments by their information, in steps of two, so that a file name can
// break ties. E-invoices rank below the PDF that shows them, because they are read as its attachment. Mail
// programs add plain text themselves, so it does not count. Unreadable photos rank last: they explain why
// the mail holds no document.
func richness(k sniff.Format) int {
	switch k {
	case sniff.PDF:
		return 14
	case sniff.XML, sniff.P7M:
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
