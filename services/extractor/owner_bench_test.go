package extractor_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// BenchmarkOwners sends a one-page PDF again and again, one at a time: all of one
// owner, of eight in turn, each of another than any before, and so with a pause in between, in
// which an unused process gets ready. It prints the times that documents took,
// and the processor time of all processes for each of them:
//
//	go test -run '^$' -bench Owners -benchtime 100x .
func BenchmarkOwners(b *testing.B) {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	for line, text := range []string{"INVOICE", "Invoice number: R-1001", "Invoice date: 2026-10-01",
		"Total: 119.00 EUR"} {
		p.Text(60, 60+20*float64(line), 10, text)
	}
	data := doc.Bytes()
	for _, c := range []struct {
		name   string
		owners int
		pause  time.Duration
	}{
		{"one", 1, 0}, {"eight in turn", 8, 0}, {"another each time", 1 << 30, 0},
		{"one, pauses", 1, 400 * time.Millisecond}, {"another each time, pauses", 1 << 30, 400 * time.Millisecond},
	} {
		b.Run(c.name, func(b *testing.B) {
			e, err := enginepool.New(b.Context(), enginepool.Config{
				Workers: 2, MemoryBytes: 1 << 30, OCRLanguages: "eng", CacheDir: engineCache(), Spares: 2, IdleBytes: 512 << 20,
			}, slog.New(slog.DiscardHandler))
			require.NoError(b, err)
			var took []time.Duration
			before := processorTime(b)
			for n := range b.N {
				time.Sleep(c.pause)
				start := time.Now()
				job := enginepool.Job{Owner: fmt.Sprint(n % c.owners), DocumentType: "auto"}
				a, err := e.Extract(b.Context(), job, bytes.NewReader(data), int64(len(data)))
				if err != nil || a.Extraction == nil {
					b.Fatal(a.Failure, err)
				}
				took = append(took, time.Since(start))
			}
			e.Close()
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-p50")
			b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "ms-p95")
			b.ReportMetric((processorTime(b)-before).Seconds()*1000/float64(b.N), "cpu-ms/document")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
