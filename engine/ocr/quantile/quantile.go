// Package quantile computes weighted quantiles.
package quantile

import (
	"cmp"
	"slices"
)

// Point is a measurement with a non-negative weight.
type Point struct{ Value, Weight float64 }

// Of returns the smallest value up to which the points have a share of all weight, from 0 to 1: 0.5 is the
// weighted median. It returns 0 without points, and sorts them.
func Of(points []Point, share float64) float64 {
	total := 0.0
	for _, p := range points {
		total += p.Weight
	}
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.Value, b.Value) })
	left := total * share
	for _, p := range points {
		if left -= p.Weight; left <= 0 {
			return p.Value
		}
	}
	return 0
}
