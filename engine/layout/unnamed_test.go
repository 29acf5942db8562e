package layout_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// If two such columns may be the price, neither is.
func TestMoneyBelowUnknownHeadings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heads [5]string
		want  map[layout.Column]string
	}{
		"the price": {
			[5]string{"Description", "Qty", "Zorg", "VAT", "Amount"},
			map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2",
				layout.ColumnUnitPrice: "5.00", layout.ColumnTaxRate: "1.50", layout.ColumnAmount: "10.00"},
		},
		"the amount": {
			[5]string{"Description", "Qty", "Price", "Zorg", "Zurg"},
			map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2",
				layout.ColumnUnitPrice: "5.00", layout.ColumnOther: "1.50", layout.ColumnAmount: "10.00"},
		},
		"neither": {
			[5]string{"Description", "Qty", "Zorg", "Zurg", "Amount"},
			map[layout.Column]string{layout.ColumnDescription: "Chair", layout.ColumnQuantity: "2",
				layout.ColumnOther: "5.00 1.50", layout.ColumnAmount: "10.00"},
		},
	} {
		var words []document.Word
		for i, cell := range []string{"Chair", "2", "5.00", "1.50", "10.00"} {
			words = append(words, word(10+110*float64(i), 20, c.heads[i]), word(10+110*float64(i), 40, cell))
		}
		if got := columns(readTable(t, words...).Rows[0]); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Numbers alone may be anything.
func TestQuantitiesWithoutHeading(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		heading, unit, want string
	}{
		"no heading":      {"", "pcs", "3 pcs"},
		"unknown heading": {"Zorg", "pcs", "3 pcs"},
		"numbers alone":   {"Zorg", "", ""},
	} {
		words := []document.Word{word(10, 20, "Description"), word(400, 20, "Price"), word(500, 20, "Amount")}
		if c.heading != "" {
			words = append(words, word(330, 20, c.heading))
		}
		for i := range 3 {
			y := 40 + 16*float64(i)
			words = append(words, word(10, y, "Chair"), word(330, y, fmt.Sprint(i+2)), word(400, y, "5.00"),
				word(500, y, "10.00"))
			if c.unit != "" {
				words = append(words, word(340, y, c.unit))
			}
		}
		if got := columns(readTable(t, words...).Rows[1]); got[layout.ColumnQuantity] != c.want ||
			got[layout.ColumnUnitPrice] != "5.00" {
			t.Errorf("%s: row %v", name, got)
		}
	}
}
