package items_test

import "testing"

func TestTextNextToSums(t *testing.T) {
	t.Parallel()
	drawings(t, map[string]drawing{
		"bank details": {
			func(g *grid) {
				g.rows("Larch rails | 2 | 110.00 | 220.00", "| | Subtotal | 220.00",
					"IBAN GB33 BUKB 2020 1555 5555 55 | | Shipping | 8.00", "IBAN DE02 1203 0000 0000 2020 51 | | 12.00 | 30.00")
			},
			[]string{"Larch rails, 2, 110.00, 220.00"},
		},
		"an item under the word for a sum": {
			func(g *grid) {
				g.rows("Larch rails | 2 | 110.00 | 220.00", "Tax | 2 | 10.00 | 20.00", "Turf | | Rates | 12.00")
			},
			[]string{"Larch rails, 2, 110.00, 220.00", "Tax, 2, 10.00, 20.00", "Turf, 12.00"},
		},
	})
}

func TestTaxesNextToSums(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"each in a row of a sum": {
			[]float64{50, 130, -330, -400, -545},
			[]string{"Code | Description | Unit Price | Qty | Amount", "LR-20 | Larch rails | 110.00 | 2 | 220.00", "",
				"Rate | Base | Tax | Subtotal | 220.00", "S19 (19 %) | 162.00 EUR | 30.78 | Discount | 20.00",
				"S7 (7 %) | 38.00 EUR | 2.66 | Shipping | 0.00", "S0 (0 %) | 0.00 EUR | 0.00 | VAT | 33.44"},
			[]string{"LR-20, Larch rails, 2, 110.00, 220.00"},
		},
	})
}

func TestSumLabels(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"the subtotal of Switzerland": {
			[]float64{50, -360, -450, -545},
			[]string{"Bezeichnung | Menge | Einzelpreis | Betrag", "Rasen | 2 | 70.00 | 140.00", "Zwischentotal | | | 140.00"},
			[]string{"Rasen, 2, 70.00, 140.00"},
		},
	})
}
