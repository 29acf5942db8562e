package eval_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/lab/pdfgen"
)

// Copies of one invoice do not teach each other. Each document is measured once for each number of corrected
// documents.
func TestLearnDuplicates(t *testing.T) {
	t.Parallel()
	files, lines := map[string][]byte{}, []object{}
	for i, number := range []string{"HT-1188", "HT-1188", "HT-1", "HT-2"} {
		name := fmt.Sprintf("%d.pdf", i)
		files[name] = invoicePDF()
		lines = append(lines, object{"file": name, "collection": "made", "template": "harrow", "documentType": "invoice",
			"truth": object{"invoiceNumber": number, "vendorName": "Harrow Tools Ltd", "total": "144.00"}})
	}
	folder := collection(t, files, lines...)
	l, err := eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{}, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Rows) != 2 || l.Unknown != 4 || l.Changed != 0 || l.ExampleBytes <= 0 {
		t.Fatalf("%+v", l)
	}
	for i, r := range l.Rows {
		if r.Taught != i+1 || r.Documents != 4 || !r.SameVendor || r.Recognized != 4 || r.With < r.Without {
			t.Errorf("%+v", r)
		}
	}
	if _, err := eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{Collections: []string{"none"}},
		1,
		0); !errors.Is(err, eval.ErrNothing) {
		t.Errorf("error %v", err)
	}
}

// Receipts have a separate number field.
func TestReceiptNumbers(t *testing.T) {
	t.Parallel()
	folder := collection(t, map[string][]byte{"a.pdf": invoicePDF()}, object{"file": "a.pdf", "collection": "made",
		"documentType": "receipt", "truth": object{"invoiceNumber": "HT-1188"}})
	report, err := eval.Run(t.Context(), sharedReader(t), folder, eval.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Documents[0].Scores[0].Field; got != "receiptNumber" {
		t.Errorf("measured as %q", got)
	}
}

// discountedPDF is an invoice with a meaningless heading over its prices.
func discountedPDF(number string, rows ...[5]string) []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Tools Ltd")
	p.Text(60, 78, 9, "14 Mill Lane, Leeds LS1 4AP")
	p.Text(60, 92, 9, "VAT no. GB980780684")
	p.BoldRight(540, 60, 18, "INVOICE")
	p.Text(340, 130, 9, "Invoice No:")
	p.Text(460, 130, 9, number)
	for i, row := range append([][5]string{{"Description", "Krem", "Rabo", "Disc. %", "Amount"}}, rows...) {
		y := 250 + 18*float64(i)
		p.Text(60, y, 9, row[0])
		for k, x := range []float64{300, 370, 440, 540} {
			p.TextRight(x, y, 9, row[k+1])
		}
	}
	return doc.Bytes()
}

// Learn measures single values, amounts and whole lines of line items.
func TestLearnLineItems(t *testing.T) {
	t.Parallel()
	files, lines := map[string][]byte{}, []object{}
	for i, rows := range [][][5]string{
		{{"Steel bracket", "4", "12.50", "10 %", "45.00"}, {"Garden hose", "2", "40.00", "5 %", "76.00"}},
		{{"Copper pipe", "3", "22.00", "50 %", "33.00"}, {"Wall anchor", "12", "0.50", "25 %", "4.50"}},
		{{"Tool box", "1", "84.00", "25 %", "63.00"}, {"Work gloves", "6", "6.40", "5 %", "36.48"}},
	} {
		name, number, items := fmt.Sprintf("%d.pdf", i), fmt.Sprintf("HT-%d", i+1), []object{}
		files[name] = discountedPDF(number, rows...)
		for _, r := range rows {
			items = append(items, object{"description": r[0], "quantity": r[1], "unitPrice": r[2], "amount": r[4]})
		}
		lines = append(lines, object{"file": name, "collection": "made", "template": "harrow", "documentType": "invoice",
			"truth": object{"invoiceNumber": number, "vendorName": "Harrow Tools Ltd", "lineItems": items}})
	}
	folder := collection(t, files, lines...)
	learn := func(wrong float64) eval.ItemsLearning {
		l, err := eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{}, 1, wrong)
		if err != nil || len(l.Rows) != 1 || l.Changed != 0 {
			t.Fatalf("%+v, %v", l, err)
		}
		return l.Rows[0].Items
	}
	right := learn(0)
	if right.Documents != 3 || right.Improved != 3 || right.Broken != 0 || right.Lines.Without != 0 ||
		right.Lines.With != 1 ||
		right.Cells.With <= right.Cells.Without || right.Amounts != (eval.Change{Without: 1, With: 1}) {
		t.Errorf("%+v", right)
	}
	if wrong := learn(1); wrong.Improved+wrong.Broken != 0 || wrong.Lines.With != wrong.Lines.Without {
		t.Errorf("prices and amounts were taken for each other: %+v", wrong)
	}
}
