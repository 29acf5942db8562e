package read

import (
	"context"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
)

func (r *session) readImage(ctx context.Context, kind sniff.Format, data []byte) (*document.Document, error) {
	n := raster.Count(kind, data, maxOCRPages)
	if n > maxOCRPages {
		return nil, tooManyScans(n)
	}
	if r.only > n {
		return nil, noSuchPage(r.only, n)
	}
	if r.only > 0 {
		return r.readOnlyImage(ctx, kind, data)
	}
	pages, codes := make([]document.Page, n), make([][]document.Barcode, n)
	next := 0
	q := r.newRecognition(ctx)
	for img, err := range raster.Pages(kind, data) {
		if err != nil || q.ctx.Err() != nil {
			q.cancel(err)
			break
		}
		pages[next] = document.Page{Number: next + 1, Width: float64(img.Rect.Dx()), Height: float64(img.Rect.Dy())}
		q.add(img, 0, &pages[next], &codes[next])
		if next++; next == n || q.ctx.Err() != nil {
			break
		}
	}
	if err := q.wait(); err != nil {
		return nil, err
	}
	doc := &document.Document{MIMEType: kind.MIMEType(), Pages: pages[:next]}
	for _, found := range codes {
		doc.Barcodes = append(doc.Barcodes, found...)
	}
	return doc, nil
}
