// Package quantile finds the value that a share of measurements does not exceed, where
// some of them count for more than others.
package quantile

import (
	"cmp"
	"slices"
)

// Point is a measurement and how much it counts, which is not negative.
type Point struct{ Value, Weight float64 }

// Of returns the least value that a share of all weight, from 0 to 1, is at most at:
// with 0.5 the weighted median. 0 without points. It sorts them.
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
