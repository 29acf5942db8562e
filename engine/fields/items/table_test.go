package items_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// grid draws a table of items: headings and rows with cells separated by "|", at fixed edges.
type grid struct {
	*sheettest.Sheet
	y, step float64
	columns []float64 // left edges, negative for right ones
}

func newGrid(columns ...float64) *grid {
	s := sheettest.A4()
	s.Column(50, 40, 12, "Fenwick Timber Ltd", "Dock Road 11", "Poole BH15 4AA")
	s.Put(50, 120, 9, "Invoice No: F-2031-0417")
	s.Put(50, 134, 9, "Invoice Date: 24 March 2031")
	return &grid{Sheet: s, y: 200, step: 13, columns: columns}
}

func (g *grid) rows(rows ...string) {
	for _, row := range rows {
		for i, cell := range strings.Split(row, "|") {
			if cell = strings.TrimSpace(cell); cell == "" {
				continue
			}
			if x := g.columns[i]; x < 0 {
				g.End(-x, g.y, 9, cell)
			} else {
				g.Put(x, g.y, 9, cell)
			}
		}
		g.y += g.step
	}
}

// gap adds vertical space.
func (g *grid) gap() { g.y += 14 }

// told returns the line items, each as its members in a fixed order without absent ones.
func told(set *value.Set) []string {
	var out []string
	for _, row := range set.Lists["lineItems"] {
		var members []string
		for _, name := range []string{"productCode", "description", "quantity", "unit", "unitPrice", "discount",
			"taxRate", "amount"} {
			if v := row[name].Value; v != "" {
				members = append(members, v)
			}
		}
		out = append(out, strings.Join(members, ", "))
	}
	return out
}

func TestItemTables(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		columns []float64
		draw    func(g *grid)
		want    []string
	}{
		"codes in front of names": {
			[]float64{50, -360, -450, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "[FURN_7777] Office chair | 2 | 70.00 | 140.00",
					"*987123* Olive oil | 3 | 1.50 | 4.50",
					"12345 - Oak board | 1 | 25.00 | 25.00", "Art. No.: TB-100 Dividers A4 | 4 | 2.00 | 8.00",
					"GTIN: 4012345000009 Ref.: 55 Envelope | 5 | 1.00 | 5.00",
					"2031 - a calendar | 1 | 9.00 | 9.00")
			},
			[]string{
				"FURN_7777, Office chair, 2, 70.00, 140.00", "987123, Olive oil, 3, 1.50, 4.50",
				"12345, Oak board, 1, 25.00, 25.00",
				"TB-100, Dividers A4, 4, 2.00, 8.00", "4012345000009, Envelope, 5, 1.00, 5.00",
				"2031 - a calendar, 1, 9.00, 9.00",
			},
		},
		"codes of one form in front of all names": {
			[]float64{50, -360, -450, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "A10077 Oak board | 2 | 70.00 | 140.00",
					"A10092 Ash board | 3 | 1.50 | 4.50")
			},
			[]string{"A10077, Oak board, 2, 70.00, 140.00", "A10092, Ash board, 3, 1.50, 4.50"},
		},
		"details under names, and names over two lines": {
			[]float64{50, -300, -400, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "Turf green | 3 | 4.00 | 12.00", "3 m x 1 m",
					"made in Wales, delivered last week", "",
					"Stainless steel bracket for | 2 | 5.00 | 10.00", "posts", "")
				g.rows("Rails of larch wood, planed, | 1 | 7.50 | 7.50", "oiled", "as ordered by telephone")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Stainless steel bracket for posts, 2, 5.00, 10.00",
				"Rails of larch wood, planed, oiled, 1, 7.50, 7.50"},
		},
		"names over the numbers": {
			[]float64{50, -300, -400, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "Turf green", "| 3 | 4.00 | 12.00", "Larch rails",
					"| 2 | 5.00 | 10.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a deduction under an item, another under all": {
			[]float64{50, -300, -400, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "Turf green | 3 | 4.00 | 12.00",
					"less 16.7% discount | | | -2.00", "Larch rails | 2 | 5.00 | 10.00")
				g.gap()
				g.rows("Special discount 5% of 20.00 | | | -1.00")
				g.Put(400, g.y+20, 9, "Subtotal")
				g.End(545, g.y+20, 9, "19.00")
			},
			[]string{"Turf green, 3, 4.00, 2.00, 10.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a percentage taken off without a word": {
			[]float64{50, -300, -400, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "Turf green | 1.00 | 10.0000 | 10.00",
					"| | 1.00 % | - 0.10")
				g.gap()
				g.rows("Total | | | 9.90")
			},
			[]string{"Turf green, 1, 10.00, 0.10, 9.90"},
		},
		"an amount that the deductions have left already": {
			[]float64{50, -300, -400, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "Coil | 10 | 100.00 | 850.00",
					"Allowance stock goods 10% | | 1000.00 | -100.00",
					"Allowance direct delivery | | 1000.00 | -50.00")
			},
			[]string{"Coil, 10, 100.00, 150.00, 850.00"},
		},
		"the breakdown of the tax": {
			[]float64{50, -300, -400, -545},
			func(g *grid) {
				g.rows("Description | Qty | Unit Price | Amount", "Massage | 10 | 26.00 | 260.00")
				g.gap()
				g.rows("Kind | Goods | Base | Share", "Exempt services | | 260.00 | 0.00")
			},
			[]string{"Massage, 10, 26.00, 260.00"},
		},
		"prices for a number of units": {
			[]float64{50, -280, -360, -430, -545},
			func(g *grid) {
				g.rows("Beschreibung | Menge | Preis | PE | Betrag", "Schraube | 400 | 32,76 | 100 | 131,04",
					"Mutter | 500 | 9,16 | 1 | 4580,00",
					"Dübel | 150 | 49,29 / 100 | | 73,94", "Stift | 2000 | 8,00 je 1000 Stk | | 16,00",
					"Bolzen | 300 | 49,29 | | 147,87")
			},
			[]string{
				"Schraube, 400, 32.76, 131.04", "Mutter, 500, 9.16, 4580.00", "Dübel, 150, 49.29, 73.94",
				"Stift, 2000, 8.00, 16.00", "Bolzen, 300, 49.29, 147.87",
			},
		},
		"what was asked for and what was agreed to": {
			[]float64{50, 80, -400, -460, -545},
			func(g *grid) {
				g.step = 6.5
				g.rows("| Name, Description, Brand", "| | Requested | Net Unit",
					"# | Origin, Characteristics | | | Line Total", "| | (A)greed Qty | Price",
					"| Packaging and Documents")
				g.y += 10
				g.rows("1 | Chair - of oak, with arms", "", "| | (R) 6.00", "| | | 10.00 | 60.00", "| | (A) 6.00")
				g.y += 20
				g.rows("2 | Table - round", "", "| | (R) 10.00", "| | | 20.00 | 0.00", "| | (A) 0.00")
			},
			[]string{"Chair, 6, 10.00, 60.00", "Table, 10, 20.00, 0.00"},
		},
	} {
		g := newGrid(c.columns...)
		c.draw(g)
		doc := sheettest.Bind(g.Sheet)
		set := invoice(doc)
		if got := told(set); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// The factors to compute with are kept.
func TestItemFactors(t *testing.T) {
	t.Parallel()
	g := newGrid(50, -360, -450, -545)
	g.rows("Description | Qty | Unit Price | Amount", "Washer | 500 | 5.00 / 100 | 25.00", "Bolt | 3 | 2.00 | 6.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	if len(rows) != 2 || rows[0]["unitPrice"].Value != "5.00" || rows[0]["unitPrice"].Counts() != "0.05" ||
		rows[1]["unitPrice"].Counts() != "2.00" {
		t.Errorf("%v", rows)
	}
}

func invoice(doc *document.Document) *value.Set {
	return items.Find(sheettest.Read(doc, result.TypeInvoice), false).Set()
}

func receipt(doc *document.Document) *value.Set {
	return items.Find(sheettest.Read(doc, result.TypeReceipt), true).Set()
}
