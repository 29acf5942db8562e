package read

import (
	"bytes"
	"context"
	"image"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/barcode"
	"github.com/docmill/docmill/engine/read/paymentqr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

// codeDPI is the resolution for codes: the smallest modules in use, 0.3 millimeters, take four pixels.
const codeDPI = 300.0

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
	const wideZone = 0.22 // linear codes need more than matrix codes
	if !slices.ContainsFunc(doc.Pages, func(p document.Page) bool { return len(p.CodePlaces) > 0 }) {
		return
	}
	var file *pdf.File // most places need no drawing
	defer func() {
		if file != nil {
			_ = file.Close(ctx) // nothing of it is needed any more
		}
	}()
	drawn, without := 0, map[document.Box]*image.Gray{} // pictures of places of text pages without a code
	for i := range doc.Pages {
		places := doc.Pages[i].CodePlaces
		if len(places) > maxPlaces {
			places = []document.CodePlace{{Box: wholePage()}}
		}
		for _, place := range places {
			before := len(doc.Barcodes)
			if last, isKnown := without[place.Box]; isKnown && isSame(last, place.Picture) {
				continue
			}
			if drawn++; drawn > maxDrawn || len(doc.Barcodes) >= maxCodes || ctx.Err() != nil {
				return
			}
			if place.Picture == nil && file == nil {
				opened, err := pdf.Open(ctx, r.pdfium, doc.File)
				if err != nil {
					return
				}
				file = opened
			}
			if img, box, err := drawPlace(ctx, file, &doc.Pages[i], i, place, wideZone); err == nil {
				addCodes(doc, i, box, barcode.Find(img))
			}
			if len(doc.Barcodes) == before && isTyped(&doc.Pages[i]) {
				without[place.Box] = place.Picture
			}
		}
	}
}

func isSame(a, b *image.Gray) bool {
	return a == b || a != nil && b != nil && bytes.Equal(a.Pix, b.Pix)
}

// isTyped reports whether the file states the words of a page. Pages of scans have an image at the same place.
func isTyped(page *document.Page) bool {
	return len(page.Lines) > 0 && len(page.Lines[0].Words) > 0 && page.Lines[0].Words[0].Source == document.SourceText
}

// readCodes finds QR codes at the given places of pages, by page number. It searches a picture that repeats once.
func readCodes(ctx context.Context, file *pdf.File, doc *document.Document, at map[int][]document.CodePlace) error {
	const quietZone = 0.1
	var without *image.Gray // the last picture without a code
	for i := range doc.Pages {
		for _, place := range at[doc.Pages[i].Number] {
			if without != nil && isSame(without, place.Picture) {
				continue
			}
			img, box, err := drawPlace(ctx, file, &doc.Pages[i], i, place, quietZone)
			if pdf.IsCut(err) {
				continue
			}
			if err != nil {
				return err
			}
			codes := paymentqr.Find(img)
			addCodes(doc, i, box, codes)
			if place.Picture != nil && len(codes) == 0 {
				without = place.Picture
			}
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
		codes[i].Page, codes[i].Box = page.Number, page.Upright(codes[i].Box)
	}
	return codes
}

func wholePage() document.Box { return document.Box{X1: 1, Y1: 1} }

// drawPlace draws a place of page i with a quiet zone, which is a share of its sides, and returns the drawn box. It
// draws large places with their page, as for OCR. A picture needs no drawing.
func drawPlace(ctx context.Context, file *pdf.File, page *document.Page, i int, place document.CodePlace,
	quietZone float64) (img *image.Gray, box document.Box, err error) {
	const large, pointsPerInch, maxSide = 0.25, 72, 3000 // of the page; of the picture in pixels
	dx, dy := quietZone*place.Width(), quietZone*place.Height()
	box = document.Box{X0: place.X0 - dx, Y0: place.Y0 - dy, X1: place.X1 + dx, Y1: place.Y1 + dy}
	if place.Picture == nil {
		if place.Width()*place.Height() > large {
			img, err = file.Render(ctx, i, renderDPI)
			return img, wholePage(), err
		}
		box = document.Box{X0: max(box.X0, 0), Y0: max(box.Y0, 0), X1: min(box.X1, 1), Y1: min(box.Y1, 1)}
		img, err = file.RenderPart(ctx, i, codeDPI, box)
		return img, box, err
	}
	w, h := page.DisplayedSize()
	w, h = w*place.Width(), h*place.Height()
	scale := min(codeDPI/pointsPerInch, maxSide/max(w, h))
	size := image.Pt(max(1, int(w*scale)), max(1, int(h*scale)))
	if img = place.Picture; size.X > img.Rect.Dx() && size.Y > img.Rect.Dy() {
		img = pixels.Enlarge(img, size.X, size.Y)
	}
	scaled, at := pixels.Shrink(img, size.X, size.Y), image.Pt(int(quietZone*w*scale), int(quietZone*h*scale))
	img = pixels.White(size.X+2*at.X, size.Y+2*at.Y)
	pixels.Paste(img, at, scaled, scaled.Rect)
	return img, box, nil
}
