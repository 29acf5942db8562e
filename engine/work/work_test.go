package work_test

import (
	"testing"

	"github.com/docmill/docmill/engine/work"
	"github.com/docmill/docmill/libs/assert"
)

func TestBudget(t *testing.T) {
	t.Parallel()
	b := work.NewBudget(10)
	for i, c := range []struct {
		units, used int
		ok          bool
	}{{4, 4, true}, {6, 10, true}, {0, 10, true}, {1, 10, false}} {
		if ok := b.Spend(c.units); ok != c.ok || b.Used() != c.used {
			t.Errorf("%d: %v, %d used", i, ok, b.Used())
		}
	}
	b = work.NewBudget(10)
	assert.True(t, !b.Spend(11) && !b.Spend(1) && b.Used() == 10, "work is done after the budget was exceeded")
}
