package items_test

import "testing"

// A row without a sum label that costs as much as the items above it is an item.
func TestSectionSums(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -340, -440, -545}
	heads := "Description | Quantity | Unit price | Amount"
	check(t, map[string]table{
		"of several": {
			columns, []string{heads, "Woodwork and fittings", "Oak board | 2 | 12.00 | 24.00",
				"Dowel | 10 | 0.50 | 5.00", "Total of woodwork and fittings | | | 29.00", "Working hours on the site",
				"Joiner | 3 | 40.00 | 120.00", "Total working hours on the site | | | 120.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00", "Joiner, 3, 40.00, 120.00"},
		},
		"word at the end": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00",
				"Woodwork and fittings of oak, total | | | 29.00", "Joiner | 3 | 40.00 | 120.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00", "Joiner, 3, 40.00, 120.00"},
		},
		"a service called a tax, behind a sum": {
			columns, []string{heads, "Mains water | 2 | 12.00 | 24.00", "Meter | 1 | 5.00 | 5.00",
				"Total water | | | 29.00", "Office", "VAT return | 2 | 3.00 | 6.00", "Total office | | | 6.00"},
			[]string{"Mains water, 2, 12.00, 24.00", "Meter, 1, 5.00, 5.00", "VAT return, 2, 3.00, 6.00"},
		},
		"taxes under what a further table begins with": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", "", heads,
				"| | | 29.00", "Output VAT 20 % | | 20 | 5.80", "Rounding | | | 0.20"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00"},
		},
		"no sum": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Packing in wood | | | 24.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Packing in wood, 24.00"},
		},
		"another sum": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Total replacement of one old door | | | 29.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Total replacement of one old door, 29.00"},
		},
	})
}

func TestSumsNextToTaxesAndNotes(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -340, -440, -545}
	heads := "Description | Quantity | Unit price | Amount"
	check(t, map[string]table{
		"label with a currency": {
			[]float64{50, 110, -230, -260, -340, 350, -545}, []string{"Code | Description | Quantity | | Price | | Amount",
				"A-1 | Oak board | 2 | | 12.00 | | 24.00", "A-2 | Dowel | 10 | | 0.50 | | 5.00", "",
				"14.0 % | 29.00 4.06 | 33.06 | | | Laskun summa yhteensä EUR | 33.06"},
			[]string{"A-1, Oak board, 2, 12.00, 24.00", "A-2, Dowel, 10, 0.50, 5.00"},
		},
		"beside a note": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", "",
				"Exempt from tax. Registered under: | 5281773. | Balance due: | 29.00 EUR"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00"},
		},
		"beside a note, in one": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", "",
				"Exempt from tax. Registered under: | 5281773. | | Total: 29.00 EUR"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00"},
		},
	})
}

func TestTaxesAfterUnlabeledSum(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -340, -440, -545}
	heads := "Description | Quantity | Unit price | Amount"
	check(t, map[string]table{
		"tax, freight and rounding": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", " | | | 29.00",
				"Output GST | | 18 % | 5.22", "Freight of all the goods | | | 3.00", "Rounded off | | | -0.22",
				"Total | | | 37.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00"},
		},
		"one more item": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", " | | | 29.00",
				"Freight of boards | 2 | 4.00 | 8.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00", "Freight of boards, 2, 4.00, 8.00"},
		},
	})
}

func TestSumsSideBySide(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"in one row": {
			[]float64{50, 150, -340, -440, -545}, []string{"Code | Description | Quantity | Unit price | Amount",
				"A-1 | Oak board | 2 | 12.00 | 24.00", "A-2 | Dowel | 10 | 0.50 | 5.00", "",
				"Subtotal | Discount | Net amount | VAT 19% | Total", "29.00 | -2.00 | 27.00 | 5.13 | 32.13"},
			[]string{"A-1, Oak board, 2, 12.00, 24.00", "A-2, Dowel, 10, 0.50, 5.00"},
		},
		"taxes of a table behind": {
			[]float64{50, 150, -340, -440, -545}, []string{"Code | Description | Quantity | Unit price | Amount",
				"A-1 | Oak board | 2 | 12.00 | 24.00", "A-2 | Dowel | 10 | 0.50 | 5.00", "",
				"Code | Description | Net amount | Rate | Tax amount", "22 | Goods at home | 29.00 | 22 | 6.38"},
			[]string{"A-1, Oak board, 2, 12.00, 24.00", "A-2, Dowel, 10, 0.50, 5.00"},
		},
	})
}
