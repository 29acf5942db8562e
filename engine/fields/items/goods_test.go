package items_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

// sold are the members of a line item on a receipt.
type sold struct{ description, quantity, unitPrice, amount string }

func soldIn(set *value.Set) []sold {
	var out []sold
	for _, row := range set.Lists["lineItems"] {
		out = append(out, sold{row["description"].Value, row["quantity"].Value, row["unitPrice"].Value,
			row["amount"].Value})
	}
	return out
}

// line is one line of a receipt: a text at the left, one at the right.
type line struct{ left, right string }

// drawn prints lines between a shop's head and a total.
func drawn(lines []line, total string) *sheettest.Sheet {
	s := sheettest.Till(400)
	y := s.Column(12, 20, 8, "Marlow Fish Bar", "6 Quay Street", "Whitby YO21 1AB") + 10
	for _, l := range slices.Concat(lines, []line{{"TOTAL", total}}) {
		s.Put(12, y, 8, l.left)
		s.End(214, y, 8, l.right)
		y += 11
	}
	return s
}

func TestReceiptItemLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []line
		total string
		want  []sold
	}{
		"quantity and price under the name": {
			[]line{{"Haddock", ""}, {"   2 x 3.50", "7.00"}, {"Mushy peas", "1.20"}}, "8.20",
			[]sold{{"Haddock", "2", "3.50", "7.00"}, {"Mushy peas", "", "", "1.20"}},
		},
		"the amount beside the name, the product under it": {
			[]line{{"Haddock", "7.00"}, {"2 @ 3.50", ""}, {"Mushy peas", "1.20"}}, "8.20",
			[]sold{{"Haddock", "2", "3.50", "7.00"}, {"Mushy peas", "", "", "1.20"}},
		},
		"quantity and price over the name": {
			[]line{{"2x3.50", ""}, {"Haddock", "7.00"}, {"Mushy peas", "1.20"}, {"3 x 1.10", ""}, {"Gherkin",
				"3.30"}}, "11.50",
			[]sold{{"Haddock", "2", "3.50", "7.00"}, {"Mushy peas", "", "", "1.20"}, {"Gherkin", "3", "1.10",
				"3.30"}},
		},
		"weights": {
			[]line{{"Cod fillet", ""}, {"0.657 kg x 6.30", "4.14"}, {"Lemons 1.5kg x 2.00", "3.00"}}, "7.14",
			[]sold{{"Cod fillet", "0.657", "6.30", "4.14"}, {"Lemons", "1.5", "2.00", "3.00"}},
		},
		"codes before and under names, letters of tax behind": {
			[]line{{"4012345 Haddock", "7.00 A"}, {"4012346 Tea", "1.20 B"}, {"  90218733", ""}, {"AB123 Cocoa",
				"2.00 *"}}, "10.20",
			[]sold{{"Haddock", "", "", "7.00"}, {"Tea", "", "", "1.20"}, {"Cocoa", "", "", "2.00"}},
		},
		"letters of tax before names": {
			[]line{{"A Haddock", "7.00"}, {"B Tea", "1.20"}, {"A Cocoa", "2.00"}}, "10.20",
			[]sold{{"Haddock", "", "", "7.00"}, {"Tea", "", "", "1.20"}, {"Cocoa", "", "", "2.00"}},
		},
		"counts before names": {
			[]line{{"2x Haddock", "7.00"}, {"1 x Tea", "1.20"}, {"3 Cocoa", "6.00"}}, "14.20",
			[]sold{{"Haddock", "2", "", "7.00"}, {"Tea", "1", "", "1.20"}, {"Cocoa", "3", "", "6.00"}},
		},
		"what is taken off is no item": {
			[]line{{"Haddock", "7.00"}, {"Discount", "-1.00"}, {"Tea", "1.20"}}, "7.20",
			[]sold{{"Haddock", "", "", "7.00"}, {"Tea", "", "", "1.20"}},
		},
		"a name that begins like a label": {
			[]line{{"Base fare", "3.50"}, {"Gift card holder", "2.00"}}, "5.50",
			[]sold{{"Base fare", "", "", "3.50"}, {"Gift card holder", "", "", "2.00"}},
		},
		"a name on two lines": {
			[]line{{"Haddock and chips with a large mushy peas and", ""}, {"lemonade", "9.00"}, {"Tea", "1.20"}},
			"10.20",
			[]sold{{"Haddock and chips with a large mushy peas and lemonade", "", "", "9.00"}, {"Tea", "", "",
				"1.20"}},
		},
		"a pack's size is no count": {
			[]line{{"Eggs x6", "2.10"}, {"Water 6 x 1", "3.00"}}, "5.10",
			[]sold{{"Eggs x6", "", "", "2.10"}, {"Water 6 x 1", "", "", "3.00"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := sheettest.Bind(drawn(c.lines, c.total))
			set := receipt(doc)
			if got := soldIn(set); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			sheettest.Cites(t, doc, set)
		})
	}
}

func TestReceiptItemColumns(t *testing.T) {
	t.Parallel()
	s := sheettest.Till(400)
	y := s.Column(12, 20, 8, "Marlow Fish Bar", "6 Quay Street") + 10
	for _, cells := range [][4]string{{"Haddock", "2", "3.50", "7.00"}, {"Tea", "1", "1.20", "1.20"}, {"Gherkin",
		"3", "1.10", "3.30"}} {
		s.Put(12, y, 8, cells[0])
		s.End(120, y, 8, cells[1])
		s.End(160, y, 8, cells[2])
		s.End(214, y, 8, cells[3])
		y += 11
	}
	s.Put(12, y, 8, "TOTAL")
	s.End(214, y, 8, "11.50")
	want := []sold{{"Haddock", "2", "3.50", "7.00"}, {"Tea", "1", "1.20", "1.20"}, {"Gherkin", "3", "1.10", "3.30"}}
	if got := soldIn(receipt(sheettest.Bind(s))); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// invoiced draws an invoice with a table of one or two heading rows, and rows of cells with equal right edges.
func invoiced(heads [][]string, rows [][]string, edges []float64, total string) *sheettest.Sheet {
	s := sheettest.A4()
	y := s.Column(60, 40, 10, "INVOICE", "Invoice No: 2031-17", "Date: 14/09/2031") + 30
	for _, row := range slices.Concat(heads, rows) {
		for i, cell := range row {
			if edges[i] < 0 {
				s.Put(-edges[i], y, 9, cell)
			} else {
				s.End(edges[i], y, 9, cell)
			}
		}
		y += 12
	}
	s.Put(380, y+20, 9, "Total")
	s.End(540, y+20, 9, total)
	return s
}

// Arithmetic resolves headings that are unknown, wrapped or ambiguous.
func TestColumnsProvedByArithmetic(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"1", "Copper pipe", "6", "8.40", "50.40"}, {"2", "Work bench", "10", "21.50", "215.00"}}
	want := []sold{{"Copper pipe", "6", "8.40", "50.40"}, {"Work bench", "10", "21.50", "215.00"}}
	edges := []float64{-60, -90, 360, 450, 540}
	for name, heads := range map[string][][]string{
		"unknown heading of the price": {{"Pos", "Description", "Quantity", "Zrk", "Amount"}},
		"importo unitario and prezzo totale": {{"Pos", "Descrizione", "Quantità", "Importo", "Prezzo"}, {"", "", "",
			"unitario", "totale"}},
		"price wrapped over two rows": {{"Pos", "Descrição", "Quantidade", "Pr.", "Valor"}, {"", "", "",
			"unitário", ""}},
		"quantity not headed": {{"Pos", "Description", "", "Price", "Amount"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := sheettest.Bind(invoiced(heads, rows, edges, "265.40"))
			set := invoice(doc)
			if got := soldIn(set); !slices.Equal(got, want) {
				t.Errorf("got %q", got)
			}
			sheettest.Cites(t, doc, set)
		})
	}
}

func TestListedItems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows  [][]string
		total string
		want  []sold
	}{
		"products": {[][]string{{"- Copper pipe: 6 x 8.40", "50.40"}, {"- Work bench: 10 à 21.50",
			"215.00"}}, "318.48", []sold{{"Copper pipe", "6", "8.40", "50.40"}, {"Work bench", "10", "21.50",
			"215.00"}}},
		"a sum": {[][]string{{"Copper pipe", "50.40"}, {"Work bench", "215.00"}}, "265.40",
			[]sold{{"Copper pipe", "", "", "50.40"}, {"Work bench", "", "", "215.00"}}},
		"neither":            {[][]string{{"Copper pipe", "50.40"}, {"Work bench", "215.00"}}, "318.48", nil},
		"a tax set in a row": {[][]string{{"Gross with 20% VAT:", "318.48"}}, "318.48", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := invoice(sheettest.Bind(invoiced(nil, c.rows, []float64{-60, 540}, c.total)))
			if got := soldIn(set); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Running numbers close to the names are not part of them, and rows of numbers alone are not items.
func TestItemNumberingRemoved(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"1 Copper pipe", "6", "8.40", "50.40"}, {"2 Work bench", "10", "21.50", "215.00"},
		{"EUR 265.40", "", "53.08", "318.48"}}
	set := invoice(sheettest.Bind(invoiced([][]string{{"Description", "Quantity", "Price", "Amount"}}, rows,
		[]float64{-60, 360, 450, 540}, "318.48")))
	want := []sold{{"Copper pipe", "6", "8.40", "50.40"}, {"Work bench", "10", "21.50", "215.00"}}
	if got := soldIn(set); !slices.Equal(got, want) {
		t.Errorf("got %q of %v", got, slices.Collect(maps.Keys(set.Lists)))
	}
}
