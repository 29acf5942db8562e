// Package quantile tells the quantiles of what a benchmark measured.
package quantile

import "slices"

// Of returns the value that the share q of the values, which are not to be empty, does
// not reach, without interpolation. The values stay in their order.
func Of(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
