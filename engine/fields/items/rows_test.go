package items_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// usual returns a name and three columns of numbers with their heading.
func usual() ([]float64, string) {
	return []float64{50, -300, -400, -545}, "Description | Qty | Unit Price | Amount"
}

// drawings draws tables step by step and compares the items read from each.
func drawings(t *testing.T, all map[string]drawing) {
	t.Helper()
	columns, head := usual()
	for name, c := range all {
		g := newGrid(columns...)
		g.rows(head)
		c.draw(g)
		doc := sheettest.Bind(g.Sheet)
		set := invoice(doc)
		if got := told(set); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
		sheettest.Cites(t, doc, set)
	}
}

type drawing struct {
	draw func(g *grid)
	want []string
}

// A table ends at its sums or at a wide gap. After sums only full items close under them continue it.
func TestTableEnd(t *testing.T) {
	t.Parallel()
	first := "Turf green | 3 | 4.00 | 12.00"
	drawings(t, map[string]drawing{
		"at the sums": {
			func(g *grid) { g.rows(first, "Subtotal | | | 12.00", "VAT 20% | | | 2.40", "Total | | | 14.40") },
			[]string{"Turf green, 3, 4.00, 12.00"},
		},
		"an amount with a name after the sums": {
			func(g *grid) { g.rows(first, "Subtotal | | | 12.00", "Deposit of bottles | | | 3.00") },
			[]string{"Turf green, 3, 4.00, 12.00"},
		},
		"a further section after sums": {
			func(g *grid) { g.rows(first, "Subtotal | | | 12.00", "Larch rails | 2 | 5.00 | 10.00") },
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a further section far under the sums": {
			func(g *grid) {
				g.rows(first, "Subtotal | | | 12.00")
				g.y += 75
				g.rows("Larch rails | 2 | 5.00 | 10.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00"},
		},
		"a gap inside": {
			func(g *grid) { g.rows(first); g.y += 75; g.rows("Larch rails | 2 | 5.00 | 10.00") },
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"a wide gap": {
			func(g *grid) { g.rows(first); g.y += 160; g.rows("Larch rails | 2 | 5.00 | 10.00") },
			[]string{"Turf green, 3, 4.00, 12.00"},
		},
		"at the headings of another table": {
			func(g *grid) { g.rows(first, "Carrier | Parcels | Weight | Charges", "Post | | | 7.00") },
			[]string{"Turf green, 3, 4.00, 12.00"},
		},
		"an item that its product proves under other headings": {
			func(g *grid) { g.rows(first, "Carrier | Parcels | Weight | Charges", "Post | 2 | 3.50 | 7.00") },
			[]string{"Turf green, 3, 4.00, 12.00", "Post, 2, 3.50, 7.00"},
		},
	})
}

// A currency alone in its cell has its number in the row below, next to a line of the text.
func TestNumbersBelowCurrency(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	check(t, map[string]table{
		"the amount": {
			columns, []string{head, "Turf green | 300 | EUR 14.00 | EUR", "rolled | | | 4200.00", "Rope | 4 | EUR 2.00 | EUR 8.00"},
			[]string{"Turf green, 300, 14.00, 4200.00", "Rope, 4, 2.00, 8.00"},
		},
		"price and amount": {
			columns, []string{head, "Turf green | 300 | EUR 14.00 | EUR 4200.00", "rolled | | 2.00 | 8.00"},
			[]string{"Turf green, 300, 14.00, 4200.00", "rolled, 2.00, 8.00"},
		},
	})
}

// A charge with a quantity or price is an item.
func TestDocumentCharges(t *testing.T) {
	t.Parallel()
	first := "Turf green | 3 | 4.00 | 12.00"
	drawings(t, map[string]drawing{
		"shipping": {func(g *grid) { g.rows(first, "Shipping | | | 5.00") },
			[]string{"Turf green, 3, 4.00, 12.00"}},
		"shipping that tells its price": {func(g *grid) { g.rows(first, "Shipping | | 5.00 | 5.00") },
			[]string{"Turf green, 3, 4.00, 12.00"}},
		"shipping, sold as one": {func(g *grid) { g.rows(first, "Shipping | 1 | 5.00 | 5.00") },
			[]string{"Turf green, 3, 4.00, 12.00", "Shipping, 1, 5.00, 5.00"}},
		"a discount at the end": {func(g *grid) { g.rows(first); g.y += 60; g.rows("Discount | | | -2.00") },
			[]string{"Turf green, 3, 4.00, 12.00"}},
		"a crate for shipping": {func(g *grid) { g.rows(first, "Crate for shipping | | | 5.00") },
			[]string{"Turf green, 3, 4.00, 12.00", "Crate for shipping, 5.00"}},
		"a number without cents": {func(g *grid) { g.rows(first, "Grown in the year | | | 2031") },
			[]string{"Turf green, 3, 4.00, 12.00"}},
	})
}

// Deductions belong to the item close above them; the negative items of credit notes remain items.
func TestDeductionsAndNegativeItems(t *testing.T) {
	t.Parallel()
	first, second := "Turf green | 3 | 4.00 | 12.00", "Larch rails | 2 | 5.00 | 10.00"
	drawings(t, map[string]drawing{
		"far under an item": {
			func(g *grid) { g.rows(first); g.y += 40; g.rows("Discount | | | -2.00"); g.rows(second) },
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"in German": {func(g *grid) { g.rows(first, "Treuerabatt | | | -2.00", second) },
			[]string{"Turf green, 3, 4.00, 2.00, 10.00", "Larch rails, 2, 5.00, 10.00"}},
		"in French": {func(g *grid) { g.rows(first, "Remise | | | -2.00", second) },
			[]string{"Turf green, 3, 4.00, 2.00, 10.00", "Larch rails, 2, 5.00, 10.00"}},
		"two of them": {func(g *grid) {
			g.rows(first, "Discount | | | -2.00", "Voucher | | | -1.00",
				second)
		}, []string{"Turf green, 3, 4.00, 3.00, 9.00", "Larch rails, 2, 5.00, 10.00"}},
		"a page's number": {func(g *grid) { g.rows(first, "| | | - 1", second) },
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"}},
		"a return, by its number": {func(g *grid) { g.rows(first, "Larch rails | -2 | 5.00 | -10.00") },
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, -2, 5.00, -10.00"}},
		"a credit note": {
			func(g *grid) { g.rows("Turf green | -3 | 4.00 | -12.00", "Larch rails | -2 | 5.00 | -10.00") },
			[]string{"Turf green, -3, 4.00, -12.00", "Larch rails, -2, 5.00, -10.00"},
		},
	})
}

// A name continues if it was wrapped or cannot end there, except after a colon, a bullet or a gap.
func TestMultilineNames(t *testing.T) {
	t.Parallel()
	drawings(t, map[string]drawing{
		"details": {
			func(g *grid) { g.rows("Turf green | 3 | 4.00 | 12.00", "Colour: green", "• frost-proof") },
			[]string{"Turf green, 3, 4.00, 12.00"},
		},
		"an open bracket": {
			func(g *grid) { g.rows("Turf (rolls of | 3 | 4.00 | 12.00", "one metre)", "as seen") },
			[]string{"Turf (rolls of one metre), 3, 4.00, 12.00"},
		},
		"a joining word in French": {
			func(g *grid) { g.rows("Rouleaux de gazon avec | 3 | 4.00 | 12.00", "terreau", "posé") },
			[]string{"Rouleaux de gazon avec terreau, 3, 4.00, 12.00"},
		},
		"a gap": {
			func(g *grid) { g.rows("Turf green with | 3 | 4.00 | 12.00"); g.y += 14; g.rows("kind regards") },
			[]string{"Turf green with, 3, 4.00, 12.00"},
		},
		"cells that stand a line lower": {
			func(g *grid) {
				g.rows("Turf green | 3 | 4.00")
				g.y -= 2
				g.rows("| | | 12.00")
				g.y += 8
				g.rows("Larch rails | 2 | 5.00 | 10.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
		"names over their numbers, with a gap between items": {
			func(g *grid) {
				g.rows("Turf green", "cut in spring", "| 3 | 4.00 | 12.00")
				g.y += 14
				g.rows("Larch rails", "planed", "| 2 | 5.00 | 10.00")
			},
			[]string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"},
		},
	})
}

// A table without a heading on the next page continues there; one with a heading is another table.
func TestMultipageTables(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	for name, heads := range map[string]bool{"without a heading": false, "with a heading": true} {
		g := newGrid(columns...)
		g.rows(head, "Turf green | 3 | 4.00 | 12.00")
		next := &grid{Sheet: sheettest.A4(), y: 40, step: 13, columns: columns}
		if heads {
			next.rows(head)
		}
		next.rows("Larch rails | 2 | 5.00 | 10.00", "Total | | | 22.00")
		doc := sheettest.Bind(g.Sheet, next.Sheet)
		set := invoice(doc)
		if got, want := told(set), []string{"Turf green, 3, 4.00, 12.00",
			"Larch rails, 2, 5.00, 10.00"}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q", name, got)
		}
		rows := set.Lists["lineItems"]
		if len(rows) == 2 && (rows[0]["amount"].Page != 1 || rows[1]["amount"].Page != 2) {
			t.Errorf("%s: pages %d and %d", name, rows[0]["amount"].Page, rows[1]["amount"].Page)
		}
		sheettest.Cites(t, doc, set)
	}
}

func TestClaimedItemRows(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	g := newGrid(columns...)
	g.rows(head, "Turf green | 3 | 4.00 | 12.00", "Discount | | | -2.00", "Larch rails for | 2 | 5.00 | 10.00",
		"garden fences", "Total | | | 20.00")
	l := sheettest.Read(sheettest.Bind(g.Sheet), result.TypeInvoice)
	items.Find(l, false)
	var claimed []string
	for _, row := range l.Layout.Pages[0].Rows {
		if l.ItemRows[row] {
			claimed = append(claimed, row.Segments[0].Text())
		}
	}
	if want := []string{"Turf green", "Discount", "Larch rails for", "garden fences"}; !slices.Equal(claimed, want) {
		t.Errorf("claimed %q, want %q", claimed, want)
	}
}

// An item with quantity × price = amount is more certain; an amount after deductions is marked as computed.
func TestItemConfidence(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	g := newGrid(columns...)
	g.rows(head, "Turf green | 3 | 4.00 | 12.00", "Larch rails | 2 | 5.00 | 11.00", "Rope | 3 | 2.00 | 6.00",
		"Discount | | | -1.00", "Hemp | 1 | 1.00 | 1.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	if len(rows) != 4 {
		t.Fatalf("%v", rows)
	}
	if proved, off := rows[0]["amount"].Score, rows[1]["amount"].Score; proved <= 0.9 || off >= 0.9 {
		t.Errorf("proved %v, not proved %v", proved, off)
	}
	if net := rows[2]["amount"]; net.Value != "5.00" || net.Source != document.SourceDerived || net.Score <= 0.9 {
		t.Errorf("after the deduction: %+v", net)
	}
	if rows[0]["amount"].Source != document.SourceText {
		t.Errorf("%+v", rows[0]["amount"])
	}
}
