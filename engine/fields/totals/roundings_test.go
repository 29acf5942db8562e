package totals_test

import "testing"

// A rounding to whole crowns or five cents comes between the sums and the total, also with an unknown tax label.
func TestRoundedTotals(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"sums side by side": {
			[]string{"Summa Containertransport|4 350,00", "Exkl. moms|Moms 25 %|Öresutjämning|Valuta|ATT BETALA",
				"4 350,00|1 087,50|0,50|SEK|5 438,00"},
			[]string{"subtotal=4350.00", "taxTotal=1087.50", "total=5438.00", "amountDue=5438.00"},
		},
		"a tax of words unknown": {
			[]string{"Netto|4 350,00", "Brak 25 %|1 087,50", "Öresavrundning|0,50", "Att betala|5 438,00"},
			[]string{"subtotal=4350.00", "taxTotal=1087.50", "total=5438.00", "amountDue=5438.00"},
		},
		"a total of words unknown": {
			[]string{"Netto|94.37", "MwSt. 8.1 %|7.64", "Rundungsdifferenz|-0.01", "Brakunta|102.00"},
			[]string{"subtotal=94.37", "taxTotal=7.64", "total=102.00"},
		},
	})
}

// With a tax of zero, goods and carriage make the total under any label.
func TestUntaxedShipping(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"unknown words": {
			[]string{"Goods total|16,941.21", "Freight|1,180.00", "VAT 0%|0.00", "Brakunta EUR|18,121.21"},
			[]string{"subtotal=16941.21", "shippingTotal=1180.00", "taxTotal=0.00", "total=18121.21"},
		},
		"payable": {
			[]string{"Goods total|16,941.21", "Freight|1,180.00", "VAT 0%|0.00", "Payable EUR|18,121.21"},
			[]string{"subtotal=16941.21", "shippingTotal=1180.00", "taxTotal=0.00", "total=18121.21", "amountDue=18121.21"},
		},
	})
}

func TestZeroBelowRate(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"in a box": {
			[]string{"Brakunta|VAT 0 %|Rounding|Total", "335.10|0.00|0.00|335.10"},
			[]string{"subtotal=335.10", "taxTotal=0.00", "total=335.10"},
		},
	})
}

func TestAmountsBetweenSums(t *testing.T) {
	t.Parallel()
	for want, rows := range map[string][]string{
		"0.50":    {"Netto|4 350,00", "Moms 25 %|1 087,50", "Öresavrundning|0,50", "Att betala|5 438,00"},
		"-150.00": {"Base imponible|1.000,00", "IVA 21%|210,00", "Retención IRPF 15%|-150,00", "Total factura|1.060,00"},
		"":        {"Subtotal|100.00", "VAT 20%|18.00", "Discount|-10.00", "Total|108.00"},
	} {
		if got := find(rows...).Scalars["total"].Plus; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
