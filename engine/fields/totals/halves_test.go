package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// Indian GST within a state has two equal halves, in separate rows or in the columns of a table.
func TestSplitTax(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"with rates": {
			[]string{"Subtotal|700.00", "Output CGST 9%|63.00", "Output SGST 9%|63.00", "Total|826.00"},
			[]string{"subtotal=700.00", "taxTotal=126.00", "total=826.00", "taxes.0.rate=9", "taxes.0.amount=63.00",
				"taxes.1.rate=9", "taxes.1.amount=63.00"},
		},
		"without, and rounded": {
			[]string{"Subtotal|705.50", "CGST|63.50", "UTGST|63.50", "Round off|(-)0.50", "Total|832.00"},
			[]string{"subtotal=705.50", "taxTotal=127.00", "total=832.00"},
		},
		"in columns": {
			[]string{"Code|Value|Central|State|Tax 9%", "Total|700.00|63.00|63.00|126.00", "Total|826.00"},
			[]string{"subtotal=700.00", "taxTotal=126.00", "total=826.00"},
		},
		"in columns, with the total": {
			[]string{"Code|Value|9%|9%|Sum", "Total|700.00|63.00|63.00|826.00"},
			[]string{"subtotal=700.00", "taxTotal=126.00", "total=826.00"},
		},
		"no halves": {
			[]string{"Subtotal|700.00", "CGST|63.00", "SGST|70.00", "Total|833.00"},
			[]string{"subtotal=700.00", "taxTotal=133.00", "total=833.00"},
		},
	} {
		sheettest.Expect(t, name, find(c.rows...), c.want...)
	}
}

// Rates next to the names of taxes above a row of amounts belong to the amounts below them.
func TestTaxesBelowRates(t *testing.T) {
	t.Parallel()
	sheettest.Expect(t, "two rates", find("Subtotal|Net 19%|VAT 19%|Net 7%|VAT 7%|Total",
		"300.00|200.00|38.00|100.00|7.00|345.00"),
		"subtotal=300.00", "taxTotal=45.00", "total=345.00", "taxes.0.rate=19", "taxes.0.base=200.00",
		"taxes.0.amount=38.00", "taxes.1.rate=7", "taxes.1.base=100.00", "taxes.1.amount=7.00")
}
