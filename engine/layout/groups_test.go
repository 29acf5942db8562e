package layout_test

import (
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/layout"
)

func TestDigitGroupsBelowTwoHeadings(t *testing.T) {
	t.Parallel()
	tb := readTable(t, word(10, 20, "Description"), word(200, 20, "Qty"), word(300, 20, "Price"), word(390, 20, "VAT"),
		word(425, 20, "Amount"),
		word(10, 40, "Oak"), word(206, 40, "2"), word(306, 40, "1.50"), word(402, 40, "1"), word(413.4, 40, "046"),
		word(436.8, 40, "283"))
	want := map[layout.Column]string{layout.ColumnDescription: "Oak", layout.ColumnQuantity: "2",
		layout.ColumnUnitPrice: "1.50", layout.ColumnAmount: "1 046 283"}
	if got := columns(tb.Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("row %v, want %v", got, want)
	}
}
