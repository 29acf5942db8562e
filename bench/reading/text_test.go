package reading_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// BenchmarkText reports processor time per page of two methods of extracting text: "members" from PDFium's text
// objects, which requires a known build, and "portable" through PDFium's public interface. Both take turns with
// pdftotext. It excludes the rest of the reader.
func BenchmarkText(b *testing.B) {
	reference := rivals(b)[0]
	l, err := pdfium.New(b.Context(), cacheDir())
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close(context.Background())
	ways := []struct {
		name    string
		library *pdfium.Library
		taken   time.Duration
	}{{name: "members", library: l}, {name: "portable", library: l.Portable()}}
	for _, c := range corpora(b) {
		b.Run(c.name, func(b *testing.B) {
			pages := readAll(b, &c) // removes unreadable files
			for i := range ways {
				pagesOf(b, ways[i].library, &c) // warm-up
				ways[i].taken = 0
			}
			taken := time.Duration(0)
			b.ResetTimer()
			for range b.N {
				for i := range ways {
					w := &ways[i]
					w.taken += cpu(b, syscall.RUSAGE_SELF, func() { pagesOf(b, w.library, &c) })
				}
				taken += cpu(b, syscall.RUSAGE_CHILDREN, func() { reference.run(b, c.files) })
			}
			b.StopTimer()
			for i := range ways {
				w := &ways[i]
				b.ReportMetric(w.taken.Seconds()*1000/float64(b.N*pages), w.name+"-cpu-ms/page")
				b.ReportMetric(w.taken.Seconds()/taken.Seconds(), w.name+"-ratio-"+reference.name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func pagesOf(b *testing.B, l *pdfium.Library, c *corpus) {
	b.Helper()
	for _, file := range c.files {
		f, err := pdf.Open(b.Context(), l, file.data)
		if err != nil {
			b.Fatal(err)
		}
		for n := range f.PageCount() {
			if _, err := f.Page(b.Context(), n); err != nil {
				b.Fatal(err)
			}
		}
		if err := f.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
