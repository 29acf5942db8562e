package layout_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

// The budget drops rows of very many cells; a long table of few columns is complete.
func TestRowsBeyondTheBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rows, columns int
		partial       bool
	}{{1_000, 60, false}, {400, 240, true}, {5_000, 10, false}} {
		line := strings.TrimSuffix(strings.Repeat("1.00|", c.columns), "|")
		lines := make([]string, c.rows)
		for i := range lines {
			lines[i] = line
		}
		page := sheettest.Rows(lines...).Pages[0]
		pairs := 0
		for _, row := range page.Rows {
			pairs += len(row.Segments) * len(row.Segments)
		}
		if page.Partial != c.partial || (len(page.Rows) < c.rows) != c.partial || len(page.Rows) == 0 || pairs > maxPairs {
			t.Errorf("%d × %d: %d rows, %d pairs of cells, partial: %v", c.rows, c.columns, len(page.Rows), pairs, page.Partial)
		}
	}
}

const maxPairs = 6_000_000
