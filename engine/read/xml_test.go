package read_test

import (
	"context"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
)

func TestXML(t *testing.T) {
	t.Parallel()
	r := reader(t)
	data := []byte(`<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">` +
		`<ExchangedDocument><ID>A-18</ID></ExchangedDocument></CrossIndustryInvoice>`)
	doc, err := r.Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	page := doc.Pages[0]
	if doc.MIMEType != "application/xml" || !page.Nominal || len(page.Lines) != 1 ||
		page.Lines[0].Text() != "Exchanged Document ID: A-18" {
		t.Errorf("%s, %+v", doc.MIMEType, doc.Pages)
	}
	if w := page.Lines[0].Words[3]; w.Source != document.SourceText || !w.Box.Empty() {
		t.Errorf("word %+v", w)
	}
	if len(doc.Attachments) != 1 || string(doc.Attachments[0].Data) != string(data) {
		t.Errorf("attachments %+v", doc.Attachments)
	}
	_, err = r.Read(context.Background(), data[:len(data)-10])
	if extractionerror.CodeOf(err) != extractionerror.CorruptFile {
		t.Errorf("cut: %v", err)
	}
}
