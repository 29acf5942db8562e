package read

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/sniff"
)

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
