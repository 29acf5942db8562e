package items_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// The number of units is in the price's cell or a column, or a power of ten that makes the product the amount.
func TestPricesForSeveralUnits(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -280, -400, -545}
	check(t, map[string]table{
		"per in English": {
			columns, []string{"Description | Qty | Unit Price | Amount", "Washer | 500 | 5.00 per 100 | 25.00",
				"Bolt | 3 | 2.00 | 6.00"},
			[]string{"Washer, 500, 5.00, 25.00", "Bolt, 3, 2.00, 6.00"},
		},
		"joined to the price": {
			columns, []string{"Description | Qty | Unit Price | Amount", "Washer | 500 | 5.00 €/100 | 25.00"},
			[]string{"Washer, 500, 5.00, 25.00"},
		},
	})
	for text, want := range map[string]string{
		"Washer | 500 | 5.00 / 100 | 25.00": "0.05", "Washer | 500 | 5.00 | 25.00": "0.05",
		"Washer | 500 | 5.00 | 2.50":   "0.005",
		"Washer | 500 | 5.00 | 250.00": "0.5", "Washer | 500 | 5.00 | 2500.00": "5.00",
		"Washer | 500 | 5.00 | 0.25": "5.00",
	} {
		g := newGrid(columns...)
		g.rows("Description | Qty | Unit Price | Amount", text, "Bolt | 3 | 2.00 | 6.00")
		rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
		if len(rows) != 2 || rows[0]["unitPrice"].Counts() != want || rows[0]["unitPrice"].Value != "5.00" {
			t.Errorf("%s: %v", text, rows)
		}
	}
}

// The record has the requested quantity; the agreed one is multiplied.
func TestRequestedAndAgreedQuantities(t *testing.T) {
	t.Parallel()
	g := newGrid(50, 280, -440, -545)
	g.rows("Description | Quantity | Unit Price | Amount", "Chair | (R) 6 | 10.00 | 50.00", "| (A) 5",
		"Table | (R) 2 | 20.00 | 40.00", "Lamp | 3 | 5.00 | 15.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	if len(rows) != 3 {
		t.Fatalf("%v", rows)
	}
	if q := rows[0]["quantity"]; q.Value != "6" || q.Counts() != "5" || q.Score <= 0.9 {
		t.Errorf("asked for and agreed to: %+v", q)
	}
	if q := rows[1]["quantity"]; q.Value != "2" || q.Factor != "" {
		t.Errorf("asked for alone: %+v", q)
	}
	if q := rows[2]["quantity"]; q.Value != "3" || q.Factor != "" {
		t.Errorf("plain: %+v", q)
	}
}

// A product overrules unknown or wrong headings.
func TestColumnsProvedByProducts(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -300, -400, -545}
	check(t, map[string]table{
		"headings are believed where their product holds": {
			columns, []string{"Description | Unit Price | Qty | Amount", "Pipe | 6 | 8.40 | 50.40",
				"Bench | 10 | 21.50 | 215.00"},
			[]string{"Pipe, 8.4, 6.00, 50.40", "Bench, 21.5, 10.00, 215.00"},
		},
		"a column without a heading": {
			columns, []string{"Description | | Unit Price | Amount", "Pipe | 6 | 8.40 | 50.40",
				"Bench | 10 | 21.50 | 215.00"},
			[]string{"Pipe, 6, 8.40, 50.40", "Bench, 10, 21.50, 215.00"},
		},
		"the sum of two numbers is no product": {
			columns, []string{"Description | | Unit Price | Amount", "Pipe | 42.00 | 8.40 | 50.40",
				"Bench | 5.00 | 10.00 | 15.00"},
			[]string{"Pipe, 8.40, 50.40", "Bench, 10.00, 15.00"},
		},
		"a cent of rounding": {
			columns, []string{"Description | Qty | Unit Price | Amount", "Pipe | 3 | 3.333 | 10.00",
				"Bench | 0.333 | 30.00 | 9.99"},
			[]string{"Pipe, 3, 3.333, 10.00", "Bench, 0.333, 30.00, 9.99"},
		},
		"a number in the name is none of them": {
			columns, []string{"Description | | Unit Price | Amount", "Pipe size 6 | | 8.40 | 50.40",
				"Bench | 10 | 21.50 | 215.00"},
			[]string{"Pipe size 6, 8.40, 50.40", "Bench, 10, 21.50, 215.00"},
		},
	})
}

// listing is an invoice without a table header.
type listing struct {
	rows  [][]string
	total string
	want  []sold
}

// Lines without a header are items only if all their products, or their sum, prove them.
func TestItemsWithoutHeader(t *testing.T) {
	t.Parallel()
	pipe, bench := sold{"Copper pipe", "6", "8.40", "50.40"}, sold{"Work bench", "10", "21.50", "215.00"}
	for name, c := range map[string]listing{
		"in German": {[][]string{{"Kupferrohr 6 x 8,40", "50,40"}, {"Werkbank 10 x 21,50", "215,00"}}, "318,48",
			[]sold{{"Kupferrohr", "6", "8.40", "50.40"}, {"Werkbank", "10", "21.50", "215.00"}}},
		"one product alone": {[][]string{{"Copper pipe: 6 x 8.40", "50.40"}}, "60.48", []sold{pipe}},
		"one product fails": {[][]string{{"Copper pipe: 6 x 8.40", "50.40"}, {"Work bench: 10 x 21.50",
			"205.00"}}, "318.48", nil},
		"one has none, the sum holds": {[][]string{{"Copper pipe: 6 x 8.40", "50.40"}, {"Work bench", "215.00"}},
			"265.40", []sold{pipe, {description: "Work bench", amount: "215.00"}}},
		"the sum of products holds": {[][]string{{"Copper pipe: 6 x 8.40", "50.40"}, {"Work bench: 10 x 21.50",
			"215.00"}}, "265.40", []sold{pipe, bench}},
		"nothing":               {nil, "265.40", nil},
		"all is free of charge": {[][]string{{"Copper pipe", "0.00"}, {"Work bench", "0.00"}}, "0.00", nil},
	} {
		doc := sheettest.Bind(invoiced(nil, c.rows, []float64{-60, 540}, c.total))
		set := invoice(doc)
		if got := soldIn(set); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
		sheettest.Cites(t, doc, set)
	}
}

// Running numbers may have a dot, a bracket or leading zeros.
func TestLineNumbersBeforeNames(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -300, -400, -545}
	head := "Description | Qty | Unit Price | Amount"
	check(t, map[string]table{
		"with dots": {columns, []string{head, "1. Pipe | 6 | 8.40 | 50.40", "2. Bench | 10 | 21.50 | 215.00"},
			[]string{"Pipe, 6, 8.40, 50.40", "Bench, 10, 21.50, 215.00"}},
		"with zeros": {columns, []string{head, "001 Pipe | 6 | 8.40 | 50.40", "002 Bench | 10 | 21.50 | 215.00"},
			[]string{"Pipe, 6, 8.40, 50.40", "Bench, 10, 21.50, 215.00"}},
		"out of order": {columns, []string{head, "2 Pipe | 6 | 8.40 | 50.40", "1 Bench | 10 | 21.50 | 215.00"},
			[]string{"2 Pipe, 6, 8.40, 50.40", "1 Bench, 10, 21.50, 215.00"}},
		"one name lone": {columns, []string{head, "1 Pipe | 6 | 8.40 | 50.40"}, []string{"1 Pipe, 6, 8.40, 50.40"}},
	})
}
