// Package quantile computes quantiles of benchmark measurements.
package quantile

import "slices"

// Of returns the q-quantile of the values without interpolation. The values must not be empty. It does not reorder
// them.
func Of(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
