package read

import (
	"context"
	"image"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/failure"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/sniff"
)

func (r *Reader) readImage(ctx context.Context, kind sniff.Kind, data []byte) (*document.Document, error) {
	if n := raster.Count(kind, data, maxOCRPages); n > maxOCRPages {
		return nil, tooManyScans(n)
	}
	doc := &document.Document{MIMEType: kind.MIMEType()}
	for img, err := range raster.Pages(kind, data) {
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lines, err := r.recognize(ctx, img, 0)
		if err != nil {
			return nil, err
		}
		doc.Pages = append(doc.Pages, document.Page{
			Number: len(doc.Pages) + 1,
			Width:  float64(img.Rect.Dx()),
			Height: float64(img.Rect.Dy()),
			Lines:  lines,
		})
	}
	return doc, nil
}

// recognize reads a page's pixels. Without an OCR program no document that
// needs one can be read, which is not the document's fault.
func (r *Reader) recognize(ctx context.Context, img *image.Gray, dpi int) ([]document.Line, error) {
	recognizer, err := r.ocr()
	if err != nil {
		return nil, failure.New(failure.InternalError, err,
			"Documents made of pictures cannot be read at the moment.")
	}
	lines, err := recognizer.Recognize(ctx, img, dpi)
	if err != nil {
		return nil, failure.New(failure.InternalError, err,
			"The text on the pictures of the document could not be recognised.")
	}
	return lines, nil
}
