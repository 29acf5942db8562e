package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/pdfgen"
)

func invoicePDF() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Tools Ltd")
	p.Text(60, 78, 9, "14 Mill Lane")
	p.Text(60, 90, 9, "Leeds LS1 4AP")
	p.BoldRight(540, 60, 18, "INVOICE")
	p.Text(60, 130, 9, "Bill To")
	p.Text(60, 144, 9, "Oak & Sons")
	p.Text(60, 156, 9, "3 High Street")
	p.Text(60, 168, 9, "York YO1 7HH")
	for i, line := range [][2]string{{"Invoice No:", "HT-1188"}, {"Invoice Date:", "March 18, 2024"},
		{"Due Date:", "April 17, 2024"}} {
		p.Text(340, 130+14*float64(i), 9, line[0])
		p.Text(460, 130+14*float64(i), 9, line[1])
	}
	p.Text(60, 250, 9, "Description")
	p.TextRight(330, 250, 9, "Qty")
	p.TextRight(440, 250, 9, "Unit Price")
	p.TextRight(540, 250, 9, "Amount")
	p.Text(60, 268, 9, "Steel bracket")
	p.TextRight(330, 268, 9, "4")
	p.TextRight(440, 268, 9, "25.00")
	p.TextRight(540, 268, 9, "100.00")
	for i, line := range [][2]string{{"Subtotal", "100.00"}, {"VAT 20%", "20.00"}, {"Total GBP", "120.00"}} {
		p.Text(380, 300+18*float64(i), 9, line[0])
		p.TextRight(540, 300+18*float64(i), 9, line[1])
	}
	return doc.Bytes()
}

func TestExtract(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()

	res, err := e.Extract(t.Context(), extract.Request{Data: invoicePDF()})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, res, result.TypeInvoice, map[string]string{
		"invoiceNumber": "HT-1188", "issueDate": "2024-03-18", "dueDate": "2024-04-17", "vendorName": "Harrow Tools Ltd",
		"customerName": "Oak & Sons", "subtotal": "100.00", "taxTotal": "20.00", "total": "120.00", "currency": "GBP",
	})
	if res.Pages != 1 || res.MIMEType != "application/pdf" {
		t.Errorf("%d pages of %s", res.Pages, res.MIMEType)
	}

	res, err = e.Extract(t.Context(), extract.Request{
		Data: []byte("INVOICE\nInvoice No: A-17\nDate: 2024-03-01\nTotal: 12.00 EUR\n"), DocumentType: result.TypeInvoice,
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, res, result.TypeInvoice, map[string]string{"invoiceNumber": "A-17", "issueDate": "2024-03-01",
		"total": "12.00"})
	if f := res.Fields["total"]; f.Page == nil || *f.Page != 1 || f.Box == nil {
		t.Errorf("the total of a text stands on page %v at %v", f.Page, f.Box)
	}

	var fail *extractionerror.Error
	if _, err = e.Extract(t.Context(), extract.Request{Data: []byte("%PDF-1.7\nnot really")}); !errors.As(err, &fail) {
		t.Errorf("a broken file gives %v", err)
	}
}

func expect(t *testing.T, res *result.Result, documentType result.DocumentType, want map[string]string) {
	t.Helper()
	if res.DocumentType != documentType {
		t.Errorf("document type %s, want %s", res.DocumentType, documentType)
	}
	for name, w := range want {
		if got := res.Data[name]; got != w {
			t.Errorf("%s = %v, want %q", name, got, w)
		}
	}
}
