package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// A wrong, missing or additional letter is allowed in recognized text only.
func TestMisreadLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line, field, want string
		source            document.Source
	}{
		{"lnvoice Number: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Invoice Nunber: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Rechnungsnumer: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Rechnungsnuummer: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Rechnungsnuummer: A-1001", "invoiceNumber", "", document.SourceText},
		{"Rechnungsxxmmer: A-1001", "invoiceNumber", "", document.SourceOCR},
	} {
		s := sheettest.A4()
		s.Column(50, 40, 10, "Marlow Fish Bar Ltd", "6 Quay Street")
		s.Put(50, 120, 10, c.line)
		doc := sheettest.Bind(s)
		for i := range doc.Pages[0].Lines {
			for k := range doc.Pages[0].Lines[i].Words {
				doc.Pages[0].Lines[i].Words[k].Source = c.source
			}
		}
		if got := extract(doc, result.TypeInvoice).Text(c.field); got != c.want {
			t.Errorf("%s %q: %s = %q, want %q", c.source, c.line, c.field, got, c.want)
		}
	}
}
