package totals_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// Without cents, sums have thousands separators only, and a tax is rounded to the nearest whole.
func TestWholeNumberSums(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]sheet{
		"a row under headings": {
			[]string{"Fenyőléc|2 db|80 475|27%|21 728|102 203", "Kulcs|Alap|Adó|Vég", "27 %|212 775|57 449|270 224",
				"Összesen|212 775|57 449|270 224", "Fizetendő:|270 224 Ft"},
			[]string{"subtotal=212775.00", "taxTotal=57449.00", "total=270224.00", "amountDue=270224.00"},
		},
		"under words unknown": {
			[]string{"Brakunta|2.772.215", "IVA 19%|526.721", "Total|3.298.936"},
			[]string{"subtotal=2772215.00", "taxTotal=526721.00", "total=3298936.00"},
		},
		"beside cents they are none": {
			[]string{"Brakunta|2 000", "Brak 21%|420", "Total|2 420", "Part|1.50", "Part|2.50", "Part|3.50"},
			[]string{"total=2420.00"},
		},
	} {
		got := find(s.rows...)
		delete(got.Lists, "taxes")
		sheettest.Expect(t, name, got, s.want...)
	}
}

func TestWholeNumberRates(t *testing.T) {
	t.Parallel()
	got := find("27 %|212 775|57 449|270 224", "Összesen|212 775|57 449|270 224", "Fizetendő:|270 224 Ft")
	rows := got.Lists["taxes"]
	if len(rows) != 1 || rows[0]["base"].Value != "212775.00" || rows[0]["amount"].Value != "57449.00" {
		t.Errorf("%+v", rows)
	}
}
