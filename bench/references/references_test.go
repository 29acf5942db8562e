package references_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// perAccount stays below the rate limit of 120 requests in 60 seconds.
const perAccount = 100

type measured struct {
	name string
	do   func(n int, data []byte) error
	took []time.Duration
}

func (m *measured) run(b *testing.B, n int, data []byte) {
	b.Helper()
	began := time.Now()
	if err := m.do(n, data); err != nil {
		b.Fatalf("%s: %v", m.name, err)
	}
	m.took = append(m.took, time.Since(began))
}

func (m *measured) at(q float64) float64 {
	slices.Sort(m.took)
	return float64(m.took[min(len(m.took)-1, int(q*float64(len(m.took))))].Microseconds()) / 1000
}

// BenchmarkUpload reports medians, and the ratio of an upload (until its record exists) to each reference. They take
// turns on each document, so other load on the machine affects all equally. "parts" is the sum of Fiber, two puts
// (file, result), three publishes (command, result, event) and the engine: the duration of a minimal upload.
func BenchmarkUpload(b *testing.B) {
	binary, err := instance.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	all := []measured{
		{name: "upload"}, {name: "fiber", do: bareFiber(b)}, {name: "put", do: directPut(b)},
		{name: "publish", do: directPublish(b)}, {name: "engine", do: engineAlone(b)}, {name: "pdftotext", do: pdftotext(b)},
	}
	b.Run("text", func(b *testing.B) {
		accounts := inst.NewAccounts(b.N/perAccount + 1)
		all[0].do = func(n int, data []byte) error { return upload(b, accounts[n/perAccount], data) }
		for i := range all {
			all[i].run(b, 0, sample.Invoice("R-0")) // warm-up
			all[i].took = nil
		}
		b.ResetTimer()
		for n := range b.N {
			data := sample.Invoice(fmt.Sprint("R-", n+1))
			for i := range all {
				all[i].run(b, n, data)
			}
		}
		b.StopTimer()
		report(b, all)
	})
	inst.Stop()
}

func report(b *testing.B, all []measured) {
	b.Helper()
	whole, parts := all[0].at(0.5), 0.0
	for i := range all {
		m := &all[i]
		median := m.at(0.5)
		b.ReportMetric(median, m.name+"-p50-ms")
		if i > 0 {
			b.ReportMetric(whole/median, "times-"+m.name)
		}
		switch m.name {
		case "fiber", "engine":
			parts += median
		case "put":
			parts += 2 * median
		case "publish":
			parts += 3 * median
		}
	}
	b.ReportMetric(parts, "parts-p50-ms")
	b.ReportMetric(whole/parts, "times-parts")
	b.ReportMetric(all[0].at(0.95), "upload-p95-ms")
	b.ReportMetric(0, "ns/op") // the medians are the result
}

func upload(b *testing.B, a instance.Account, data []byte) error {
	answer, err := a.Upload(b.Context(), "invoice.pdf", data, "wait=60")
	if err == nil && (answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"completed"`)) {
		err = fmt.Errorf("%d %s", answer.Status, answer.Body)
	}
	return err
}
