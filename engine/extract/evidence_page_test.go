package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// evidenceOf extracts an invoice and returns the evidence for each value by path.
func evidenceOf(doc *document.Document) map[string]calibrate.Evidence {
	seen := map[string]calibrate.Evidence{}
	m := models()
	m.Calibration = &calibrate.Model{Watch: func(_, _ string, e calibrate.Evidence) { seen[e.Path] = e }}
	m.Document(doc, result.TypeInvoice)
	return seen
}

// invoiceSheet is an invoice with two items. The first has extra words beside and below its description.
func invoiceSheet(more ...string) *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 10, "Brunn & Falk Ltd", "9 Weir Road", "INVOICE")
	s.Column(350, 40, 10, append([]string{"Invoice Number: A-1001", "Invoice Date: 2031-11-05"}, more...)...)
	s.Column(50, 150, 10, "Bill to", "Oak & Sons Ltd", "4 Mill Lane")
	for i, row := range [][4]string{{"Description", "Qty", "Unit price", "Amount"}, {"Steel bracket", "4", "25.00",
		"100.00"},
		{"Brass hinge", "2", "10.00", "20.00"}} {
		y := 300 + 40*float64(i)
		s.Put(50, y, 10, row[0])
		s.End(350, y, 10, row[1])
		s.End(450, y, 10, row[2])
		s.End(540, y, 10, row[3])
	}
	s.Put(350, 460, 10, "Total EUR")
	s.End(540, 460, 10, "120.00")
	return sheettest.Bind(s)
}

func TestEvidenceRivals(t *testing.T) {
	t.Parallel()
	few := evidenceOf(invoiceSheet())
	many := evidenceOf(invoiceSheet("Due Date: 2031-12-05", "Delivered: 2031-11-01"))
	if a, b := few["issueDate"].Rivals, many["issueDate"].Rivals; a != 0 || b != 2 {
		t.Errorf("%d and %d other dates", a, b)
	}
	if n := few["total"].Rivals; n != 0 {
		t.Errorf("%d amounts are larger than the total", n)
	}
	if n := few["lineItems.1.amount"].Rivals; n != 3 { // 25, 100 and 120
		t.Errorf("%d amounts are larger than 20.00", n)
	}
	if n := few["invoiceNumber"].Rivals; n != calibrate.Unknown {
		t.Errorf("%d rivals of a number", n)
	}
}

// Unknown labels and words of unknown languages are counted.
func TestEvidenceUnknownWords(t *testing.T) {
	t.Parallel()
	usual := evidenceOf(invoiceSheet("Due Date: 2031-12-05"))["total"].Document
	odd := evidenceOf(invoiceSheet("Qwrt vlopp: 2031-12-05", "Xelmu: brefta dongri", "Ulk zam: porrel"))["total"].Document
	if usual.Known <= odd.Known || usual.Known > 1 || odd.Known <= 0 {
		t.Errorf("the lexicon knows %.2f of the usual words and %.2f of the odd ones", usual.Known, odd.Known)
	}
	if usual.Labeled != 1 || odd.Labeled >= 0.8 {
		t.Errorf("it knows %.2f of the usual labels and %.2f of the odd ones", usual.Labeled, odd.Labeled)
	}
	if usual.MissingKeys != 0 {
		t.Errorf("%d key fields are missing", usual.MissingKeys)
	}
}

func TestEvidenceOppositeParty(t *testing.T) {
	t.Parallel()
	both := evidenceOf(invoiceSheet())
	if e := both["vendorName"]; e.Opposite != 1 {
		t.Errorf("%+v", e)
	}
	if e := both["total"]; e.Opposite != calibrate.Unknown {
		t.Errorf("%+v", e)
	}
	s := sheettest.A4()
	s.Column(50, 40, 10, "Brunn & Falk Ltd", "9 Weir Road", "INVOICE", "Invoice Number: A-1001", "Total EUR 20.00")
	if e, found := evidenceOf(sheettest.Bind(s))["vendorName"]; found && e.Opposite != 0 {
		t.Errorf("%+v", e)
	}
}

func TestEvidenceUnusedWords(t *testing.T) {
	t.Parallel()
	plain := evidenceOf(invoiceSheet())
	doc := invoiceSheet()
	s := sheettest.A4() // as above, with words that belong to no member
	s.Put(200, 340, 10, "galvanised on request")
	doc.Pages[0].Lines = append(doc.Pages[0].Lines, sheettest.Bind(s).Pages[0].Lines...)
	full := evidenceOf(doc)
	if a, b := plain["lineItems.0.amount"].Unused, full["lineItems.0.amount"].Unused; a != 0 || b <= 0.2 {
		t.Errorf("%.2f and %.2f of the words are unused", a, b)
	}
	if e := plain["total"]; e.Unused != calibrate.Unknown {
		t.Errorf("%+v", e)
	}
}
