package taxrate_test

import (
	"slices"
	"strings"
	"testing"
)

func TestRowsWithManyAmounts(t *testing.T) {
	t.Parallel()
	for columns, want := range map[int]int{3: 1, 60: 0} {
		row := "VAT|100.00|19|19.00" + strings.Repeat("|100.00", columns-3)
		r := reader(slices.Repeat([]string{row}, 50)...)
		if got := len(r.Lines()); got != want {
			t.Errorf("%d columns: %d lines, want %d", columns, got, want)
		}
		if used := r.Work.Used(); used > 50*1_000 {
			t.Errorf("%d columns: %d comparisons", columns, used)
		}
	}
}
