package boosting_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/lab/boosting"
	"github.com/docmill/docmill/libs/require"
)

// examples labels vectors by whether exactly one of the first two values exceeds a half, which no single split can
// learn. The third value is noise, and the fourth is sometimes unknown.
func examples(seed uint64, n int) []boosting.Example {
	random := rand.New(rand.NewPCG(seed, 1))
	out := make([]boosting.Example, n)
	for i := range out {
		x := []float32{random.Float32(), random.Float32(), random.Float32(), random.Float32()}
		yes := (x[0] > 0.5) != (x[1] > 0.5)
		if x[3] < 0.3 {
			x[3] = float32(math.NaN())
			yes = true
		}
		out[i] = boosting.Example{X: x, Yes: yes, Weight: 1}
	}
	return out
}

func names() []string { return []string{"a", "b", "noise", "d"} }

func trained(t *testing.T, opt boosting.Options) *boost.Ensemble {
	t.Helper()
	e, err := boosting.Train(names(), examples(1, 4000), examples(2, 1000), opt)
	require.NoError(t, err)
	return e
}

func TestFeatureInteractions(t *testing.T) {
	t.Parallel()
	e := trained(t, boosting.Options{Trees: 60, Depth: 4, Rate: 0.3})
	right := 0
	unseen := examples(3, 1000)
	for _, x := range unseen {
		if (e.Margin(x.X) > 0) == x.Yes {
			right++
		}
	}
	if right < 970 {
		t.Errorf("%d of %d right with %d trees", right, len(unseen), len(e.Trees))
	}
}

func TestDeterministicTraining(t *testing.T) {
	t.Parallel()
	a := boost.Encode(map[string]*boost.Ensemble{"": trained(t, boosting.Options{})})
	b := boost.Encode(map[string]*boost.Ensemble{"": trained(t, boosting.Options{})})
	if !bytes.Equal(a, b) {
		t.Fatal("two trainings differ")
	}
	read, err := boost.ParseOf(a, len(names()), "")
	if err != nil || !bytes.Equal(boost.Encode(map[string]*boost.Ensemble{"": read[0]}), a) {
		t.Errorf("differs after a file: %v", err)
	}
}

// A feature with a direction keeps it even if the examples contradict it.
func TestMonotonicFeatures(t *testing.T) {
	t.Parallel()
	e := trained(t, boosting.Options{Rising: []string{"a"}, Falling: []string{"b"}, Trees: 40, Rate: 0.3})
	for _, x := range examples(5, 300) {
		last := math.Inf(-1)
		for v := float32(0); v <= 1; v += 0.05 {
			m := e.Margin([]float32{v, x.X[1], x.X[2], x.X[3]})
			if m < last-1e-6 {
				t.Fatalf("falls from %v to %v at a = %v", last, m, v)
			}
			last = m
		}
		last = math.Inf(1)
		for v := float32(0); v <= 1; v += 0.05 {
			m := e.Margin([]float32{x.X[0], v, x.X[2], x.X[3]})
			if m > last+1e-6 {
				t.Fatalf("rises from %v to %v at b = %v", last, m, v)
			}
			last = m
		}
	}
}

// The trees do not learn the prior again.
func TestPrior(t *testing.T) {
	t.Parallel()
	set := examples(6, 2000)
	for i := range set {
		set[i].Prior = -6
		if set[i].Yes {
			set[i].Prior = 6
		}
	}
	e, err := boosting.Train(names(), set, nil, boosting.Options{Trees: 20})
	require.NoError(t, err)
	for _, x := range set[:100] {
		if math.Abs(e.Margin(x.X)) > 1 {
			t.Fatalf("adds %v to log-odds that were right", e.Margin(x.X))
		}
	}
}

func TestEarlyStopping(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 9))
	noise := func(n int) []boosting.Example {
		out := make([]boosting.Example, n)
		for i := range out {
			out[i] = boosting.Example{
				X: []float32{random.Float32(), random.Float32(), 0, 0}, Yes: random.IntN(2) == 1, Weight: 1,
			}
		}
		return out
	}
	e, err := boosting.Train(names(), noise(500), noise(500), boosting.Options{Trees: 300, Rate: 0.3})
	require.NoError(t, err)
	if len(e.Trees) > 30 {
		t.Errorf("%d trees learned from noise", len(e.Trees))
	}
}

func TestVectorLengthMismatch(t *testing.T) {
	t.Parallel()
	if _, err := boosting.Train(names(), []boosting.Example{{X: []float32{1}}}, nil, boosting.Options{}); err == nil {
		t.Error("no error")
	}
}
