package reading_test

import "testing"

// BenchmarkReader runs only the reader, for profiling.
func BenchmarkReader(b *testing.B) {
	for _, c := range corpora(b) {
		b.Run(c.name, func(b *testing.B) {
			readAll(b, &c)
			b.ReportAllocs()
			b.ResetTimer()
			pages := 0
			for b.Loop() {
				pages += readAll(b, &c)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(pages), "ms/page")
		})
	}
}
