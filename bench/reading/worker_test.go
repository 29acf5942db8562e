package reading_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// The engine's child processes run this test binary.
func TestMain(m *testing.M) {
	child.Serve()
	os.Exit(m.Run())
}

// BenchmarkStart reports the time from start to the first document: for the reader in this process and for the engine
// with its child process, both with a warm compilation cache, and for the reader with a cold one.
func BenchmarkStart(b *testing.B) {
	data := filled(1, rand.New(rand.NewPCG(1, 2)), invoicePage).Bytes()
	if _, err := reader(); err != nil { // fills the cache
		b.Fatal(err)
	}
	b.Run("reader", func(b *testing.B) {
		for b.Loop() {
			startReader(b, cacheDir(), data)
		}
		reportStarts(b)
	})
	b.Run("process", func(b *testing.B) {
		for b.Loop() {
			e := startEngine(b)
			extract(b, e, data)
			e.Close()
		}
		reportStarts(b)
	})
	b.Run("reader-without-cache", func(b *testing.B) {
		for b.Loop() {
			startReader(b, "", data)
		}
		reportStarts(b)
	})
}

func startReader(b *testing.B, cache string, data []byte) {
	b.Helper()
	r, err := read.New(b.Context(), read.Options{CacheDir: cache})
	require.NoError(b, err)
	_, err = r.Read(b.Context(), data)
	require.NoError(b, err)
	require.NoError(b, r.Close(b.Context()))
}

func reportStarts(b *testing.B) {
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/start")
	b.ReportMetric(0, "ns/op")
}

func startEngine(b *testing.B) *enginepool.Pool {
	b.Helper()
	e, err := enginepool.New(b.Context(), enginepool.Config{
		Workers: 1, MemoryBytes: 1 << 30, CacheDir: cacheDir(), OCRLanguages: "eng", Owner: "benchmark",
	}, slog.New(slog.DiscardHandler))
	require.NoError(b, err)
	return e
}

func extract(b *testing.B, e *enginepool.Pool, data []byte) {
	b.Helper()
	a, err := e.Extract(b.Context(), enginepool.Job{DocumentType: "auto"}, bytes.NewReader(data), int64(len(data)))
	require.NoError(b, err, a.Failure)
	require.True(b, a.Extraction != nil, a.Failure)
}

// BenchmarkWorkerMemory sends b.N different documents of one page through one worker and prints the resident memory of
// its process over time:
//
//	go test -run '^$' -bench Memory -benchtime 10000x ./reading
//
// A process is replaced after some hundreds of documents, which shows as a drop.
func BenchmarkWorkerMemory(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	e := startEngine(b)
	defer e.Close()
	processes, last := 0, 0
	c := curve{total: b.N}
	b.ResetTimer()
	for i := range b.N {
		extract(b, e, filled(1, random, invoicePage).Bytes())
		pid, mib := worker(b)
		if pid == 0 {
			continue // one process has ended and the next has not started
		}
		if pid != last {
			processes, last = processes+1, pid
		}
		c.add(i, fmt.Sprintf("process %3d", processes), mib)
	}
	b.StopTimer()
	c.report(b)
	b.ReportMetric(float64(processes), "processes")
}

type curve struct {
	total int // documents
	most  float64
	lines strings.Builder
}

func (c *curve) add(i int, of string, mib float64) {
	// The interval does not divide the documents of a worker's lifetime, so points show processes of different age.
	const points = 43
	c.most = max(c.most, mib)
	if i%max(c.total/points, 1) == 0 {
		fmt.Fprintf(&c.lines, "\n%6d documents  %s  %6.1f MiB", i+1, of, mib)
	}
}

func (c *curve) report(b *testing.B) {
	// A benchmark's log is cut after ten lines.
	fmt.Println(c.lines.String())
	b.ReportMetric(c.most, "most-MiB")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

// worker returns the child process and its resident memory, or 0 if there is none.
func worker(b *testing.B) (pid int, mib float64) {
	b.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	require.NoError(b, err)
	require.NotEqual(b, len(lists), 0, "the system does not tell of child processes in /proc")
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(children)) {
			child, err := strconv.Atoi(field)
			if n := measure.MemoryMiB(child, "VmRSS"); err == nil && n > mib {
				pid, mib = child, n
			}
		}
	}
	return pid, mib
}
