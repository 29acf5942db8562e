package read

import (
	"context"
	"image"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/barcode"
	"github.com/docmill/docmill/engine/read/paymentqr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

// codeDPI is the resolution for codes: the smallest modules in use, 0.3 millimeters, take four pixels.
const codeDPI = 300

// Limits of the search for codes of all formats in a file.
const (
	maxCodes  = 500
	maxDrawn  = 500 // places
	maxPlaces = 20  // of a page; it is drawn as a whole if it has more
)

// FindBarcodes adds the barcodes of all formats to a document that Read returned. Read itself adds QR codes only,
// because most types of documents need no others. It draws nothing if no page has a place for a code, and leaves out
// pages that cannot be drawn. A place without a code that repeats on pages with text, as a logo does, is drawn once.
// The error is that of ctx, as an *extractionerror.Error.
func (r *Reader) FindBarcodes(ctx context.Context, doc *document.Document) error {
	if kind, _ := sniff.Sniff(doc.File); kind == sniff.PDF {
		r.findInPDF(ctx, doc)
	} else if raster.CanDecode(kind) {
		n := 0
		for img, err := range raster.Pages(kind, doc.File) {
			if err != nil || n == len(doc.Pages) || len(doc.Barcodes) >= maxCodes || ctx.Err() != nil {
				break
			}
			addCodes(doc, n, wholePage(), barcode.Find(img))
			n++
		}
	}
	doc.Barcodes = doc.Barcodes[:min(len(doc.Barcodes), maxCodes)]
	if ctx.Err() != nil {
		return classify(ctx, ctx.Err())
	}
	return nil
}

// findInPDF draws whole pages as for OCR, and parts of pages in the resolution for codes.
func (r *Reader) findInPDF(ctx context.Context, doc *document.Document) {
	const large = 0.25 // of the page
	if !slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return len(p.CodePlaces) > 0 }) {
		return
	}
	file, err := pdf.Open(ctx, r.pdfium, doc.File)
	if err != nil {
		return
	}
	defer func() { _ = file.Close(ctx) }()       // nothing of it is needed any more
	drawn, without := 0, map[document.Box]bool{} // places of text pages without a code
	for i := range doc.Pages {
		places := doc.Pages[i].CodePlaces
		if len(places) > maxPlaces {
			places = []document.Box{wholePage()}
		}
		for _, place := range places {
			whole, before := place, len(doc.Barcodes)
			if without[whole] {
				continue
			}
			if drawn++; drawn > maxDrawn || len(doc.Barcodes) >= maxCodes || ctx.Err() != nil {
				return
			}
			var img *image.Gray
			if place.Width()*place.Height() > large {
				place = wholePage()
				img, err = file.Render(ctx, i, renderDPI)
			} else {
				place = withQuietZone(withQuietZone(place)) // linear codes need more
				img, err = file.RenderPart(ctx, i, codeDPI, place)
			}
			if err == nil {
				addCodes(doc, i, place, barcode.Find(img))
			}
			without[whole] = len(doc.Barcodes) == before && isTyped(&doc.Pages[i])
		}
	}
}

// isTyped reports whether the file states the words of a page. Pages of scans have an image at the same place.
func isTyped(page *document.Page) bool {
	return len(page.Lines) > 0 && len(page.Lines[0].Words) > 0 && page.Lines[0].Words[0].Source == document.SourceText
}

// readCodes finds QR codes at the given places of pages, by page number.
func readCodes(ctx context.Context, file *pdf.File, doc *document.Document, places map[int][]document.Box) error {
	for i := range doc.Pages {
		for _, place := range places[doc.Pages[i].Number] {
			place = withQuietZone(place)
			img, err := file.RenderPart(ctx, i, codeDPI, place)
			if pdf.IsCut(err) {
				continue
			}
			if err != nil {
				return err
			}
			addCodes(doc, i, place, paymentqr.Find(img))
		}
	}
	return nil
}

// addCodes adds the codes in a place of a page, except known ones.
func addCodes(doc *document.Document, i int, place document.Box, codes []document.Barcode) {
	for k := range codes {
		codes[k].Box = codes[k].Box.From(place)
	}
	doc.Barcodes = barcode.Merge(doc.Barcodes, codesOn(&doc.Pages[i], codes)...)
}

// codesOn converts the codes' boxes to the displayed page.
func codesOn(page *document.Page, codes []document.Barcode) []document.Barcode {
	for i := range codes {
		codes[i].Page, codes[i].Box = page.Number, codes[i].Box.Turn(page.Turned)
	}
	return codes
}

func wholePage() document.Box { return document.Box{X1: 1, Y1: 1} }

// withQuietZone returns the place of an object with a margin, in which codes have nothing.
func withQuietZone(place document.Box) document.Box {
	const quietZone = 0.1 // of the object, on each side
	dx, dy := quietZone*place.Width(), quietZone*place.Height()
	return document.Box{X0: max(place.X0-dx, 0), Y0: max(place.Y0-dy, 0), X1: min(place.X1+dx, 1),
		Y1: min(place.Y1+dy, 1)}
}
