package items

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/lineproof"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

// The order does not depend on the iteration order of a map.
func TestNumbersBeforeAnAmountAreInOrder(t *testing.T) {
	t.Parallel()
	row := sheettest.Rows("4.00 | 5.00 | 6.00 | 24.00").Pages[0].Rows[0]
	parts := func(k int) []layout.Part { return []layout.Part{annotate.Whole(row.Segments[k])} }
	amount := lineproof.LastNumber(parts(3))
	it := &item{cells: map[layout.Column][]layout.Part{
		layout.ColumnQuantity: parts(0), layout.ColumnUnitPrice: parts(1), layout.ColumnDiscount: parts(2),
	}}
	for range 50 {
		got := ""
		for _, f := range it.numbersBefore(amount) {
			got += f.Part.Text() + " "
		}
		if want := "4.00 5.00 6.00 "; got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
}
