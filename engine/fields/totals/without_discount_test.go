package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// findBehind is find for a page whose first rows are items.
func findBehind(items int, rows ...string) *value.Set {
	l := sheettest.Linker(result.TypeInvoice, rows...)
	for _, row := range l.Layout.Pages[0].Rows[:items] {
		l.ItemRows[row] = true
	}
	return totals.Find(l, false)
}

// The record has the sum of the items if the discount or shipping after it is known, else the net amount.
func TestSumsBeforeDiscountsAndShipping(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		items      int
		rows, want []string
	}{
		"shipping": {
			0, []string{"Subtotal|400.00", "Shipping|15.00", "Net total|415.00", "VAT 20%|83.00", "Total|498.00"},
			[]string{"subtotal=400.00", "shippingTotal=15.00", "taxTotal=83.00", "total=498.00", "taxes.0.rate=20",
				"taxes.0.amount=83.00"},
		},
		"a discount, by the items": {
			2, []string{"Larch board|250.00|1", "Oak board|150.00|1", "Brakunta|400.00", "Discount|-40.00", "Net total|360.00",
				"VAT|72.00", "Total|432.00"},
			[]string{"subtotal=400.00", "discountTotal=40.00", "taxTotal=72.00", "total=432.00"},
		},
		"a discount under unknown words": {
			2, []string{"Larch board|250.00", "Oak board|150.00", "Brakunta|400.00", "Tervehdys|-40.00", "Net total|360.00",
				"VAT|72.00", "Total|432.00"},
			[]string{"subtotal=400.00", "discountTotal=40.00", "taxTotal=72.00", "total=432.00"},
		},
		"rates of tax behind the amounts of items": {
			2, []string{"Larch board|250.00|20.00", "Oak board|150.00|20.00", "Brakunta|400.00", "Discount|-40.00",
				"Net total|360.00", "VAT|72.00", "Total|432.00"},
			[]string{"subtotal=400.00", "discountTotal=40.00", "taxTotal=72.00", "total=432.00"},
		},
		"shipping among the items": {
			2, []string{"Larch board|385.00", "Freight|15.00", "Subtotal|385.00", "Shipping|15.00", "Net total|400.00",
				"VAT|80.00", "Total|480.00"},
			[]string{"subtotal=400.00", "shippingTotal=15.00", "taxTotal=80.00", "total=480.00"},
		},
		"a fee that the record has no place for": {
			0, []string{"Subtotal|400.00", "Eco tax|15.00", "Net total|415.00", "VAT|83.00", "Total|498.00"},
			[]string{"subtotal=415.00", "taxTotal=83.00", "total=498.00"},
		},
	} {
		sheettest.Expect(t, name, findBehind(c.items, c.rows...), c.want...)
	}
}

func TestPercentDeductionsNotTax(t *testing.T) {
	t.Parallel()
	sheettest.Expect(t, "loyalty", findBehind(1, "Larch board|500.00", "Subtotal|500.00", "tervehdys 5%|-25.00",
		"20% VAT on 475.00|95.00", "Total|570.00"),
		"subtotal=500.00", "discountTotal=25.00", "taxTotal=95.00", "total=570.00", "taxes.0.rate=20",
		"taxes.0.base=475.00", "taxes.0.amount=95.00")
}
