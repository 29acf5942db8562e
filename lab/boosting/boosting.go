// Package boosting trains the trees of package boost. Training is deterministic: the same examples in the same order
// give identical trees, byte for byte.
package boosting

import (
	"fmt"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/boost"
)

// Example is one labeled vector.
type Example struct {
	X []float32
	// Prior is the log-odds known in advance; the trees learn a correction.
	Prior  float64
	Yes    bool
	Weight float64 // of the example in the loss; usually 1
}

// Options configures training. Zero values mean defaults.
type Options struct {
	Trees     int     // maximum; default 100
	Depth     int     // of a tree, in splits; default 4
	Rate      float64 // learning rate; default 0.1
	MinWeight float64 // minimum sum of second derivatives in a leaf; default 5
	L2        float64 // regularization of leaves; default 2
	MinGain   float64 // minimum gain of a split; default 0.1
	// Patience stops training if the held-out loss has not improved for this many trees; default 10. It has no effect
	// without held-out examples.
	Patience int
	// Rising and Falling name features whose larger values may only raise or only lower the log-odds.
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

// Train builds an ensemble from examples. If held-out examples are given, it drops the trees after the one with their
// lowest loss.
func Train(features []string, examples, heldOut []Example, opt Options) (*boost.Ensemble, error) {
	for _, set := range [][]Example{examples, heldOut} {
		for i := range set {
			if len(set[i].X) != len(features) {
				return nil, fmt.Errorf("boost: example %d has %d values for %d features", i, len(set[i].X), len(features))
			}
		}
	}
	opt = opt.withDefaults()
	t := newTrainer(features, examples, opt)
	e := &boost.Ensemble{Features: features}
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
		one := boost.Ensemble{Trees: e.Trees[len(e.Trees)-1:]}
		for i := range heldOut {
			held[i] += one.Margin(heldOut[i].X)
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

// Loss returns the mean logistic loss of log-odds, in nats per unit of weight.
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

// trainer holds the examples with their features in bins.
type trainer struct {
	opt       Options
	examples  []Example
	margins   []float64
	edges     [][]float32 // by feature: the lower bound of each bin but the first
	bins      [][]uint8   // by feature and example
	direction []int       // by feature: 1 rising, -1 falling
	grad, hes []float64   // by example
}

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

// edgesOf returns thresholds that split the values into bins of similar size. Bin 0 holds unknown values.
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

func previous(values []float32, v float32) float32 {
	i, _ := slices.BinarySearch(values, v)
	return values[i-1]
}

// binOf returns the number of edges up to the value.
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

// span is a node of a tree that is being built, with the examples that reach it.
type span struct {
	node      int
	depth     int
	rows      []int32
	grad, hes float64
	low, high float64 // bounds of its leaves, from features with a direction
}

type question struct {
	feature int
	edge    int // values from this edge up go to the right
	gain    float64
	left    [2]float64 // gradient and second derivative
}

// grow adds one tree to the ensemble and its values to the margins. It reports false if no split improves the loss.
func (t *trainer) grow() (boost.Tree, bool) {
	root := span{rows: make([]int32, len(t.examples)), low: math.Inf(-1), high: math.Inf(1)}
	for i := range t.examples {
		e := &t.examples[i]
		p := boost.Probability(t.margins[i])
		y := 0.0
		if e.Yes {
			y = 1
		}
		t.grad[i], t.hes[i] = e.Weight*(p-y), e.Weight*max(p*(1-p), 1e-6)
		root.rows[i] = int32(i) //nolint:gosec // far fewer examples than 2³¹
		root.grad += t.grad[i]
		root.hes += t.hes[i]
	}
	tree := boost.Tree{}
	addNode(&tree)
	open := []span{root}
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		q, found := t.best(s)
		if !found {
			t.leaf(&tree, s)
			continue
		}
		a, b := t.part(&tree, s, q)
		open = append(open, a, b)
	}
	return tree, len(tree.Feature) > 1
}

func addNode(t *boost.Tree) int {
	t.Feature = append(t.Feature, -1)
	t.Below = append(t.Below, 0)
	t.Left = append(t.Left, 0)
	t.Value = append(t.Value, 0)
	return len(t.Feature) - 1
}

func (t *trainer) leaf(tree *boost.Tree, s span) {
	v := float32(t.opt.Rate * min(max(t.weight(s.grad, s.hes), s.low), s.high))
	tree.Value[s.node] = v
	for _, i := range s.rows {
		t.margins[i] += float64(v)
	}
}

// weight returns the optimal value of a leaf.
func (t *trainer) weight(grad, hes float64) float64 { return -grad / (hes + t.opt.L2) }

// worth returns the reduction of the loss by the optimal leaf.
func (t *trainer) worth(grad, hes float64) float64 { return grad * grad / (hes + t.opt.L2) }

// best returns the split with the largest gain, the first of equal ones.
func (t *trainer) best(s span) (question, bool) {
	top := question{gain: t.opt.MinGain}
	found := false
	if s.depth == t.opt.Depth || s.hes < 2*t.opt.MinWeight {
		return top, false
	}
	for f := range t.bins {
		if len(t.edges[f]) == 0 {
			continue
		}
		var sums [maxBins][2]float64
		bins := t.bins[f]
		for _, i := range s.rows {
			sums[bins[i]][0] += t.grad[i]
			sums[bins[i]][1] += t.hes[i]
		}
		left := [2]float64{}
		for edge := range t.edges[f] {
			left[0] += sums[edge][0]
			left[1] += sums[edge][1]
			if gain, ok := t.gain(s, f, left); ok && gain > top.gain {
				top, found = question{f, edge, gain, left}, true
			}
		}
	}
	return top, found
}

func (t *trainer) gain(s span, f int, left [2]float64) (float64, bool) {
	right := [2]float64{s.grad - left[0], s.hes - left[1]}
	if left[1] < t.opt.MinWeight || right[1] < t.opt.MinWeight {
		return 0, false
	}
	step := t.weight(right[0], right[1]) - t.weight(left[0], left[1])
	if d := t.direction[f]; d > 0 && step < 0 || d < 0 && step > 0 {
		return 0, false
	}
	return t.worth(left[0], left[1]) + t.worth(right[0], right[1]) - t.worth(s.grad, s.hes), true
}

// part splits a node by a question and returns its two sides.
func (t *trainer) part(tree *boost.Tree, s span, q question) (left, right span) {
	a := addNode(tree)
	b := addNode(tree)
	tree.Feature[s.node] = int16(q.feature) //nolint:gosec // few features
	tree.Left[s.node] = int16(a)            //nolint:gosec // at most 2^(depth+1) nodes
	tree.Below[s.node] = t.edges[q.feature][q.edge]
	left = span{node: a, depth: s.depth + 1, grad: q.left[0], hes: q.left[1], low: s.low, high: s.high}
	right = span{node: b, depth: s.depth + 1, grad: s.grad - q.left[0], hes: s.hes - q.left[1], low: s.low, high: s.high}
	for _, i := range s.rows {
		if int(t.bins[q.feature][i]) <= q.edge {
			left.rows = append(left.rows, i)
		} else {
			right.rows = append(right.rows, i)
		}
	}
	middle := (t.weight(left.grad, left.hes) + t.weight(right.grad, right.hes)) / 2
	middle = min(max(middle, s.low), s.high)
	switch t.direction[q.feature] {
	case 1:
		left.high, right.low = middle, middle
	case -1:
		left.low, right.high = middle, middle
	}
	return left, right
}
