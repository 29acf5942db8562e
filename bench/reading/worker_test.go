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

	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/services/extractor"
)

// Child processes of the engine are this program, started again.
func TestMain(m *testing.M) {
	extractor.ServeChild()
	os.Exit(m.Run())
}

// BenchmarkStart reports the time from nothing to the first document, with what
// an earlier start compiled: of the reader in this process, and of the engine
// with its child process.
func BenchmarkStart(b *testing.B) {
	data := filled(1, rand.New(rand.NewPCG(1, 2)), invoicePage).Bytes()
	if _, err := reader(); err != nil { // fills the cache
		b.Fatal(err)
	}
	b.Run("reader", func(b *testing.B) {
		for b.Loop() {
			r, err := read.New(b.Context(), read.Options{CacheDir: cacheDir()})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := r.Read(b.Context(), data); err != nil {
				b.Fatal(err)
			}
			if err := r.Close(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("process", func(b *testing.B) {
		for b.Loop() {
			e := startEngine(b)
			extract(b, e, data)
			e.Close()
		}
	})
}

func startEngine(b *testing.B) *extractor.Engine {
	b.Helper()
	e, err := extractor.NewEngine(b.Context(), extractor.EngineConfig{
		Workers: 1, MemoryBytes: 1 << 30, CacheDir: cacheDir(), OCRLanguages: "eng",
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	return e
}

func extract(b *testing.B, e *extractor.Engine, data []byte) {
	b.Helper()
	a, err := e.Extract(b.Context(), extractor.Job{DocumentType: "auto"}, bytes.NewReader(data), int64(len(data)))
	if err != nil || a.Extraction == nil {
		b.Fatalf("%+v, %v", a.Failure, err)
	}
}

// BenchmarkWorkerMemory sends b.N documents of one page, no two alike, through
// one worker and prints the resident memory of its process along the way:
//
//	go test -run '^$' -bench WorkerMemory -benchtime 10000x ./reading
//
// A process is replaced after some hundreds of documents, which shows as a drop.
func BenchmarkWorkerMemory(b *testing.B) {
	const points = 40
	random := rand.New(rand.NewPCG(1, 2))
	e := startEngine(b)
	defer e.Close()
	var curve strings.Builder
	most, processes, last := 0.0, 0, 0
	b.ResetTimer()
	for i := range b.N {
		extract(b, e, filled(1, random, invoicePage).Bytes())
		pid, mib := worker(b)
		if pid == 0 {
			continue // one process has gone, the next is not there yet
		}
		if pid != last {
			processes, last = processes+1, pid
		}
		most = max(most, mib)
		if i%max(b.N/points, 1) == 0 {
			fmt.Fprintf(&curve, "\n%6d documents  process %3d  %6.1f MiB", i+1, processes, mib)
		}
	}
	b.StopTimer()
	// A benchmark's own log is cut after ten lines.
	fmt.Println(curve.String())
	b.ReportMetric(most, "most-MiB")
	b.ReportMetric(float64(processes), "processes")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

// worker gives the process below this one and its resident memory; 0 where
// there is none.
func worker(b *testing.B) (pid int, mib float64) {
	b.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		b.Fatal("the system does not tell of child processes in /proc")
	}
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(children)) {
			if n := resident(field); n > mib {
				pid, _ = strconv.Atoi(field)
				mib = n
			}
		}
	}
	return pid, mib
}

// resident reads VmRSS of proc_pid_status(5) in MiB; 0 for a process that has
// ended.
func resident(pid string) float64 {
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.Atoi(fields[0])
	if err != nil {
		return 0
	}
	return float64(kib) / 1024
}
