package workload_test

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/tests/chaos/history"
	"github.com/docmill/docmill/tests/chaos/workload"
)

func options() workload.Options {
	return workload.Options{Run: "r1", Accounts: 4, Documents: 600, Limited: 130, Pause: time.Second, Batch: 5, Text: 25}
}

func TestDeterministicPlan(t *testing.T) {
	t.Parallel()
	first := workload.Plan(1, options())
	assert.True(t, reflect.DeepEqual(first, workload.Plan(1, options())), "the same seed gives another plan")
	assert.False(t, reflect.DeepEqual(first, workload.Plan(2, options())), "another seed gives the same plan")
}

// A file's name determines its content, a key its call; a step's document was uploaded before.
func TestCheckablePlan(t *testing.T) {
	t.Parallel()
	plan := workload.Plan(3, options())
	kinds, repeats, files := map[history.Kind]int{}, 0, map[string]bool{}
	limited := 0
	for worker, steps := range plan {
		keys := map[string]workload.Step{}
		for n, step := range steps {
			kinds[step.Kind]++
			earlier, again := keys[step.Key]
			switch {
			case step.Key != "" && again:
				repeats++
				assert.True(t, reflect.DeepEqual(earlier.Files, step.Files) && earlier.Kind == step.Kind,
					step.Key, "stands for two calls")
				continue
			case step.Key != "":
				keys[step.Key] = step
			}
			for _, f := range step.Files {
				assert.False(t, files[f.Name], f.Name, "is sent twice")
				files[f.Name] = true
				if worker >= 6 {
					limited++
				}
			}
			if len(step.Files) > 0 {
				continue
			}
			of := plan[step.Of.Worker][step.Of.Step]
			if step.Of.Worker/2 != worker/2 || step.Of.File >= len(of.Files) || step.Of.Worker == worker && step.Of.Step >= n {
				t.Errorf("step %d of worker %d is about %+v", n, worker, step.Of)
			}
		}
	}
	if len(files) < 600 || limited < 130 || repeats == 0 {
		t.Errorf("%d files, %d of the limited account, %d repeats", len(files), limited, repeats)
	}
	for _, kind := range []history.Kind{history.Upload, history.Batch, history.Correct, history.Erase, history.Read} {
		assert.NotEqual(t, kinds[kind], 0, "nobody calls", kind)
	}
}

func TestUniqueFileNames(t *testing.T) {
	t.Parallel()
	for form := workload.Invoice; form <= workload.Long; form++ {
		one, two := workload.File{Name: "one", Form: form}, workload.File{Name: "two", Form: form}
		if !bytes.Equal(one.Bytes(), one.Bytes()) || form != workload.Empty && bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("form %d", form)
		}
		size := len(one.Bytes())
		assert.True(t, size <= 1<<20, "form", form, "has", size, "bytes")
	}
}
