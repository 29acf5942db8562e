// Package measure has the tools of the benchmarks: processor time and memory of an installation's processes,
// concurrent calls, and quantiles.
package measure

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// Quantile returns the q-quantile of the values without interpolation. The values must not be empty. It does not
// reorder them.
func Quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// Spread calls work b.N times from parallel callers and returns the time.
func Spread(b *testing.B, parallel int, work func(n int) error) time.Duration {
	b.Helper()
	began := time.Now()
	var wg sync.WaitGroup
	for first := range parallel {
		wg.Go(func() {
			for n := first; n < b.N; n += parallel {
				if err := work(n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(began)
}
