// Package pipeline measures the documents per second from batches to records, and the processor time by process. The
// reference is the engine alone (`docmill extract`) on the same files in the same run.
package pipeline_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// filesVariable names a folder of PDFs to send instead of synthetic invoices.
const filesVariable = "DOCMILL_BENCH_FILES"

const perBatch = 100

// pollPause keeps polling far below the account's rate limit.
const pollPause = 2 * time.Second

// BenchmarkBatches sends b.N files in batches of 100 and waits until the last has ended, with as many workers as
// processors and with the default number. The engine alone reads them before and after, with as many processes as
// processors.
func BenchmarkBatches(b *testing.B) {
	binary := instance.NewBinary(b)
	for name, workers := range map[string]int{"workers=processors": runtime.NumCPU(), "workers=default": 0} {
		b.Run(name, func(b *testing.B) {
			inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error",
				fmt.Sprint("DOCMILL_EXTRACTOR_WORKERS=", workers))
			defer inst.Stop()
			throughput(b, binary, inst)
		})
	}
}

func throughput(b *testing.B, binary instance.Binary, inst *instance.Instance) {
	b.Helper()
	paths := files(b, b.N)
	account := inst.NewAccounts(1)[0]
	through(b, account, paths[:1]) // warm-up with the account's first document
	alone(b, binary, paths[:1])    // compiles the engine's code if it is not cached
	first := alone(b, binary, paths)
	before := measure.UsageOf(b, inst.PID())
	b.ResetTimer()
	took := through(b, account, paths)
	b.StopTimer()
	spent := measure.UsageOf(b, inst.PID()).Minus(before)
	second := alone(b, binary, paths)
	engine := (first.took + second.took) / 2
	n := float64(len(paths))
	b.ReportMetric(n/took.Seconds(), "docs/s")
	b.ReportMetric(n/engine.Seconds(), "alone-docs/s")
	b.ReportMetric(engine.Seconds()/took.Seconds(), "of-alone")
	b.ReportMetric(measure.Milliseconds(spent.Children)/n, "children-ms/doc")
	b.ReportMetric(measure.Milliseconds(spent.Services)/n, "services-ms/doc")
	b.ReportMetric(measure.Milliseconds(spent.Postgres)/n, "postgres-ms/doc")
	b.ReportMetric(measure.Milliseconds(first.cpu+second.cpu)/2/n, "alone-ms/doc")
	b.ReportMetric(0, "ns/op") // the rate is the result
}

func files(b *testing.B, n int) (paths []string) {
	b.Helper()
	var sources []string
	if folder := os.Getenv(filesVariable); folder != "" {
		var err error
		sources, err = filepath.Glob(filepath.Join(folder, "*.pdf"))
		require.True(b, err == nil && len(sources) != 0, filesVariable, "no PDFs in", folder, err)
	}
	folder := b.TempDir()
	for i := range n {
		data := sample.Invoice(fmt.Sprint("R-", i))
		if len(sources) > 0 {
			var err error
			if data, err = os.ReadFile(sources[i%len(sources)]); err != nil {
				b.Fatal(err)
			}
			data = fmt.Appendf(data, "\n%% %d\n", i)
		}
		path := filepath.Join(folder, fmt.Sprintf("%05d.pdf", i))
		require.NoError(b, os.WriteFile(path, data, 0o600))
		paths = append(paths, path)
	}
	return paths
}

type reading struct{ took, cpu time.Duration }

func alone(b *testing.B, binary instance.Binary, paths []string) reading {
	b.Helper()
	args := append([]string{"extract", "--workers", strconv.Itoa(runtime.NumCPU())}, paths...)
	before, began := ended(b), time.Now()
	_, stderr, err := binary.Run(b.Context(), args...)
	require.NoError(b, err, stderr)
	return reading{took: time.Since(began), cpu: ended(b) - before}
}

// ended returns the processor time of all ended child processes.
func ended(b *testing.B) time.Duration {
	b.Helper()
	var r syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// through sends the files in batches and returns the time until the last has ended.
func through(b *testing.B, account instance.Account, paths []string) time.Duration {
	b.Helper()
	began := time.Now()
	var batches []string
	for from := 0; from < len(paths); from += perBatch {
		batches = append(batches, send(b, account, paths[from:min(from+perBatch, len(paths))]))
	}
	last := began
	for _, id := range batches {
		if at := await(b, account, id); at.After(last) {
			last = at
		}
	}
	return last.Sub(began)
}

func send(b *testing.B, account instance.Account, paths []string) (batch string) {
	b.Helper()
	var files []instance.File
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(b, err)
		files = append(files, instance.File{Name: filepath.Base(path), Data: data})
	}
	return account.Batch(b, files...).ID
}

// await returns the time when the batch ended, by the service's clock, which is this machine's.
func await(b *testing.B, account instance.Account, id string) time.Time {
	b.Helper()
	for {
		answer := instance.Want(b, http.StatusOK)(
			account.Do(b.Context(), http.MethodGet, "/api/v1/batch/"+id, http.NoBody, nil))
		var batch struct {
			Counts      struct{ Completed int }
			CompletedAt *time.Time
		}
		answer.Into(b, &batch)
		if batch.CompletedAt == nil {
			time.Sleep(pollPause)
			continue
		}
		if batch.Counts.Completed == 0 {
			b.Fatalf("batch %s read nothing: %s", id, answer.Body)
		}
		return *batch.CompletedAt
	}
}
