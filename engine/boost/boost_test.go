package boost_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/libs/require"
)

// examples labels vectors by whether exactly one of the first two values exceeds a half, which no single split can
// learn. The third value is noise, and the fourth is sometimes unknown.
func examples(seed uint64, n int) []boost.Example {
	random := rand.New(rand.NewPCG(seed, 1))
	out := make([]boost.Example, n)
	for i := range out {
		x := []float32{random.Float32(), random.Float32(), random.Float32(), random.Float32()}
		yes := (x[0] > 0.5) != (x[1] > 0.5)
		if x[3] < 0.3 {
			x[3] = float32(math.NaN())
			yes = true
		}
		out[i] = boost.Example{X: x, Yes: yes, Weight: 1}
	}
	return out
}

func names() []string { return []string{"a", "b", "noise", "d"} }

func trained(t *testing.T, opt boost.Options) *boost.Ensemble {
	t.Helper()
	e, err := boost.Train(names(), examples(1, 4000), examples(2, 1000), opt)
	require.NoError(t, err)
	return e
}

func TestFeatureInteractions(t *testing.T) {
	t.Parallel()
	e := trained(t, boost.Options{Trees: 60, Depth: 4, Rate: 0.3})
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
	a := boost.Encode(map[string]*boost.Ensemble{"": trained(t, boost.Options{})})
	b := boost.Encode(map[string]*boost.Ensemble{"": trained(t, boost.Options{})})
	if !bytes.Equal(a, b) {
		t.Fatal("two trainings differ")
	}
}

// A feature with a direction keeps it even if the examples contradict it.
func TestMonotonicFeatures(t *testing.T) {
	t.Parallel()
	e := trained(t, boost.Options{Rising: []string{"a"}, Falling: []string{"b"}, Trees: 40, Rate: 0.3})
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
	e, err := boost.Train(names(), set, nil, boost.Options{Trees: 20})
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
	noise := func(n int) []boost.Example {
		out := make([]boost.Example, n)
		for i := range out {
			out[i] = boost.Example{
				X: []float32{random.Float32(), random.Float32(), 0, 0}, Yes: random.IntN(2) == 1, Weight: 1,
			}
		}
		return out
	}
	e, err := boost.Train(names(), noise(500), noise(500), boost.Options{Trees: 300, Rate: 0.3})
	require.NoError(t, err)
	if len(e.Trees) > 30 {
		t.Errorf("%d trees learned from noise", len(e.Trees))
	}
}

func TestVectorLengthMismatch(t *testing.T) {
	t.Parallel()
	if _, err := boost.Train(names(), []boost.Example{{X: []float32{1}}}, nil, boost.Options{}); err == nil {
		t.Error("no error")
	}
}

func TestProbability(t *testing.T) {
	t.Parallel()
	if boost.Probability(0) != 0.5 || boost.Probability(5) < 0.99 || boost.Probability(-5) > 0.01 {
		t.Error("no logistic function")
	}
}

func small(low float32) *boost.Ensemble {
	return &boost.Ensemble{Features: []string{"a", "b"}, Trees: []boost.Tree{
		{Feature: []int16{1, -1, -1}, Below: []float32{0.5, 0, 0}, Left: []int16{1, 0, 0}, Value: []float32{0, low, 1}},
		{Feature: []int16{-1}, Below: []float32{0}, Left: []int16{0}, Value: []float32{-0.25}},
	}}
}

// Ensembles with any name survive a round trip. Encode skips nil ensembles.
func TestEncodeRoundTrip(t *testing.T) {
	t.Parallel()
	named := map[string]*boost.Ensemble{"": small(-1), "second": small(-2), "none": nil}
	got, err := boost.Parse(boost.Encode(named))
	delete(named, "none")
	if err != nil || !reflect.DeepEqual(got, named) {
		t.Errorf("%v (%v), want %v", got, err, named)
	}
	e := trained(t, boost.Options{})
	read, err := boost.ParseOf(boost.Encode(map[string]*boost.Ensemble{"e": e}), len(e.Features), "e")
	if err != nil || !reflect.DeepEqual(read[0], e) {
		t.Errorf("differs after a file: %v", err)
	}
}

func TestParseOfNames(t *testing.T) {
	t.Parallel()
	file := boost.Encode(map[string]*boost.Ensemble{"one": small(-1), "two": small(-2)})
	both, err := boost.ParseOf(file, 2, "two", "one")
	if err != nil || both[0].Trees[0].Value[1] != -2 || both[1].Trees[0].Value[1] != -1 {
		t.Errorf("%v, %v", both, err)
	}
	for _, names := range [][]string{{"one"}, {"one", "three"}, {"one", "two", "three"}, nil} {
		if _, err := boost.ParseOf(file, 2, names...); !errors.Is(err, boost.ErrFile) {
			t.Errorf("%q: %v", names, err)
		}
	}
	if _, err := boost.ParseOf(file, 3, "one", "two"); !errors.Is(err, boost.ErrFile) {
		t.Errorf("of other features: %v", err)
	}
}

// Parse rejects truncated files, trailing data, and walks that leave a tree.
func TestParseCorrupt(t *testing.T) {
	t.Parallel()
	file := boost.Encode(map[string]*boost.Ensemble{"one": small(-1)})
	for n := range file {
		if _, err := boost.Parse(file[:n]); !errors.Is(err, boost.ErrFile) {
			t.Errorf("%d of %d bytes: %v", n, len(file), err)
		}
	}
	if _, err := boost.Parse(append(bytes.Clone(file), 0)); !errors.Is(err, boost.ErrFile) {
		t.Errorf("one byte more: %v", err)
	}
	for what, spoil := range map[string]func(*boost.Tree){
		"another feature": func(t *boost.Tree) { t.Feature[0] = 2 },
		"itself":          func(t *boost.Tree) { t.Left[0] = 0 },
		"outside":         func(t *boost.Tree) { t.Left[0] = 2 },
		"no node":         func(t *boost.Tree) { *t = boost.Tree{} },
	} {
		e := small(-1)
		spoil(&e.Trees[0])
		if _, err := boost.Parse(boost.Encode(map[string]*boost.Ensemble{"one": e})); !errors.Is(err, boost.ErrFile) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Parse rejects categories of no feature, and fewer categories than the trees distinguish.
func TestParseCategoryMismatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		feature string
		names   []string
		want    string
	}{
		{"b", []string{"invoice", "receipt"}, ""},
		{"b", []string{"invoice"}, "separates at category 0.5 of 1"},
		{"b", nil, `0 categories of feature "b"`},
		{"c", []string{"invoice", "receipt"}, `2 categories of feature "c"`},
	} {
		e := small(-1)
		e.Categories = map[string][]string{c.feature: c.names}
		got, err := boost.Parse(boost.Encode(map[string]*boost.Ensemble{"one": e}))
		if c.want == "" && (err != nil || !reflect.DeepEqual(got["one"], e)) ||
			c.want != "" && (!errors.Is(err, boost.ErrFile) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q of %q: %v, %v", c.names, c.feature, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(boost.Encode(map[string]*boost.Ensemble{"one": small(-1), "two": small(-2)}))
	f.Add(boost.Encode(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		named, err := boost.Parse(data)
		if err != nil {
			return
		}
		for _, e := range named {
			e.Margin(make([]float32, len(e.Features)))
		}
	})
}
