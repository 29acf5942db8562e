package taxrate_test

import "testing"

// Below a tax heading rates need no sign, and a rate of zero has a base.
func TestTaxTables(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows  []string
		bases string
	}{
		"without signs":       {[]string{"Base|% IVA|Cuota", "100,00|21|21,00", "200,00|10|20,00"}, "100 200 "},
		"with a rate of zero": {[]string{"Rate|Net|VAT", "20%|1,200.00|240.00", "0%|300.00|0.00"}, "1200 300 "},
		"with a code of zero": {[]string{"Code|Rate|Net|VAT", "0|0.00|300.00|0.00"}, "300 "},
		"of other things":     {[]string{"Base|Part|Cost", "100,00|21|21,00", "200,00|0|0,00"}, ""},
		"words between":       {[]string{"Base|% IVA|Cuota", "Oak shelves", "100,00|21|21,00"}, ""},
	} {
		got := ""
		for _, l := range reader(c.rows...).Lines() {
			got += l.BaseValue.String() + " "
		}
		if got != c.bases {
			t.Errorf("%s: %q, want %q", name, got, c.bases)
		}
	}
}
