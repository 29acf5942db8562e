package eval_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/eval"
)

// Copies of one invoice teach nothing to each other; others of the template do, and
// each document is measured once for each number of corrected ones.
func TestLearnTakesEachDocumentOnce(t *testing.T) {
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
	if len(l.Rows) != 2 || l.Unknown != 4 || l.Changed != 0 || l.Lesson <= 0 {
		t.Fatalf("%+v", l)
	}
	for i, r := range l.Rows {
		if r.Taught != i+1 || r.Documents != 4 || !r.SameVendor || r.Recognised != 4 || r.With < r.Without {
			t.Errorf("%+v", r)
		}
	}
	if _, err := eval.Learn(t.Context(), sharedReader(t), []string{folder}, eval.Selection{Collections: []string{"none"}}, 1,
		0); !errors.Is(err, eval.ErrNothing) {
		t.Errorf("error %v", err)
	}
}

// A receipt's number is a field of its own.
func TestNumbersOfReceipts(t *testing.T) {
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
