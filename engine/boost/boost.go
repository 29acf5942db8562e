// Package boost implements gradient-boosted decision trees for binary classification (Friedman, "Greedy function
// approximation", 2001; second-order form as in Chen and Guestrin, "XGBoost", 2016). Train builds an Ensemble from
// labeled examples. An Ensemble returns log-odds.
//
// Training is deterministic: the same examples in the same order give identical trees, byte for byte.
package boost

import (
	"fmt"
	"math"
)

// Ensemble is a sum of trees over a vector of features.
type Ensemble struct {
	// Features names the features in order.
	Features []string
	Trees    []Tree
}

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

func (t *Tree) check(features int) error {
	n := len(t.Feature)
	if n == 0 || len(t.Below) != n || len(t.Left) != n || len(t.Value) != n {
		return fmt.Errorf("arrays of %d, %d, %d and %d nodes", n, len(t.Below), len(t.Left), len(t.Value))
	}
	for i, f := range t.Feature {
		if f < 0 {
			continue
		}
		if int(f) >= features {
			return fmt.Errorf("node %d asks for feature %d of %d", i, f, features)
		}
		if left := int(t.Left[i]); left <= i || left+1 >= n {
			return fmt.Errorf("node %d has child %d of %d", i, left, n)
		}
	}
	return nil
}

// Probability turns log-odds into a probability.
func Probability(margin float64) float64 { return 1 / (1 + math.Exp(-margin)) }
