package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

func TestZeroTaxByPosition(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"in a table": {
			[]string{"Rate|Net|VAT|Gross", "", "", "", "", "", "",
				"n/a|640.00|0.00|640.00", "|Grand total||EUR 640.00"},
			[]string{"subtotal=640.00", "taxTotal=0.00", "total=640.00"},
		},
		"in a table without a heading for taxes": {
			[]string{"Part|Net|Crate|Gross", "", "", "", "", "", "",
				"n/a|640.00|0.00|640.00", "|Grand total||EUR 640.00"},
			[]string{"total=640.00"},
		},
		"behind the base": {
			[]string{"Goods|640.00", "VAT 0 %|Net amount 640.00|0.00", "Total|640.00"},
			[]string{"subtotal=640.00", "taxTotal=0.00", "total=640.00"},
		},
	} {
		got := find(c.rows...)
		delete(got.Lists, "taxes")
		sheettest.Expect(t, name, got, c.want...)
	}
}
