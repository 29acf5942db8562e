package pgd_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/require"
)

// BenchmarkStartAndStop reports the milliseconds of a start on an empty directory, a start on an existing cluster
// and a stop.
func BenchmarkStartAndStop(b *testing.B) {
	for name, durable := range map[string]bool{"durable": true, "test": false} {
		b.Run(name, func(b *testing.B) {
			var first, next, stop time.Duration
			for b.Loop() {
				cfg := pgd.Config{Dir: b.TempDir(), Password: password, Durable: durable}
				for _, sum := range []*time.Duration{&first, &next} {
					began := time.Now()
					c, err := pgd.Start(b.Context(), cfg)
					require.NoError(b, err)
					*sum += time.Since(began)
					began = time.Now()
					require.NoError(b, c.Stop(b.Context()))
					stop += time.Since(began)
				}
			}
			perRun := func(d time.Duration) float64 { return float64(d.Milliseconds()) / float64(b.N) }
			b.ReportMetric(perRun(first), "first-ms")
			b.ReportMetric(perRun(next), "next-ms")
			b.ReportMetric(perRun(stop)/2, "stop-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
