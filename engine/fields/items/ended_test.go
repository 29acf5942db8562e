package items_test

import "testing"

// An unlabeled amount that is the sum of all items ends them, and so does an amount carried over.
func TestSumsWithoutLabels(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -340, -440, -545}
	heads := "Description | Quantity | Unit price | Amount"
	check(t, map[string]table{
		"an amount alone": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", "| | | 29.00",
				"Levy of the woods | | | 2.90", "Evened out | | | 0.10"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00"},
		},
		"of one item": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "| | | 24.00", "Levy of the woods | | | 2.40"},
			[]string{"Oak board, 2, 12.00, 24.00"},
		},
		"of two items, with the word for carrying over": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00", "Carried forward | | | 29.00",
				"", heads, "Brought forward | | | 29.00", "Joiner | 3 | 40.00 | 120.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00", "Joiner, 3, 40.00, 120.00"},
		},
		"carried over": {
			columns, []string{heads, "Oak board | 2 | 12.00 | 24.00", "Dowel | 10 | 0.50 | 5.00",
				"Latch | 1 | 3.00 | 3.00", "", "", heads, "Out of sheet one | | | 32.00", "Joiner | 3 | 40.00 | 120.00"},
			[]string{"Oak board, 2, 12.00, 24.00", "Dowel, 10, 0.50, 5.00", "Latch, 1, 3.00, 3.00",
				"Joiner, 3, 40.00, 120.00"},
		},
	})
}

// Boxed sums under the table fill its columns with unnamed amounts. Notes next to sums do not fill all columns.
func TestBoxedSums(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 100, -340, -440, -545}
	heads := "Code | Description | Quantity | Unit price | Amount"
	check(t, map[string]table{
		"side by side": {
			columns, []string{heads, "11402 | Oak board | 2 | 12.00 | 24.00", "",
				"Subtotal | Freight | Net 20% | VAT 20% | Total", "24.00 | 6.00 | 30.00 | 6.00 | 36.00"},
			[]string{"11402, Oak board, 2, 12.00, 24.00"},
		},
		"beside an account": {
			columns, []string{heads, "11402 | Oak board | 2 | 12.00 | 24.00", "| | | Subtotal | 24.00",
				"SWIFT | BARCGB22XXX | Untaxed, of | 18.60 | 0.00"},
			[]string{"11402, Oak board, 2, 12.00, 24.00"},
		},
		"a lump sum in a further section": {
			columns, []string{heads, "11402 | Oak board | 2 | 12.00 | 24.00", "| | | Subtotal | 24.00",
				"11409 | Cart, at a flat rate | | 30.00 | 30.00"},
			[]string{"11402, Oak board, 2, 12.00, 24.00", "11409, Cart, at a flat rate, 30.00, 30.00"},
		},
		"a further section at prices for several": {
			columns, []string{heads, "11402 | Oak board | 2 | 12.00 | 24.00", "| | | Subtotal | 24.00",
				"11403 | Dowel | 10 | 0.50 / 1 pc | 5.00"},
			[]string{"11402, Oak board, 2, 12.00, 24.00", "11403, Dowel, 10, 0.50, 5.00"},
		},
	})
}

func TestTaxAndPaymentTables(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -200, -300, -380, -460, -545}
	check(t, map[string]table{
		"by their names": {
			columns, []string{"Description | Quantity | Unit price | | VAT | Amount", "Oak board | 2 | 12.00 | | 20 | 24.00", "",
				"Description | | | VAT rate | VAT amount | Net amount", "Goods at full rate | | | 20 | 4.80 | 24.00"},
			[]string{"Oak board, 2, 12.00, 20, 24.00"},
		},
		"of payments": {
			columns, []string{"Description | Quantity | Unit price | | VAT | Amount", "Oak board | 2 | 12.00 | | 20 | 24.00", "",
				"Way of paying | | | Due date | | Amount", "By transfer | | | 04.05.2031 | | 28.80"},
			[]string{"Oak board, 2, 12.00, 20, 24.00"},
		},
		"beside payments": {
			columns, []string{"Description | Quantity | Unit price | | VAT | Amount", "Oak board | 2 | 12.00 | | 20 | 24.00", "",
				"Description | Amount | Net amount | VAT rate | VAT amount | Total incl. VAT",
				"Bank transfer | 28.80 | 24.00 | 20 | 4.80 | 28.80"},
			[]string{"Oak board, 2, 12.00, 20, 24.00"},
		},
	})
}

// A tax key in its column is neither the label of a sum nor that of an amount after it.
func TestTaxKeys(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"words": {
			[]float64{50, -260, -340, -400, 420, -545},
			[]string{"Description | Quantity | Unit price | Discount (%) | Tax | Amount",
				"Oak board | 2 | 12.00 | 5 | GST | 22.80", "Dowel | 10 | 0.50 | 10 | GST | 4.50"},
			[]string{"Oak board, 2, 12.00, 5.00, 22.80", "Dowel, 10, 0.50, 10.00, 4.50"},
		},
		"of items that have amounts alone": {
			[]float64{50, 420, -545},
			[]string{"Description | Tax | Amount", "Oak board | GST | 22.80", "Dowel | GST | 4.50", "| GST | 2.73"},
			[]string{"Oak board, 22.80", "Dowel, 4.50"},
		},
		"digits": {
			[]float64{50, -260, -340, -420, -532, 538},
			[]string{"Description | Quantity | Unit price | Discount % | Amount EUR | Ky",
				"Oak board | 2 | 12.00 | 5.00 | 22.80 | 1", "Dowel | 10 | 0.50 | 10.00 | 4.50 | 1"},
			[]string{"Oak board, 2, 12.00, 5.00, 22.80", "Dowel, 10, 0.50, 10.00, 4.50"},
		},
	})
}

func TestAmountsNextToTaxKeys(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"of goods": {
			[]float64{50, -300, -380, -450, -530, 534},
			[]string{"Descrizione | Quantità | Prezzo unit. | Sconti % | Importo | IVA",
				"Penne rigate | 36,000 | 27,600 | 5+3 | 915,60 | 04", "Aceto balsamico | 12,000 | 4,310 | | 51,72 | 10"},
			[]string{"Penne rigate, 36, 27.60, 4, 915.60", "Aceto balsamico, 12, 4.31, 10, 51.72"},
		},
	})
}

func TestNamesBelowCodes(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -340, -440, -545}
	check(t, map[string]table{
		"one heading over the other": {
			columns, []string{"Item ID | | |", "Description | Quantity | Unit price | Amount", "OB-2440 | 2 | 12.00 | 24.00",
				"Oak board, planed", "D8/40 | 10 | 0.50 | 5.00", "Dowel of beech"},
			[]string{"OB-2440, Oak board, planed, 2, 12.00, 24.00", "D8/40, Dowel of beech, 10, 0.50, 5.00"},
		},
		"beside the size of the unit that prices are for": {
			[]float64{-100, 110, 200, 330, -440, -545},
			[]string{"Quantity | Unit | Description | Unit | Unit price | Amount", "| | Sent by road",
				"24 | EA | LB-242 | EA | 2.00 | 48.00",
				"| | Thread sealant | 1.0000", "| | blue, 50 ml", "12 | DZ | GL-7 | DZ | 18.00 | 216.00",
				"| | Coated gloves | 12.0000", "| | of nitrile"},
			[]string{"LB-242, Thread sealant blue, 50 ml, 24, EA, 2.00, 48.00",
				"GL-7, Coated gloves of nitrile, 12, DZ, 18.00, 216.00"},
		},
		"that are parts of one": {
			columns, []string{"Description | Quantity | Unit price | Amount", "SCR-DIN976- | 2 | 12.00 | 24.00",
				"A-4.8-M10X1000", "D8/40 | 10 | 0.50 | 5.00", "A-4.9-M12X900"},
			[]string{"SCR-DIN976- A-4.8-M10X1000, 2, 12.00, 24.00", "D8/40, 10, 0.50, 5.00"},
		},
	})
}
