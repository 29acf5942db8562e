package boost

import (
	"fmt"
	"math"
	"slices"
)

// Example is one labelled vector.
type Example struct {
	X []float32
	// Prior is the log-odds that are known beforehand; the trees learn what to
	// add to them.
	Prior  float64
	Yes    bool
	Weight float64 // how much the example counts; 1 is usual
}

// Options of training. The zero value of a member stands for its default.
type Options struct {
	Trees     int     // at most so many; default 100
	Depth     int     // of a tree, in questions; default 4
	Rate      float64 // share of each tree's advice that is taken; default 0.1
	MinWeight float64 // least sum of second derivatives in a leaf; default 5
	L2        float64 // shrinks leaves; default 2
	MinGain   float64 // least gain of a question; default 0.1
	// Patience ends training when the held-out examples have not become
	// better for so many trees; default 10. Without any it is not used.
	Patience int
	// Rising and Falling name features in whose value the outcome may only
	// rise or only fall.
	Rising, Falling []string
}

func (o Options) withDefaults() Options {
	set := func(v *float64, d float64) {
		if *v == 0 {
			*v = d
		}
	}
	count := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	count(&o.Trees, 100)
	count(&o.Depth, 4)
	count(&o.Patience, 10)
	set(&o.Rate, 0.1)
	set(&o.MinWeight, 5)
	set(&o.L2, 2)
	set(&o.MinGain, 0.1)
	return o
}

// Train makes an ensemble of examples. Where held-out examples are given, trees
// behind the one at which their loss was least are dropped.
func Train(features []string, examples, heldOut []Example, opt Options) (*Ensemble, error) {
	for _, set := range [][]Example{examples, heldOut} {
		for i := range set {
			if len(set[i].X) != len(features) {
				return nil, fmt.Errorf("boost: example %d has %d values for %d features", i, len(set[i].X), len(features))
			}
		}
	}
	opt = opt.withDefaults()
	t := newTrainer(features, examples, opt)
	e := &Ensemble{Features: features}
	held := priors(heldOut)
	least, kept := Loss(heldOut, held), 0
	for len(e.Trees) < opt.Trees {
		tree, grown := t.grow()
		if !grown {
			break
		}
		e.Trees = append(e.Trees, tree)
		if len(heldOut) == 0 {
			kept = len(e.Trees)
			continue
		}
		for i := range heldOut {
			held[i] += float64(tree.walk(heldOut[i].X))
		}
		if loss := Loss(heldOut, held); loss < least-1e-6 {
			least, kept = loss, len(e.Trees)
		}
		if len(e.Trees)-kept >= opt.Patience {
			break
		}
	}
	e.Trees = slices.Clip(e.Trees[:kept])
	return e, nil
}

func priors(examples []Example) []float64 {
	m := make([]float64, len(examples))
	for i := range examples {
		m[i] = examples[i].Prior
	}
	return m
}

// Loss is the mean logistic loss of log-odds in nats per unit of weight.
func Loss(examples []Example, margins []float64) float64 {
	sum, weight := 0.0, 0.0
	for i := range examples {
		m := margins[i]
		if !examples[i].Yes {
			m = -m
		}
		sum += examples[i].Weight * (math.Log1p(math.Exp(-math.Abs(m))) + max(0, -m))
		weight += examples[i].Weight
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}

// trainer holds the examples with their features sorted into bins.
type trainer struct {
	opt       Options
	examples  []Example
	margins   []float64
	edges     [][]float32 // by feature: the least value of each bin but the first
	bins      [][]uint8   // by feature and example
	direction []int       // by feature: 1 rising, -1 falling
	grad, hes []float64   // by example
}

// maxBins is how many values of a feature are told apart.
const maxBins = 64

func newTrainer(features []string, examples []Example, opt Options) *trainer {
	t := &trainer{
		opt: opt, examples: examples, margins: priors(examples),
		grad: make([]float64, len(examples)), hes: make([]float64, len(examples)),
		direction: make([]int, len(features)),
	}
	for f, name := range features {
		if slices.Contains(opt.Rising, name) {
			t.direction[f] = 1
		}
		if slices.Contains(opt.Falling, name) {
			t.direction[f] = -1
		}
		edges := edgesOf(examples, f)
		bins := make([]uint8, len(examples))
		for i := range examples {
			bins[i] = binOf(edges, examples[i].X[f])
		}
		t.edges, t.bins = append(t.edges, edges), append(t.bins, bins)
	}
	return t
}

// edgesOf returns thresholds that part the values into bins of like size. Bin 0 is
// for values that are not known.
func edgesOf(examples []Example, f int) []float32 {
	values := make([]float32, 0, len(examples))
	for i := range examples {
		if v := examples[i].X[f]; v == v {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	var edges []float32
	if len(values) == 0 {
		return edges
	}
	if len(values) < len(examples) {
		edges = append(edges, values[0])
	}
	last := values[0]
	step := float64(len(values)) / (maxBins - 2)
	for k := 1; k < maxBins-2; k++ {
		if v := values[int(float64(k)*step)]; v > last {
			edges = append(edges, (v+previous(values, v))/2)
			last = v
		}
	}
	if top := values[len(values)-1]; top > last {
		edges = append(edges, (top+previous(values, top))/2)
	}
	return edges
}

// previous returns the largest of the sorted values that is smaller than v.
func previous(values []float32, v float32) float32 {
	i, _ := slices.BinarySearch(values, v)
	return values[i-1]
}

// binOf counts the edges up to the value.
func binOf(edges []float32, v float32) uint8 {
	if v != v {
		return 0
	}
	i, found := slices.BinarySearch(edges, v)
	if found {
		i++
	}
	return uint8(i) //nolint:gosec // fewer than maxBins edges
}
