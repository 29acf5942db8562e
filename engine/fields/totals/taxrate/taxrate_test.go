package taxrate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
)

func reader(rows ...string) taxrate.Reader {
	return taxrate.Reader{Linker: sheettest.Linker(result.TypeInvoice, rows...)}
}

// A repeated rate is stored once; a base proves it.
func TestRatesWithTax(t *testing.T) {
	t.Parallel()
	lines := reader("VAT 20%|30.00", "VAT 20%|30.00", "VAT 5% of 40.00|2.00", "Larch 12%|7.00").Lines()
	if len(lines) != 2 || lines[0].Exact || !lines[1].Exact || lines[1].BaseValue.String() != "40" {
		t.Errorf("%+v", lines)
	}
}

// A row that names both halves is a heading.
func TestHalves(t *testing.T) {
	t.Parallel()
	central, local := reader("CGST|SGST", "CGST 9%|63.00", "CGST 6%|12.00", "UTGST|75.00", "IGST 18%|5.00").Halves()
	if len(central) != 2 || len(local) != 1 || local[0].Rate != nil || local[0].AmountValue.String() != "75" {
		t.Errorf("%+v, %+v", central, local)
	}
}

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
		assert.Equal(t, got, c.bases, name)
	}
}

func TestRowsWithManyAmounts(t *testing.T) {
	t.Parallel()
	for columns, want := range map[int]int{3: 1, 60: 0} {
		row := "VAT|100.00|19|19.00" + strings.Repeat("|100.00", columns-3)
		r := reader(slices.Repeat([]string{row}, 50)...)
		assert.Equal(t, len(r.Lines()), want, columns, "columns", "lines")
		used := r.Work.Used()
		assert.True(t, used <= 50*1_000, columns, "columns", used, "comparisons")
	}
}
