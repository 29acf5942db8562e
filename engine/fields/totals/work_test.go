package totals_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/fields/totals"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func TestWorkLimitWideTables(t *testing.T) {
	t.Parallel()
	const rows, columns, maxPerCell = 50, 60, 10_000
	for _, cell := range []string{"1.00", "Total 1.00", "VAT 20% 1.00"} {
		line := strings.TrimSuffix(strings.Repeat(cell+"|", columns), "|")
		l := sheettest.Linker(result.TypeInvoice, slices.Repeat([]string{line}, rows)...)
		totals.Find(l, false)
		if used := l.Work.Used(); used > rows*columns*maxPerCell {
			t.Errorf("%q: %d units of work", cell, used)
		}
	}
}
