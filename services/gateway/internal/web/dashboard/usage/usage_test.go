package usage_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/usage"
)

func TestShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ n, all, want int }{{0, 10, 0}, {1, 1000, 1}, {8, 10, 80}, {12, 10, 100}, {1, 0, 0}} {
		assert.Equal(t, usage.Share(c.n, c.all), c.want, c.n, c.all)
	}
}

func TestRoundUp(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{0: 2, 1: 2, 2: 2, 3: 4, 5: 6, 9: 10, 10: 10, 11: 20, 84: 100, 401: 600,
		100_000: 100_000} {
		assert.Equal(t, usage.RoundUp(n), want, n)
	}
}

func TestChartOf(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	counts := make([]int, 28)
	for i := range counts {
		counts[i] = i * i * i
	}
	c := usage.ChartOf(start, counts, 10)
	require.Equal(t, len(c.Bars), len(counts), "bars")
	for i, b := range c.Bars {
		if b.Y < 0 || b.Y+b.Height > 100.0001 || b.X < float64(i) || b.X >= float64(i+1) || b.Today != (i == 9) ||
			b.Future != (i > 9) {
			t.Errorf("bar %d = %+v", i, b)
		}
		assert.Equal(t, b.Height > 0, counts[i] > 0, "bar", i, "of", counts[i], "documents is", b.Height, "high")
	}
}
