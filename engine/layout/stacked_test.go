package layout_test

import (
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
)

// Each line is sorted by its headings, unless names are next to the numbers.
func TestStackedHeadings(t *testing.T) {
	t.Parallel()
	heads := []document.Word{
		word(10, 20, "No."), word(40, 20, "Description"), word(108, 20, "of"), word(126, 20, "goods"),
		word(50, 34, "Qty"), word(100, 34, "Price"), word(200, 34, "Amount"),
	}
	name := []document.Word{word(10, 50, "1."), word(40, 50, "Oak"), word(64, 50, "boards"), word(106, 50, "planed")}
	numbers := func(y float64) []document.Word {
		return []document.Word{word(62, y, "2"), word(106, y, "5.00"), word(206, y, "10.00")}
	}
	stacked := readTable(t, append(append(heads, name...), numbers(64)...)...)
	want := []map[layout.Column]string{
		{layout.ColumnPosition: "1.", layout.ColumnDescription: "Oak boards planed"},
		{layout.ColumnQuantity: "2", layout.ColumnUnitPrice: "5.00", layout.ColumnAmount: "10.00"},
	}
	if !stacked.Stacked() || len(stacked.Rows) != len(want) {
		t.Fatalf("stacked: %v, %d rows", stacked.Stacked(), len(stacked.Rows))
	}
	for i := range want {
		if got := columns(stacked.Rows[i]); !reflect.DeepEqual(got, want[i]) {
			t.Errorf("row %d: %v, want %v", i, got, want[i])
		}
	}
	beside := []document.Word{word(10, 50, "Oak"), word(106, 50, "5.00"), word(206, 50, "10.00")}
	if readTable(t, append(heads, beside...)...).Stacked() {
		t.Error("names beside their numbers")
	}
}
