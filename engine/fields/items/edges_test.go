package items_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/fields/items"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// A code remains in a name that would be a number without it.
func TestCodeAsWholeName(t *testing.T) {
	t.Parallel()
	columns, head := usual()
	check(t, map[string]table{
		"a number behind the code": {
			columns, []string{head, "[A-100] 500 | 2 | 7.00 | 14.00", "Rope | 1 | 2.00 | 2.00"},
			[]string{"[A-100] 500, 2, 7.00, 14.00", "Rope, 1, 2.00, 2.00"},
		},
	})
}

// A percentage is not a quantity, and the single number of a row is its amount.
func TestNumbersNotFactors(t *testing.T) {
	t.Parallel()
	columns, _ := usual()
	check(t, map[string]table{
		"a percentage that would multiply": {
			columns, []string{"Description | | Unit Price | Amount", "Pipe | 10% | 5.04 | 50.40",
				"Bench | 10 | 21.50 | 215.00"},
			[]string{"Pipe, 5.04, 50.40", "Bench, 10, 21.50, 215.00"},
		},
		"one price alone": {
			[]float64{50, -545}, []string{"Description | Price", "Massage | 26.00", "Sauna | 12.00"},
			[]string{"Massage, 26.00", "Sauna, 12.00"},
		},
	})
	g := newGrid(columns...)
	g.rows("Description | Qty | Unit Price | Amount", "Sample | 1 | 0.05 | 0.00", "Bench | 10 | 21.50 | 215.00")
	rows := invoice(sheettest.Bind(g.Sheet)).Lists["lineItems"]
	if len(rows) != 2 || rows[0]["unitPrice"].Factor != "" {
		t.Errorf("what is given away has no price for several units: %v", rows)
	}
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
		if got := told(invoice(sheettest.Bind(g.Sheet))); !slices.Equal(got, []string{want + ", 3, 4.00, 12.00"}) {
			t.Errorf("bold %v: %q", bold, got)
		}
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
	next := &grid{Sheet: sheettest.A4(), y: 600, step: 13, columns: columns}
	next.rows("Larch rails | 2 | 5.00 | 10.00")
	got := told(invoice(sheettest.Bind(g.Sheet, next.Sheet)))
	if want := []string{"Turf green, 3, 4.00, 12.00", "Rope, 4, 2.00, 8.00",
		"Larch rails, 2, 5.00, 10.00"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestUnprovedLinesUnclaimed(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"Copper pipe", "50.40"}, {"Work bench", "215.00"}}
	l := sheettest.Read(sheettest.Bind(invoiced(nil, rows, []float64{-60, 540}, "318.48")), result.TypeInvoice)
	items.Find(l, false)
	for row, claimed := range l.ItemRows {
		if claimed {
			t.Errorf("%q is claimed", row.Segments[0].Text())
		}
	}
}
