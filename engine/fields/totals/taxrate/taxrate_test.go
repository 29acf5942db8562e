package taxrate_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/totals/taxrate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
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
