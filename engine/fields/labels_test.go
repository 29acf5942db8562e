package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// The rows of a case are labels of a field; the value is beside each label and, unless an option excludes it, apart.
func TestLabels(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/labels.txt") {
		gaps := []float64{60, 250}
		if _, beside := c.Options["beside"]; beside {
			gaps = gaps[:1]
		}
		for _, label := range c.Rows {
			for _, gap := range gaps {
				set := extract(sheettest.Labeled(label, c.Options["value"], gap), result.TypeInvoice)
				if got := set.Text(c.Name); got != c.Want[0] {
					t.Errorf("%s at %v: %s = %q, want %q", label, gap, c.Name, got, c.Want[0])
				}
			}
		}
	}
}
