package read

import (
	"context"
	"errors"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/sniff"
)

// renderDPI is the resolution for OCR. Higher ones do not improve clean print.
const renderDPI = 200

func (r *session) readPDF(ctx context.Context, data []byte) (_ *document.Document, err error) {
	file, err := pdf.Open(ctx, r.pdfium, data)
	if errors.Is(err, pdf.ErrDynamicForm) {
		if page := pdf.FormPage(data); page != nil {
			return &document.Document{MIMEType: sniff.PDF.MIMEType(), Pages: []document.Page{*page}}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if cerr := file.Close(ctx); err == nil && cerr != nil {
			err = cerr
		}
	}()
	if r.only > file.PageCount() {
		return nil, noSuchPage(r.only, file.PageCount())
	}
	doc := &document.Document{MIMEType: sniff.PDF.MIMEType(), File: data}
	if r.only > 0 {
		return doc, r.readOnly(ctx, file, doc)
	}
	if doc.Info, err = file.Info(ctx); err != nil {
		return nil, err
	}
	if doc.Attachments, err = file.Attachments(ctx); err != nil {
		return nil, err
	}
	scans, squares, err := readTexts(ctx, file, doc)
	if err != nil {
		return nil, err
	}
	if err := r.readScans(ctx, file, doc, scans); err != nil {
		return nil, err
	}
	if !hasText(doc) && len(doc.Attachments) == 0 && hasPartial(doc) {
		return nil, extractionerror.New(extractionerror.TooComplex, nil,
			"The pages of the PDF are too complex to read. Print it to a new PDF and send that.")
	}
	return doc, readCodes(ctx, file, doc, squares)
}

func hasPartial(doc *document.Document) bool {
	return slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return p.Partial })
}

// readTexts fills the pages with the file's text. It returns the indexes of the pages that need OCR and, by
// page number, the places where other pages may have QR codes.
func readTexts(
	ctx context.Context, file *pdf.File, doc *document.Document,
) (scans []int, squares map[int][]document.CodePlace, err error) {
	damaged := 0
	squares = map[int][]document.CodePlace{}
	for n := range file.PageCount() {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		page, err := file.Page(ctx, n)
		if pdf.IsCut(err) {
			doc.Pages = append(doc.Pages, document.Page{Number: n + 1, Partial: true})
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if page.Number == 0 {
			damaged++
			page.Number = n + 1
		}
		if needsOCR(page) {
			scans = append(scans, n)
		} else if len(page.Squares) > 0 {
			squares[page.Number] = page.Squares
		}
		doc.Pages = append(doc.Pages, page.Page)
	}
	if damaged == file.PageCount() {
		return nil, nil, extractionerror.New(extractionerror.CorruptFile, nil, "All pages of the PDF are damaged.")
	}
	return scans, squares, nil
}

// needsOCR reports whether a page shows text that its text layer lacks: only objects, a scan with a stamp
// or a footer, or wrongly mapped characters. Hidden text, which scanners add, does not count because it may
// differ from the picture.
func needsOCR(p *pdf.Page) bool {
	const (
		few       = 20  // characters: a footer
		some      = 100 // characters: a stamp, a letterhead
		fullPage  = 0.5 // of the page
		picture   = 0.1 // of the page
		drawn     = 50  // objects: text drawn as outlines
		tolerable = 0.3 // of the characters
	)
	switch {
	case p.Visible == 0:
		return p.Objects > 0
	case float64(p.Garbled) > tolerable*float64(p.Visible), isGarbled(p.Lines):
		return true
	case p.Visible < few:
		return p.Images > picture || p.Objects > drawn
	}
	return p.Visible < some && p.Images > fullPage
}
