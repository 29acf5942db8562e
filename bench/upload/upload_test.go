// Package upload measures an upload through the built binary. The reference is the engine's time on the same documents
// in the same run.
package upload_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// fileVariable names a PDF to upload instead of a synthetic invoice.
const fileVariable = "DOCMILL_BENCH_FILE"

// perAccount stays below the rate limit of 120 requests in 60 seconds.
const perAccount = 100

func document(b *testing.B) []byte {
	b.Helper()
	path := os.Getenv(fileVariable)
	if path == "" {
		return sample.Invoice("R-1001")
	}
	data, err := os.ReadFile(path)
	require.NoError(b, err)
	return data
}

type times struct {
	mu            sync.Mutex
	total, engine []float64 // milliseconds
}

func (t *times) add(total, engine float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total, t.engine = append(t.total, total), append(t.engine, engine)
}

func (t *times) report(b *testing.B) {
	around := make([]float64, len(t.total)) // in whole milliseconds, as the engine's
	for i := range around {
		around[i] = t.total[i] - t.engine[i]
	}
	b.ReportMetric(measure.Quantile(t.total, 0.50), "p50-ms")
	b.ReportMetric(measure.Quantile(t.total, 0.95), "p95-ms")
	b.ReportMetric(measure.Quantile(t.engine, 0.50), "engine-p50-ms")
	b.ReportMetric(measure.Quantile(t.engine, 0.95), "engine-p95-ms")
	b.ReportMetric(measure.Quantile(around, 0.50), "around-p50-ms")
	b.ReportMetric(0, "ns/op") // the quantiles are the result
}

func BenchmarkExtract(b *testing.B) {
	for _, parallel := range []int{1, 8} {
		b.Run(fmt.Sprintf("parallel=%d", parallel), func(b *testing.B) {
			inst := instance.NewBinary(b).Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
			data := document(b)
			accounts := inst.NewAccounts(b.N/perAccount + parallel + 1)
			upload(b, accounts[0], data) // warm-up
			var t times
			b.ResetTimer()
			measure.Spread(b, parallel, func(n int) error { t.add(upload(b, accounts[n%len(accounts)], data)); return nil })
			b.StopTimer()
			t.report(b)
			inst.Stop()
		})
	}
}

// upload returns the durations of the whole request and of the engine, in milliseconds.
func upload(b *testing.B, a instance.Account, data []byte) (total, engine float64) {
	began := time.Now()
	answer, err := a.Upload(b.Context(), "invoice.pdf", data, "wait=60")
	total = float64(time.Since(began).Microseconds()) / 1000
	if err != nil || answer.Status != http.StatusOK {
		b.Errorf("%d %s, %v", answer.Status, answer.Body, err)
		return total, 0
	}
	var record contract.Record
	if err := json.Unmarshal(answer.Body, &record); err != nil || record.Status != contract.StatusCompleted {
		b.Errorf("%s, %v", answer.Body, err)
		return total, 0
	}
	return total, float64(*record.ProcessingTimeMs)
}

// BenchmarkLargeUploads sends twenty files of 100 MB, four at a time, and reports the resident memory of the process.
func BenchmarkLargeUploads(b *testing.B) {
	inst := instance.NewBinary(b).Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	account := inst.NewAccounts(1)[0]
	large := append(sample.Invoice("R-1"), make([]byte, 0)...)
	large = append(large, make([]byte, int(100*contract.MiB)-len(large))...)
	upload(b, account, sample.Invoice("R-1"))
	before := measure.MemoryMiB(inst.PID(), "VmRSS")
	b.ResetTimer()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 5 {
				answer, err := account.Upload(b.Context(), "large.pdf", large, "respond-async")
				require.NoError(b, err, string(answer.Body))
				assert.Equal(b, answer.Status, http.StatusAccepted, string(answer.Body))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	b.ReportMetric(before, "rss-before-MiB")
	b.ReportMetric(measure.MemoryMiB(inst.PID(), "VmRSS"), "rss-after-MiB")
	b.ReportMetric(measure.MemoryMiB(inst.PID(), "VmHWM"), "rss-peak-MiB")
	inst.Stop()
}
