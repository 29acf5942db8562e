package reading_test

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/libs/require"
)

func cacheDir() string { return engine.UserCacheDir() }

var reader = sync.OnceValues(func() (*read.Reader, error) {
	return read.New(context.Background(), read.Options{CacheDir: cacheDir()})
})

// rival is a program with the same function, called with the path of a file.
type rival struct {
	name string
	args func(path string) []string
}

// rivals returns the installed reference programs. pdftotext is the main reference and is required.
func rivals(b *testing.B) []rival {
	b.Helper()
	_, err := exec.LookPath("pdftotext")
	require.NoError(b, err, "the reference program is missing (Debian: apt-get install poppler-utils")
	out := []rival{{"pdftotext", func(path string) []string { return []string{"-bbox-layout", path, os.DevNull} }}}
	if _, err := exec.LookPath("mutool"); err == nil {
		out = append(out, rival{"mutool", func(path string) []string {
			return []string{"draw", "-q", "-F", "stext", "-o", os.DevNull, path}
		}})
	}
	return out
}

// BenchmarkReading reports user and system processor time per page of the reader, warm and in one process, and of the
// other programs. They take turns, so other load on the machine affects all equally. "net" ratios exclude the start-up
// of the other programs.
func BenchmarkReading(b *testing.B) {
	others := rivals(b)
	for _, c := range corpora(b) {
		b.Run(c.name, func(b *testing.B) {
			pages := readAll(b, &c) // warms up, and removes unreadable files
			own := time.Duration(0)
			taken, starts := make([]time.Duration, len(others)), make([]time.Duration, len(others))
			empty := blank(b)
			b.ResetTimer()
			for range b.N {
				own += cpu(b, syscall.RUSAGE_SELF, func() { readAll(b, &c) })
				for i, r := range others {
					taken[i] += cpu(b, syscall.RUSAGE_CHILDREN, func() { r.run(b, c.files) })
					starts[i] += cpu(b, syscall.RUSAGE_CHILDREN, func() {
						for range c.files {
							r.run(b, []file{empty})
						}
					})
				}
			}
			b.StopTimer()
			perPage := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(b.N*pages) }
			b.ReportMetric(float64(pages), "pages")
			b.ReportMetric(perPage(own), "cpu-ms/page")
			for i, r := range others {
				b.ReportMetric(perPage(taken[i]), r.name+"-cpu-ms/page")
				b.ReportMetric(own.Seconds()/taken[i].Seconds(), "ratio-"+r.name)
				b.ReportMetric(own.Seconds()/(taken[i]-starts[i]).Seconds(), "net-ratio-"+r.name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// readAll returns the number of pages. It removes files from the corpus that are unreadable or need text recognition.
func readAll(b *testing.B, c *corpus) (pages int) {
	b.Helper()
	r, err := reader()
	require.NoError(b, err)
	kept := c.files[:0]
	for _, f := range c.files {
		doc, err := r.Read(b.Context(), f.data)
		if err != nil {
			b.Logf("%s: %v", f.path, err)
			continue
		}
		if recognized(doc) {
			b.Logf("%s: no text of its own", f.path)
			continue
		}
		pages += len(doc.Pages)
		kept = append(kept, f)
	}
	c.files = kept
	require.NotEqual(b, pages, 0, "nothing to read")
	return pages
}

// recognized reports whether a page was read by OCR, whose time is not measured here.
func recognized(doc *document.Document) bool {
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			for _, w := range l.Words {
				if w.Source == document.SourceOCR {
					return true
				}
			}
		}
	}
	return false
}

func (r rival) run(b *testing.B, files []file) {
	b.Helper()
	for _, f := range files {
		if out, err := exec.CommandContext(b.Context(), r.name, r.args(f.path)...).CombinedOutput(); err != nil {
			b.Logf("%s %s: %v %s", r.name, f.path, err, out)
		}
	}
}

// cpu returns the processor time of work, in this process or in its ended children.
func cpu(b *testing.B, who int, work func()) time.Duration {
	b.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		require.NoError(b, syscall.Getrusage(who, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	work()
	return used() - before
}
