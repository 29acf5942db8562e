package items_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

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
	if want := []string{first, "Fitting of the oak boards, I, 38.40, 38.40", last}; !slices.Equal(plain, want) {
		t.Errorf("%q, want %q", plain, want)
	}
	if want := []string{first, "Fitting of the oak boards, 1, 38.40, 38.40", last}; !slices.Equal(scan, want) {
		t.Errorf("%q, want %q", scan, want)
	}
}
