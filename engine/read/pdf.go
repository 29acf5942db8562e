package read

import (
	"context"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/failure"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/sniff"
)

// renderDPI is the resolution of pages for OCR: clean print gains nothing from
// more.
const renderDPI = 200

func (r *Reader) readPDF(ctx context.Context, data []byte) (_ *document.Document, err error) {
	file, err := r.pdf.Open(ctx, data)
	if err != nil {
		return nil, err
	}
	defer func() {
		if cerr := file.Close(ctx); err == nil && cerr != nil {
			err = cerr
		}
	}()
	doc := &document.Document{MIMEType: sniff.PDF.MIMEType()}
	if doc.Info, err = file.Info(ctx); err != nil {
		return nil, err
	}
	if doc.Attachments, err = file.Attachments(ctx); err != nil {
		return nil, err
	}
	scans, err := readTexts(ctx, file, doc)
	if err != nil {
		return nil, err
	}
	return doc, r.readScans(ctx, file, doc, scans)
}

// readTexts fills the document's pages with the file's own text and gives the
// indexes of those that are to be read by OCR.
func readTexts(ctx context.Context, file *pdf.File, doc *document.Document) (scans []int, err error) {
	const maxChars = 20_000_000
	damaged, chars := 0, 0
	for n := range file.PageCount() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		page, err := file.Page(ctx, n)
		if err != nil {
			return nil, err
		}
		if page.Number == 0 {
			damaged++
			page.Number = n + 1
		}
		if chars += page.Visible; chars > maxChars {
			return nil, failure.New(failure.TooComplex, nil, "The PDF holds more text than can be read. Split it and send the parts.")
		}
		if needsOCR(page) {
			scans = append(scans, n)
		}
		doc.Pages = append(doc.Pages, page.Page)
	}
	if damaged == file.PageCount() {
		return nil, failure.New(failure.CorruptFile, nil, "All pages of the PDF are damaged.")
	}
	return scans, nil
}

// needsOCR tells whether a page shows text that is not there as text: nothing
// but objects, a scan with a stamp or a footer, or characters that stand for
// nothing. Hidden text, which scanners put behind the picture, does not count:
// what the page shows may be something else.
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
	case float64(p.Garbled) > tolerable*float64(p.Visible):
		return true
	case p.Visible < few:
		return p.Images > picture || p.Objects > drawn
	}
	return p.Visible < some && p.Images > fullPage
}

// readScans replaces the text of those pages by what OCR finds; hidden text
// stays behind it.
func (r *Reader) readScans(ctx context.Context, file *pdf.File, doc *document.Document, scans []int) error {
	if len(scans) == 0 {
		return nil
	}
	if len(scans) > maxOCRPages {
		return tooManyScans(len(scans))
	}
	for _, n := range scans {
		if err := ctx.Err(); err != nil {
			return err
		}
		img, err := file.Render(ctx, n, renderDPI)
		if err != nil {
			return err
		}
		page := &doc.Pages[n]
		dpi := renderDPI
		if page.Width > 0 { // a huge page comes at less
			dpi = max(int(float64(img.Rect.Dx())/page.Width*72+0.5), 1)
		}
		lines, err := r.recognize(ctx, img, dpi)
		if err != nil {
			return err
		}
		page.Lines = append(lines, hidden(page.Lines)...)
	}
	return nil
}

func tooManyScans(n int) error {
	return failure.New(failure.TooManyPages, nil,
		"%d pages have to be read from pictures; at most %d can be. Split the file and send the parts.", n, maxOCRPages)
}

func hidden(lines []document.Line) []document.Line {
	var out []document.Line
	for _, l := range lines {
		if len(l.Words) > 0 && l.Words[0].Hidden { // lines are of one sort
			out = append(out, l)
		}
	}
	return out
}
