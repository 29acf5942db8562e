package boost_test

import (
	"testing"

	"github.com/docmill/docmill/engine/boost"
)

func TestParsePair(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "{}", `{"a":{},"b":{}}`, `{"a":1}`} {
		if _, err := boost.ParsePair([]byte(bad), "a", "b", 3); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestProbability(t *testing.T) {
	t.Parallel()
	if boost.Probability(0) != 0.5 || boost.Probability(5) < 0.99 || boost.Probability(-5) > 0.01 {
		t.Error("no logistic function")
	}
}
