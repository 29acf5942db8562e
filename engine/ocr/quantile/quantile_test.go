package quantile_test

import (
	"testing"

	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/libs/assert"
)

func TestOf(t *testing.T) {
	t.Parallel()
	points := []quantile.Point{{Value: 9, Weight: 1}, {Value: 1, Weight: 1}, {Value: 5, Weight: 6}, {Value: 3, Weight: 2}}
	for share, want := range map[float64]float64{0: 1, 0.1: 1, 0.2: 3, 0.3: 3, 0.5: 5, 0.9: 5, 1: 9} {
		assert.Equal(t, quantile.Of(points, share), want, "a share of", share, "is at most at")
	}
	assert.Equal(t, quantile.Of(nil, 0.5), 0, "of nothing")
}
