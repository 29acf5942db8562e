package items_test

import "testing"

// Codes with a colon and words that all names share precede names.
func TestTextBeforeNames(t *testing.T) {
	t.Parallel()
	drawings(t, map[string]drawing{
		"a code with a colon": {
			func(g *grid) {
				g.rows("A-4759: Turf green | 3 | 4.00 | 12.00", "96222-X: Larch rails | 2 | 5.00 | 10.00")
			},
			[]string{"A-4759, Turf green, 3, 4.00, 12.00", "96222-X, Larch rails, 2, 5.00, 10.00"},
		},
		"a project": {
			func(g *grid) {
				g.rows("Riverside: Turf green | 3 | 4.00 | 12.00", "Riverside: Larch rails | 2 | 5.00 | 10.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a year or a name": {
			func(g *grid) {
				g.rows("2031: Turf green | 3 | 4.00 | 12.00", "Rails: larch | 2 | 5.00 | 10.00")
			},
			[]string{"2031: Turf green, 3, 4.00, 12.00", "Rails: larch, 2, 5.00, 10.00"},
		},
	})
}

func TestCodesOutsideColumn(t *testing.T) {
	t.Parallel()
	check(t, map[string]table{
		"beside codes in their column": {
			[]float64{50, 100, -300, -400, -545},
			[]string{"Code | Description | Qty | Unit Price | Amount", "A-475 | Oak board | 2 | 70.00 | 140.00",
				"| 96222-X Rope | 4 | 2.00 | 8.00", "| 12 Nails | 1 | 3.00 | 3.00"},
			[]string{"A-475, Oak board, 2, 70.00, 140.00", "96222-X, Rope, 4, 2.00, 8.00", "12 Nails, 1, 3.00, 3.00"},
		},
		"under a word for descriptions, over many sums": {
			[]float64{50, 110, -300, -400, -545},
			[]string{"Item | Description | Qty | Unit Price | Amount", "A-4751 | Oak board | 2 | 70.00 | 140.00", "",
				"| | | Subtotal | 140.00", "| | | VAT | 28.00", "| | | Total | 168.00", "| | | Paid | 100.00", "| | | Due | 68.00"},
			[]string{"A-4751, Oak board, 2, 70.00, 140.00"},
		},
	})
}
