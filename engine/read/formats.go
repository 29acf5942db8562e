package read

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf16"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/docx"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/html"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/signed"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/read/text"
	"github.com/docmill/docmill/engine/read/xlsx"
)

// readFlowing reads formats without fixed pages.
func readFlowing(ctx context.Context, kind sniff.Format, data []byte) (*document.Document, error) {
	doc := &document.Document{}
	var err error
	switch kind {
	case sniff.DOCX:
		doc, err = docx.Read(ctx, data)
	case sniff.XLSX:
		doc, err = xlsx.Read(ctx, data)
	case sniff.HTML:
		doc, err = html.Read(data, "")
	case sniff.CSV:
		doc.Pages, err = text.ReadCSV(data)
	default:
		doc.Pages, err = text.Read(data, "")
	}
	if err != nil {
		return nil, err
	}
	doc.MIMEType = kind.MIMEType()
	return doc, nil
}

// readSigned reads the file inside a signed one.
func (r *session) readSigned(ctx context.Context, data []byte) (*document.Document, error) {
	content, err := signed.Content(data)
	if err != nil {
		return nil, err
	}
	kind, _ := sniff.Sniff(content)
	r.chosen = &file{kind, content}
	doc, err := r.readFormat(ctx, kind, content)
	if err != nil {
		return nil, err
	}
	doc.MIMEType = sniff.P7M.MIMEType()
	return doc, nil
}

// refuseOLE returns the error for a compound file (MS-CFB), by the names of its streams: encrypted Office
// files are wrapped in one, Office files from before 2007 are one.
func refuseOLE(data []byte) error {
	for _, c := range []struct {
		stream  string
		code    extractionerror.Code
		message string
	}{
		{"EncryptedPackage", extractionerror.PasswordProtected,
			"The document is protected by a password. Send it without one."},
		{"WordDocument", extractionerror.UnsupportedFormat,
			"The file is a Word document of the old format (.doc), which cannot be read. Save it as .docx or PDF."},
		{"Workbook", extractionerror.UnsupportedFormat,
			"The file is an Excel workbook of the old format (.xls), which cannot be read. Save it as .xlsx or PDF."},
		{"PowerPoint Document", extractionerror.UnsupportedFormat,
			"The file is a PowerPoint presentation, which cannot be read. Save it as PDF."},
		{"__properties_version1.0", extractionerror.UnsupportedFormat,
			"The file is an Outlook message (.msg), which cannot be read. Save it as .eml."},
	} {
		if bytes.Contains(data, wide(c.stream)) {
			return extractionerror.New(c.code, nil, "%s", c.message)
		}
	}
	return extractionerror.New(extractionerror.UnsupportedFormat, nil,
		"The file is of an old Office format, which cannot be read. Save it in a current one or as PDF.")
}

// wide encodes a name as compound files do, in UTF-16.
func wide(s string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}

// readXML reads an e-invoice without a page. The file becomes an attachment. Its texts are on a nominal
// page, one element per line, for custom fields.
func readXML(data []byte) (*document.Document, error) {
	entries, err := einvoice.Outline(data)
	if err != nil {
		return nil, err
	}
	page := document.Page{Number: 1, Nominal: true}
	for _, e := range entries {
		line := document.Line{}
		for word := range strings.FieldsSeq(e.Label + ": " + e.Text) {
			line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Source: document.SourceText})
		}
		page.Lines = append(page.Lines, line)
	}
	return &document.Document{
		MIMEType:    sniff.XML.MIMEType(),
		Pages:       []document.Page{page},
		Attachments: []document.Attachment{{Data: data}},
	}, nil
}

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
	doc := &document.Document{MIMEType: kind.MIMEType(), Pages: pages[:next], File: data}
	for _, found := range codes {
		doc.Barcodes = append(doc.Barcodes, found...)
	}
	return doc, nil
}
