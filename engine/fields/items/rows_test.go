package items_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// usual returns a name and three columns of numbers with their heading.
func usual() ([]float64, string) {
	return []float64{50, -300, -400, -545}, "Description | Qty | Unit Price | Amount"
}

// A table without a heading on the next page continues there; one with a heading is another table.
func TestMultipageTables(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	for name, heads := range map[string]bool{"without a heading": false, "with a heading": true} {
		g := newGrid(columns...)
		g.rows(head, "Turf green | 3 | 4.00 | 12.00")
		next := &grid{Sheet: sheettest.A4(), y: 40, step: 13, size: 9, columns: columns}
		if heads {
			next.rows(head)
		}
		next.rows("Larch rails | 2 | 5.00 | 10.00", "Total | | | 22.00")
		doc := sheettest.Bind(g.Sheet, next.Sheet)
		set := invoice(doc)
		got, want := told(set), []string{"Turf green, 3, 4.00, 12.00", "Larch rails, 2, 5.00, 10.00"}
		assert.EqualSlices(t, got, want, name)
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
	assert.EqualSlices(t, claimed, []string{"Turf green", "Discount", "Larch rails for", "garden fences"}, "claimed")
}

// An item with quantity × price = amount is more certain; an amount after deductions is marked as computed.
func TestItemConfidence(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	g := newGrid(columns...)
	g.rows(head, "Turf green | 3 | 4.00 | 12.00", "Larch rails | 2 | 5.00 | 11.00", "Rope | 3 | 2.00 | 6.00",
		"Discount | | | -1.00", "Hemp | 1 | 1.00 | 1.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	require.Equal(t, len(rows), 4, rows)
	proved, off := rows[0]["amount"].Score, rows[1]["amount"].Score
	assert.True(t, proved > 0.9 && off < 0.9, "proved", proved, "not proved", off)
	if net := rows[2]["amount"]; net.Value != "5.00" || net.Source != document.SourceDerived || net.Score <= 0.9 {
		t.Errorf("after the deduction: %+v", net)
	}
	assert.Equal(t, rows[0]["amount"].Source, document.SourceText, rows[0]["amount"])
}

func TestClaimedReceiptRows(t *testing.T) {
	t.Parallel()
	g := newTill()
	g.rows("Haddock", "2 x 3.50|7.00", "Tea|1.20", "TOTAL|8.20")
	l := sheettest.Read(sheettest.Bind(g.Sheet), result.TypeReceipt)
	items.Find(l, true)
	var claimed []string
	for _, row := range l.Layout.Pages[0].Rows {
		if l.ItemRows[row] {
			claimed = append(claimed, row.Segments[0].Text())
		}
	}
	assert.EqualSlices(t, claimed, []string{"Haddock", "2 x 3.50", "Tea"}, "claimed")
}

// A percentage is not a quantity, and the single number of a row is its amount.
func TestNumbersNotFactors(t *testing.T) {
	t.Parallel()
	columns, _ := usual()
	g := newGrid(columns...)
	g.rows("Description | Qty | Unit Price | Amount", "Sample | 1 | 0.05 | 0.00", "Bench | 10 | 21.50 | 215.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	assert.True(t, len(rows) == 2 && rows[0]["unitPrice"].Factor == "",
		"what is given away has no price for several units", rows)
}

// A line in another style is not part of the name above it.
func TestDetailsInOtherStyle(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	for bold, want := range map[bool]string{false: "Turf green with garden soil", true: "Turf green with"} {
		g := newGrid(columns...)
		g.rows(head, "Turf green with | 3 | 4.00 | 12.00", "garden soil")
		for _, l := range g.Lines {
			for i := range l.Words {
				l.Words[i].Bold = bold && l.Words[0].Text == "Turf"
			}
		}
		assert.EqualSlices(t, told(invoice(sheettest.Bind(g.Sheet))), []string{want + ", 3, 4.00, 12.00"}, "bold", bold)
	}
}

// A page continues the last table before it once, wherever its rows begin.
func TestTableContinuedOnNextPage(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	g := newGrid(columns...)
	g.rows(head, "Turf green | 3 | 4.00 | 12.00")
	g.y += 60
	g.rows(head, "Rope | 4 | 2.00 | 8.00")
	next := &grid{Sheet: sheettest.A4(), y: 600, step: 13, size: 9, columns: columns}
	next.rows("Larch rails | 2 | 5.00 | 10.00")
	got := told(invoice(sheettest.Bind(g.Sheet, next.Sheet)))
	assert.EqualSlices(t, got,
		[]string{"Turf green, 3, 4.00, 12.00", "Rope, 4, 2.00, 8.00", "Larch rails, 2, 5.00, 10.00"})
}

func TestUnprovedLinesUnclaimed(t *testing.T) {
	t.Parallel()
	g := newGrid(60, -540)
	g.rows("Copper pipe|50.40", "Work bench|215.00", "", "Total|318.48")
	l := sheettest.Read(sheettest.Bind(g.Sheet), result.TypeInvoice)
	items.Find(l, false)
	for row, claimed := range l.ItemRows {
		if claimed {
			t.Errorf("%q is claimed", row.Segments[0].Text())
		}
	}
}

// The number of units is in the price's cell or a column, or a power of ten that makes the product the amount.
func TestPricesForSeveralUnits(t *testing.T) {
	t.Parallel()
	columns := []float64{50, -280, -400, -545}
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
	require.Equal(t, len(rows), 3, rows)
	q := rows[0]["quantity"]
	assert.True(t, q.Value == "6" && q.Counts() == "5" && q.Score > 0.9, "asked for and agreed to", q)
	q = rows[1]["quantity"]
	assert.True(t, q.Value == "2" && q.Factor == "", "asked for alone", q)
	q = rows[2]["quantity"]
	assert.True(t, q.Value == "3" && q.Factor == "", "plain", q)
}

// Only in scans, a letter is a quantity of one if price and amount are equal.
func TestScannedItems(t *testing.T) {
	t.Parallel()
	g := newGrid(50, 80, -340, -440, -545)
	g.rows("No. | Description | Quantity | Unit price | Line total", "1 | Oak board, planed on both sides | 2 | 12.00 | 24.00",
		"2 | Fitting of the oak boards | I | 38.40 | 38.40", "3 | Varnish for oak, in a tin of | l | 5.00 | 6.00")
	g.Put(50, g.y, 9, "Goods remain the property of the vendor until paid in full")
	plain := told(invoice(sheettest.Bind(g.Sheet)))
	scan := told(invoice(sheettest.Scanned(sheettest.Bind(g.Sheet), 0.9)))
	first, last := "Oak board, planed on both sides, 2, 12.00, 24.00", "Varnish for oak, in a tin of, l, 5.00, 6.00"
	assert.EqualSlices(t, plain, []string{first, "Fitting of the oak boards, I, 38.40, 38.40", last})
	assert.EqualSlices(t, scan, []string{first, "Fitting of the oak boards, 1, 38.40, 38.40", last})
}

// The printed sums decide whether the only column of money holds prices or amounts.
func TestSingleMoneyColumn(t *testing.T) {
	t.Parallel()
	lines := []string{"Oak board | 2 | 140.00", "Dowel | 100 | 25.00"}
	pieces := []string{"Oak board | 2 | 70.00", "Dowel | 100 | 0.25"}
	subtotal, shipped := []string{"| Subtotal | 165.00"}, []string{"| Shipping | 4.90", "| Total | 169.90"}
	for name, c := range map[string]struct {
		heading      string
		items, below []string
		member       string
		want         [2]string
	}{
		"prices that add up":           {"Price", lines, subtotal, "amount", [2]string{"140.00", "25.00"}},
		"… with the shipping":          {"Price", lines, shipped, "amount", [2]string{"140.00", "25.00"}},
		"amounts that add up":          {"Amount", lines, subtotal, "amount", [2]string{"140.00", "25.00"}},
		"prices times the quantities":  {"Price", pieces, subtotal, "unitPrice", [2]string{"70.00", "0.25"}},
		"amounts times the quantities": {"Amount", pieces, shipped, "unitPrice", [2]string{"70.00", "0.25"}},
		"prices beside no sum":         {"Price", lines, nil, "unitPrice", [2]string{"140.00", "25.00"}},
	} {
		g := newGrid(50, -360, -545)
		g.rows("Product | Quantity | " + c.heading)
		g.rows(c.items...)
		g.rows(c.below...)
		rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
		require.Equal(t, len(rows), len(c.want), name, "items")
		for i, row := range rows {
			assert.Equal(t, row[c.member].Value, c.want[i], name, c.member, "of item", i+1)
		}
	}
}

func TestAmountDueNotItem(t *testing.T) {
	t.Parallel()
	g := newGrid(50, 200, 330, -545)
	g.rows("Description | Date of Issue | Invoice Number | Amount Due", "Harlan Groves | 24/03/2031 | 0417 | £140.00")
	assert.Empty(t, told(invoice(sheettest.Bind(g.Sheet))))
}
