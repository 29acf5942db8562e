package layout_test

import (
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// The numbers must be consecutive, may have formulas, and must be directly under the header.
func TestColumnNumberRow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		y     float64
		cells [5]string
		rows  int
	}{
		"from one":            {30, [5]string{"1", "2", "3", "4", "5"}, 1},
		"from naught":         {30, [5]string{"0", "1", "2", "3", "4 (2x3)"}, 1},
		"with an equation":    {30, [5]string{"1.", "2.", "3.", "4.", "5=3*4"}, 1},
		"in brackets":         {30, [5]string{"(1)", "(2)", "(3)", "(4)", "(5)=(3)"}, 2},
		"with words":          {30, [5]string{"1", "2", "3", "4", "5 (kol. 3 x kol. 4)"}, 1},
		"of an item":          {30, [5]string{"1", "2", "3", "4", "12"}, 2},
		"with a name":         {30, [5]string{"1", "Two", "3", "4", "5"}, 2},
		"far below":           {60, [5]string{"1", "2", "3", "4", "5"}, 2},
		"too few for proof":   {30, [5]string{"1", "2", "", "", ""}, 2},
		"from another number": {30, [5]string{"2", "3", "4", "5", "6"}, 2},
	} {
		heads := [5]string{"Code", "Description", "Qty", "Price", "Amount"}
		var words []document.Word
		for i, cell := range []string{"K4", "Chair", "2", "5.00", "10.00"} {
			x := 10 + 110*float64(i)
			words = append(words, word(x, 20, heads[i]), word(x, 80, cell))
			if c.cells[i] != "" {
				words = append(words, word(x, c.y, c.cells[i]))
			}
		}
		table := readTable(t, words...)
		if len(table.Rows) != c.rows {
			t.Errorf("%s: %d rows, want %d", name, len(table.Rows), c.rows)
		}
	}
}

func TestHeadingsOffsetHalfLine(t *testing.T) {
	t.Parallel()
	table := readTable(t, word(10, 25, "Description"), word(230, 25, "Qty"), word(340, 20, "Price"),
		word(450, 20, "Amount"), word(340, 30, "zorg"), word(450, 30, "zorg"),
		word(10, 50, "Chair"), word(230, 50, "2"), word(340, 50, "5.00"), word(450, 50, "10.00"))
	want := map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2",
		layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"}
	if got := columns(table.Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
