package link_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Money has no cents if most of it is whole numbers with thousands separators.
func TestMoneyWithoutCents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want bool
	}{
		"spaces":           {[]string{"Nettó|212 775", "Áfa|57 449", "Összesen|270 224 Ft"}, true},
		"points":           {[]string{"Neto|2.772.215", "IVA|526.721", "Total|3.298.936"}, true},
		"a version's":      {[]string{"Nettó|212 775", "Áfa|57 449", "Összesen|270 224 Ft", "v 7.14"}, true},
		"cents":            {[]string{"Net|2,000.00", "VAT|400.00", "Total|2,400.00", "Points|1 200"}, false},
		"numbers alone":    {[]string{"Order|20315", "Customer|88213", "Total|2400"}, false},
		"too few to say":   {[]string{"Total|2 400", "VAT|400"}, false},
		"amounts with few": {[]string{"A|2 400", "B|3 400", "C|4 400", "D|1.50", "E|2.50"}, false},
	} {
		if got := sheettest.Linker(result.TypeInvoice, c.rows...).WholeMoney(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
