package extractor_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// TestEmbeddedXML has a child read a PDF with an e-invoice inside, with and
// without it.
func TestEmbeddedXML(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(595, 842).Text(60, 60, 12, "Invoice No: A-17 of March 18, 2024")
	doc.Attach("invoice.xml", []byte(`<CrossIndustryInvoice `+
		`xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">`+
		`<ExchangedDocument><ID>A-18</ID></ExchangedDocument></CrossIndustryInvoice>`))
	data := doc.Bytes()
	e := newEngine(t, "eng", engineCache())
	for ignore, want := range map[bool]string{false: "A-18", true: "A-17"} {
		job := enginepool.Job{DocumentType: "invoice", IgnoreEmbeddedXML: ignore}
		answer, err := e.Extract(t.Context(), job, bytes.NewReader(data), int64(len(data)))
		require.NoError(t, err)
		require.True(t, answer.Extraction != nil, answer)
		var found struct {
			InvoiceNumber string `json:"invoiceNumber"`
		}
		if err := json.Unmarshal(answer.Extraction.Data, &found); err != nil || found.InvoiceNumber != want {
			t.Errorf("ignore %v: %s, %v, want %s", ignore, answer.Extraction.Data, err, want)
		}
	}
}
