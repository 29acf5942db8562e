package report

import (
	"math"
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

// p-values as R's wilcox.test(exact = TRUE) has them, and with ties by counting all
// ways by hand.
func TestRankTest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a, b []float64
		want float64
	}{
		"three apart": {[]float64{1, 2, 3}, []float64{4, 5, 6}, 0.1},
		"four apart":  {[]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, 2.0 / 70},
		"five apart":  {[]float64{6, 7, 8, 9, 10}, []float64{1, 2, 3, 4, 5}, 2.0 / 252},
		"mixed":       {[]float64{1, 3, 5}, []float64{2, 4, 6}, 0.7},
		"all equal":   {[]float64{1, 1, 1, 1}, []float64{1, 1, 1, 1}, 1},
		"ties":        {[]float64{1, 1}, []float64{1, 2}, 1},
	} {
		got := rankTest(c.a, c.b)
		assert.True(t, math.Abs(got-c.want) <= 1e-9, name, got, "want", c.want)
		got, turned := rankTest(c.a, c.b), rankTest(c.b, c.a)
		assert.True(t, math.Abs(got-turned) <= 1e-9, name, got, "one way", turned, "the other")
	}
}
