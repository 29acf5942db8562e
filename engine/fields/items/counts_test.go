package items_test

import "testing"

func TestQuantitiesInText(t *testing.T) {
	t.Parallel()
	two, priced := []float64{50, -545}, []float64{50, 90, -430, -545}
	check(t, map[string]table{
		"behind the name, the price under it": {
			two, []string{"Items | Amount", "Oak board × 4 | $127.80", "$31.95 ea.", "Hinges, 24 x 36 x 6 | $26.94", "@ $4.49 each"},
			[]string{"Oak board, 4, 31.95, 127.80", "Hinges, 24 x 36, 6, 4.49, 26.94"},
		},
		"both under the name": {
			two, []string{"Description | Amount", "Oak board | 127.80", "4 x 31.95", "Hinges | 26.94", "6 pcs à 4.49", "Turf | 90.00",
				"45.00 x 2"},
			[]string{"Oak board, 4, 31.95, 127.80", "Hinges, 6, pcs, 4.49, 26.94", "Turf, 2, 45.00, 90.00"},
		},
		"under the name, with words for columns": {
			two, []string{"Description | Amount", "Oak board | 127.80", "Qty: 4", "Unit price: 31.95", "Hinges | 26.94", "Menge: 6 Stk. à 4.49"},
			[]string{"Oak board, 4, 31.95, 127.80", "Hinges, 6, Stk., 4.49, 26.94"},
		},
		"a price beside a column of quantities": {
			[]float64{50, -360, -545},
			[]string{"Description | Qty | Amount", "Oak board @ $31.95 | 4 | $127.80", "Surveying, $80/hr | 3 | $240.00",
				"Carpet tile, 10.00 each | 2 | $26.00"},
			[]string{"Oak board, 4, 31.95, 127.80", "Surveying, 3, 80.00, 240.00", "Carpet tile, 10.00 each, 2, 26.00"},
		},
		"both behind the name": {
			two, []string{"Description | Amount", "Oak board 4 @ 31.95 | 127.80", "Hinges, 6 pcs per 4.49 | 26.94",
				"Turf (2x 45.00) | 90.00"},
			[]string{"Oak board, 4, 31.95, 127.80", "Hinges, 6, pcs, 4.49, 26.94", "Turf, 2, 45.00, 90.00"},
		},
		"in front of the name": {
			priced, []string{"| Omschrijving | | Bedrag", "4 x | Eiken plank | 31,95 | 127,80", "1 x | Gras | 90,00 | 90,00"},
			[]string{"Eiken plank, 4, 31.95, 127.80", "Gras, 1, 90.00, 90.00"},
		},
		"in front of the name, in one cell": {
			[]float64{50, 0, -430, -545},
			[]string{"Omschrijving | | | Bedrag", "18,5x Eiken plank | | 46,00 | 851,00", "3 st. Gras | | 30,00 | 90,00",
				"2 × Hek à 7,50 | | | 15,00"},
			[]string{"Eiken plank, 18.5, 46.00, 851.00", "Gras, 3, st., 30.00, 90.00", "Hek, 2, 7.50, 15.00"},
		},
		"in front of every name, without prices": {
			two, []string{"Description | Amount", "4 x Oak board | 127.80", "12x Hinges | 26.94"},
			[]string{"Oak board, 4, 127.80", "Hinges, 12, 26.94"},
		},
		"what multiplies to nothing": {
			two, []string{"Description | Amount", "Oak board 24 x 36 | 127.80", "4 x Hinges | 26.94", "Turf, roll of 2 pcs | 90.00",
				"8.00 each"},
			[]string{"Oak board 24 x 36, 127.80", "4 x Hinges, 26.94", "Turf, roll of 2 pcs, 90.00"},
		},
		"a number alone in front": {
			[]float64{50, -430, -545},
			[]string{"Description | Price | Amount", "6 Hinges | 4.49 | 26.94", "1 Phase motor | 90.00 | 90.00", "4 Wheel cart | 8.00 | 9.00",
				"Oak board, 4 pieces at 31.95 | | 127.80"},
			[]string{"Hinges, 6, 4.49, 26.94", "1 Phase motor, 90.00, 90.00", "4 Wheel cart, 8.00, 9.00",
				"Oak board, 4, pieces, 31.95, 127.80"},
		},
		"beside a quantity of its own": {
			[]float64{50, -300, -430, -545},
			[]string{"Description | Qty | Unit Price | Amount", "Oak board × 4 | 2 | 31.95 | 63.90", "4 x Hinges | 1 | 8.00 | 8.00"},
			[]string{"Oak board × 4, 2, 31.95, 63.90", "4 x Hinges, 1, 8.00, 8.00"},
		},
	})
}
