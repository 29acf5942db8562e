// Package boost implements gradient-boosted decision trees for binary classification (Friedman, "Greedy function
// approximation", 2001; second-order form as in Chen and Guestrin, "XGBoost", 2016). An Ensemble returns log-odds.
// lab/boosting trains it.
package boost

import (
	"fmt"
	"math"
	"slices"
)

// Ensemble is a sum of trees over a vector of features.
type Ensemble struct {
	// Features names the features in order.
	Features []string
	// Categories lists the names of the values 0, 1, 2 … of a feature that numbers names, by feature. All other names
	// have the number Uncategorized.
	Categories map[string][]string
	Trees      []Tree
}

// Uncategorized is the number of a name that a list of categories lacks. The trees treat it as an unknown value.
const Uncategorized = -1

// Category returns the number of a name in a list of categories.
func Category(names []string, name string) float32 { return float32(slices.Index(names, name)) }

// Tree is a binary decision tree in arrays indexed by node; node 0 is the root. Children follow their parents, so
// every walk ends.
type Tree struct {
	// Feature is the index of the feature tested by the node, or -1 for a leaf.
	Feature []int16
	// Below is the threshold: smaller values go to Left, others to Left + 1. Unknown values (NaN) go to Left.
	Below []float32
	Left  []int16
	// Value is the log-odds that a leaf adds.
	Value []float32
}

// Margin returns the log-odds for a vector. It does not retain x.
func (e *Ensemble) Margin(x []float32) float64 {
	sum := 0.0
	for i := range e.Trees {
		sum += float64(e.Trees[i].walk(x))
	}
	return sum
}

func (t *Tree) walk(x []float32) float32 {
	n := int16(0)
	for t.Feature[n] >= 0 {
		v := x[t.Feature[n]]
		n, v = t.Left[n], v-t.Below[n]
		if v >= 0 { // false for NaN
			n++
		}
	}
	return t.Value[n]
}

// check returns an error if a walk through the trees can leave a tree, or if the categories do not match the features.
func (e *Ensemble) check() error {
	most := make([]int, len(e.Features)) // number of categories by feature, 0 for a feature without
	for name, values := range e.Categories {
		at := slices.Index(e.Features, name)
		if at < 0 || len(values) == 0 {
			return fmt.Errorf("%d categories of feature %q", len(values), name)
		}
		most[at] = len(values)
	}
	for i := range e.Trees {
		if err := e.Trees[i].check(most); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	return nil
}

// check takes the number of categories of each feature, 0 for a feature without.
func (t *Tree) check(categories []int) error {
	n := len(t.Feature)
	if n == 0 || len(t.Below) != n || len(t.Left) != n || len(t.Value) != n {
		return fmt.Errorf("arrays of %d, %d, %d and %d nodes", n, len(t.Below), len(t.Left), len(t.Value))
	}
	for i, f := range t.Feature {
		if f < 0 {
			continue
		}
		if int(f) >= len(categories) {
			return fmt.Errorf("node %d asks for feature %d of %d", i, f, len(categories))
		}
		if n := categories[f]; n > 0 && !(t.Below[i] > Uncategorized-1 && t.Below[i] <= float32(n-1)) {
			return fmt.Errorf("node %d separates at category %v of %d", i, t.Below[i], n)
		}
		if left := int(t.Left[i]); left <= i || left+1 >= n {
			return fmt.Errorf("node %d has child %d of %d", i, left, n)
		}
	}
	return nil
}

// Probability turns log-odds into a probability.
func Probability(margin float64) float64 { return 1 / (1 + math.Exp(-margin)) }
