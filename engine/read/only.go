package read

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pagerender"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

// ReadPage reads one page, counted from 1, as Read reads it within the file (for formats without pages see
// package pagerender). It reads no other pages of PDF and image files. It calls before if the page needs
// OCR. Errors are *extractionerror.Error: NOT_FOUND if the page does not exist, and those of Read. A page
// may be without text.
func (r *Reader) ReadPage(
	ctx context.Context, data []byte, page int, before BeforePage,
) (found *document.Page, err error) {
	defer func() {
		if p := recover(); p != nil {
			found, err = nil, extractionerror.New(extractionerror.InternalError, fmt.Errorf("panic: %v\n%s", p, debug.Stack()),
				"The page could not be read because of an error on our side.")
		}
	}()
	doc, err := (&session{Reader: r, watch: Watch{BeforePage: before}, only: page}).dispatch(ctx, data)
	if err != nil {
		return nil, classify(ctx, err)
	}
	if found, err = onlySheet(doc, page); err != nil {
		return nil, classify(ctx, err)
	}
	return found, nil
}

// onlySheet returns the displayed page; a document may hold it alone.
func onlySheet(doc *document.Document, page int) (*document.Page, error) {
	for i := range doc.Pages {
		if p := &doc.Pages[i]; p.Number == page && !p.Nominal {
			return p, nil
		}
	}
	sheets := pagerender.New(doc.Pages)
	sheet, ok := sheets.Sheet(page)
	if !ok {
		return nil, noSuchPage(page, sheets.Count())
	}
	return &sheet, nil
}

// forAllPages returns the same session for all pages.
func (r *session) forAllPages() *session { return &session{Reader: r.Reader, watch: r.watch} }

// readOnly reads the requested page of a PDF, which must exist.
func (r *session) readOnly(ctx context.Context, file *pdf.File, doc *document.Document) error {
	page, err := file.Page(ctx, r.only-1)
	if pdf.IsCut(err) {
		doc.Pages = []document.Page{{Number: r.only, Partial: true}}
		return nil
	}
	if err != nil {
		return err
	}
	doc.Pages = []document.Page{page.Page}
	doc.Pages[0].Number = r.only // a damaged one has none
	if !needsOCR(page) {
		return nil
	}
	return r.readScans(ctx, file, doc, []int{0})
}

// readOnlyImage reads the requested page of an image file, which must exist.
func (r *session) readOnlyImage(ctx context.Context, kind sniff.Format, data []byte) (*document.Document, error) {
	img, err := raster.Page(kind, data, r.only-1)
	if err != nil {
		return nil, err
	}
	doc := &document.Document{MIMEType: kind.MIMEType(), Pages: []document.Page{{
		Number: r.only, Width: float64(img.Rect.Dx()), Height: float64(img.Rect.Dy()),
	}}}
	q := r.newRecognition(ctx)
	q.add(img, 0, &doc.Pages[0], &doc.Barcodes)
	return doc, q.wait()
}

func noSuchPage(page, pages int) error {
	return extractionerror.New(extractionerror.NotFound, nil, "The document has no page %d: it has %d.", page, pages)
}
