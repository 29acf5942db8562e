package boost

import "math"

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
func (t *trainer) grow() (Tree, bool) {
	root := span{rows: make([]int32, len(t.examples)), low: math.Inf(-1), high: math.Inf(1)}
	for i := range t.examples {
		e := &t.examples[i]
		p := Probability(t.margins[i])
		y := 0.0
		if e.Yes {
			y = 1
		}
		t.grad[i], t.hes[i] = e.Weight*(p-y), e.Weight*max(p*(1-p), 1e-6)
		root.rows[i] = int32(i) //nolint:gosec // far fewer examples than 2³¹
		root.grad += t.grad[i]
		root.hes += t.hes[i]
	}
	tree := Tree{}
	tree.add()
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

func (t *Tree) add() int {
	t.Feature = append(t.Feature, -1)
	t.Below = append(t.Below, 0)
	t.Left = append(t.Left, 0)
	t.Value = append(t.Value, 0)
	return len(t.Feature) - 1
}

func (t *trainer) leaf(tree *Tree, s span) {
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
func (t *trainer) part(tree *Tree, s span, q question) (left, right span) {
	a := tree.add()
	b := tree.add()
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
