package observability_test

import (
	"reflect"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/tests/observability"
)

func TestParseNames(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string]observability.Names{
		`sum by (lane, plan) (rate(a_total{x="by (y)",z=~"b|c"}[5m] offset 1d)) / on () group_left () (up > 0)`: {
			Labels: map[string][]string{"a_total": {"x", "z"}, "up": {}}, Grouped: []string{"lane", "plan"},
		},
		`histogram_quantile(0.95, sum by (le) (rate(d:e_bucket[5m]))) and on () absent(f) or vector(1e3)`: {
			Labels: map[string][]string{"d:e_bucket": {}, "f": {}}, Grouped: []string{"le"},
		},
	} {
		got := observability.ParseNames(expr)
		assert.True(t, reflect.DeepEqual(got, want), expr, got, "want", want)
	}
}
