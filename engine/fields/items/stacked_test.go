package items_test

import "testing"

func TestNamesAboveNumbers(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 80, -130, 140, -240, -340, -545}
	const upper, lower = "No. | Description of goods or services", "| | Quantity | Unit | Unit Price | Amount"
	check(t, map[string]table{
		"one line each": {columns, []string{upper, lower, "1. | Oak boards planed", "| | 18.5 | m | 4.00 | 74.00",
			"2. | Waste disposal", "| | 2 | pcs | 5.00 | 10.00", "Total | | | | | 84.00"},
			[]string{"Oak boards planed, 18.5, m, 4.00, 74.00", "Waste disposal, 2, pcs, 5.00, 10.00"}},
		"a name of two lines": {columns, []string{upper, lower, "1. | Oak boards planed", "| | 18.5 | m | 4.00 | 74.00",
			"2. | Test of the wiring", "| with report", "| | 1 | pcs | 65.00 | 65.00", "Total | | | | | 139.00"},
			[]string{"Oak boards planed, 18.5, m, 4.00, 74.00", "Test of the wiring with report, 1, pcs, 65.00, 65.00"}},
	})
}

func TestNamesEndingNextToNumbers(t *testing.T) {
	t.Parallel()
	columns := []float64{50, 80, -300, -400, -545}
	const heads = "No. | Description | Qty | Unit Price | Amount"
	check(t, map[string]table{
		"over and beside": {columns, []string{heads, "1 | Oak board", "| planed, 2 m | 2 | 4.00 | 8.00", "2 | Window frame",
			"| of larch | 1 | 5.00 | 5.00", "| Subtotal | | | 13.00"},
			[]string{"Oak board planed, 2 m, 2, 4.00, 8.00", "Window frame of larch, 1, 5.00, 5.00"}},
		"beside and under": {columns, []string{heads, "1 | Oak board | 2 | 4.00 | 8.00", "| planed, 2 m",
			"2 | Window frame | 1 | 5.00 | 5.00", "| of larch", "| Subtotal | | | 13.00"},
			[]string{"Oak board, 2, 4.00, 8.00", "Window frame, 1, 5.00, 5.00"}},
	})
}

// A line under the last item means that lines belong to the item above them.
func TestNamesAboveCodes(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -300, -400, -545}
	const heads = "Description | Qty | Unit Price | Amount"
	check(t, map[string]table{
		"over codes": {columns, []string{heads, "Tyre reflex", "PL-28 | 2 | 4.00 | 8.00", "Map of cycle routes",
			"MAP | 1 | 5.00 | 5.00", "Subtotal | | | 13.00"},
			[]string{"PL-28, Tyre reflex, 2, 4.00, 8.00", "MAP, Map of cycle routes, 1, 5.00, 5.00"}},
		"under codes": {columns, []string{heads, "PL-28 | 2 | 4.00 | 8.00", "Tyre reflex",
			"MAP-1 | 1 | 5.00 | 5.00", "Map of cycle routes", "Subtotal | | | 13.00"},
			[]string{"PL-28, Tyre reflex, 2, 4.00, 8.00", "MAP-1, Map of cycle routes, 1, 5.00, 5.00"}},
		"over words": {columns, []string{heads, "Tyre reflex", "Tube | 2 | 4.00 | 8.00", "Map of routes",
			"Chain | 1 | 5.00 | 5.00", "Subtotal | | | 13.00"},
			[]string{"Tube, 2, 4.00, 8.00", "Chain, 1, 5.00, 5.00"}},
	})
}
