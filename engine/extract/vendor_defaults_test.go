package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
)

// mailed is an invoice of the vendor with a mail address, two dates and a total.
func mailed(mail, number, issued, due, total string) *document.Document {
	c := sheettest.A4()
	c.Put(60, 40, 16, "Tarn Printing")
	c.Put(60, 62, 9, "1 Hill Top")
	c.Put(60, 74, 9, mail)
	c.End(540, 40, 18, "INVOICE")
	c.Put(60, 130, 9, "Bill to:")
	c.Put(60, 144, 9, "Moss & Co")
	c.Put(60, 156, 9, "6 Cliff Walk")
	for i, line := range [][2]string{{"Invoice number", number}, {"Invoice date", issued}, {"Due date", due}} {
		c.Put(330, 130+14*float64(i), 9, line[0]+":")
		c.Put(460, 130+14*float64(i), 9, line[1])
	}
	c.Put(60, 260, 9, "Description")
	c.End(540, 260, 9, "Amount")
	c.Put(60, 280, 9, "Printed leaflets")
	c.End(540, 280, 9, total)
	c.Put(360, 320, 9, "Total")
	c.End(540, 320, 9, total)
	return sheettest.Bind(c)
}

const ours, others = "office@tarnprinting.example", "office@skiptonpress.example"

// wantLearned checks the value of a field, and whether the example of doc-1 taught it.
func wantLearned(t *testing.T, what string, res *result.Result, name, want string, learned bool) {
	t.Helper()
	f := res.Fields[name]
	if f.Value != want || (f.Source == document.SourceLearned) != learned {
		t.Errorf("%s: %s is %v, from %s, want %s", what, name, f.Value, f.Source, want)
	}
	if told := f.Learned != nil && *f.Learned == (result.Learned{Layout: "lay-1", Document: "doc-1",
		Correction: 7}); told != learned {
		t.Errorf("%s: %s names %v", what, name, f.Learned)
	}
	if learned && (f.Page == nil || f.Box == nil || f.Confidence <= 0 || f.Confidence >= 0.95) {
		t.Errorf("%s: %s at %v, %v, confidence %v", what, name, f.Page, f.Box, f.Confidence)
	}
}

// One corrected date teaches the vendor's date order.
func TestLearnedVendorDateOrder(t *testing.T) {
	t.Parallel()
	known := taught(t, mailed(ours, "T-101", "3/4/2024", "5/4/2024", "310.00 EUR"),
		map[string]any{"issueDate": "2024-03-04"})
	for what, c := range map[string]struct {
		mail, issued, due string
		wantIssued, want  string
		learned           bool
	}{
		"the vendor":       {ours, "6/7/2024", "8/7/2024", "2024-06-07", "2024-08-07", true},
		"another vendor":   {others, "6/7/2024", "8/7/2024", "2024-07-06", "2024-07-08", false},
		"the page tells":   {ours, "6/7/2024", "28/7/2024", "2024-07-06", "2024-07-28", false},
		"months in letter": {ours, "6 July 2024", "8 July 2024", "2024-07-06", "2024-07-08", false},
	} {
		res := models().DocumentByTemplates(mailed(c.mail, "T-102", c.issued, c.due, "95.00 EUR"),
			result.TypeInvoice,
			[]template.Template{known})
		wantLearned(t, what, res, "issueDate", c.wantIssued, c.learned)
		wantLearned(t, what, res, "dueDate", c.want, c.learned)
	}
}

// A corrected currency teaches the vendor's kind of dollar.
func TestLearnedVendorCurrency(t *testing.T) {
	t.Parallel()
	known := taught(t, mailed(ours, "T-101", "March 4, 2024", "April 5, 2024", "$310.00"),
		map[string]any{"currency": "CAD"})
	for what, c := range map[string]struct {
		mail, total, want string
		learned           bool
	}{
		"the vendor":           {ours, "$95.00", "CAD", true},
		"another vendor":       {others, "$95.00", "USD", false},
		"spelled out":          {ours, "US$95.00", "USD", false},
		"another currency":     {ours, "€95.00", "EUR", false},
		"spelled out, as ever": {ours, "CA$95.00", "CAD", false},
	} {
		res := models().DocumentByTemplates(mailed(c.mail, "T-102", "June 7, 2024", "July 8, 2024", c.total),
			result.TypeInvoice,
			[]template.Template{known})
		wantLearned(t, what, res, "currency", c.want, c.learned)
		if total := res.Fields["total"].Value; total != "95.00" {
			t.Errorf("%s: total %v", what, total)
		}
	}
}
