package pgd_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/pgd"
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
					if err != nil {
						b.Fatal(err)
					}
					*sum += time.Since(began)
					began = time.Now()
					if err := c.Stop(b.Context()); err != nil {
						b.Fatal(err)
					}
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
