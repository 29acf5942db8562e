package fault_test

import (
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/tests/chaos/fault"
)

func faults(seed uint64, n int) (all []fault.Fault) {
	p := fault.NewPlan(seed, fault.Kinds(), fault.Target{Services: 3, Servers: []int{2, 3, 1}}, time.Second, 4*time.Second)
	for range n {
		all = append(all, p.Next())
	}
	return all
}

func TestDeterministicFaults(t *testing.T) {
	t.Parallel()
	n := len(fault.Kinds()) * 3
	first := faults(1, n)
	assert.True(t, slices.Equal(first, faults(1, n)) && !slices.Equal(first, faults(2, n)),
		"the faults do not hang on the seed alone")
	came := map[fault.Kind]int{}
	for _, f := range first {
		came[f.Kind]++
		if f.For > 4*time.Second || f.After < time.Second/2 || f.After > 3*time.Second/2 || f.Service > 2 ||
			f.Server >= []int{2, 3, 1}[f.Service] {
			t.Errorf("%+v", f)
		}
	}
	for _, kind := range fault.Kinds() {
		assert.Equal(t, came[kind], 3, kind, "came times in three rounds")
	}
}
