package items_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// Rows of sums and the document's metadata in columns are not items; a tax label with a proven product is one.
func TestSumsNotItems(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -300, 360, -440, -545}
	head := "Description | Qty | | Unit Price | Amount"
	check(t, map[string]table{
		"a note left of the sum": {
			columns, []string{head, "Oak board | 2 | | 70.00 | 140.00", "Sort code 20-11-93 | | Subtotal | | 140.00"},
			[]string{"Oak board, 2, 70.00, 140.00"},
		},
		"a note with a rate": {
			columns, []string{head, "Oak board | 2 | | 70.00 | 140.00",
				"2.5% a month is charged when late. | | SUBTOTAL | | 140.00"},
			[]string{"Oak board, 2, 70.00, 140.00"},
		},
		"a name that opens with a tax": {
			columns, []string{head, "Bookkeeping | 3 | | 70.00 | 210.00", "VAT return | 2 | | 40.00 | 80.00",
				"Archive boxes | 4 | | 2.00 | 8.00"},
			[]string{"Bookkeeping, 3, 70.00, 210.00", "VAT return, 2, 40.00, 80.00", "Archive boxes, 4, 2.00, 8.00"},
		},
		"such a name, amounts with tax": {
			columns, []string{"Désignation | Qté | | P.U. TTC | Montant TTC", "Nuit | 2 | | 70,00 | 140,00",
				"Taxe de séjour | 4 | | 1,20 | 4,80"},
			[]string{"Nuit, 2, 70.00, 140.00", "Taxe de séjour, 4, 1.20, 4.80"},
		},
	})
}

func TestAmountDueNotItem(t *testing.T) {
	t.Parallel()
	g := newGrid(50, 200, 330, -545)
	g.rows("Description | Date of Issue | Invoice Number | Amount Due", "Harlan Groves | 24/03/2031 | 0417 | £140.00")
	if got := told(invoice(sheettest.Bind(g.Sheet))); len(got) > 0 {
		t.Errorf("%q", got)
	}
}
