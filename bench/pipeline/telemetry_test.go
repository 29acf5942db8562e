package pipeline_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/tests/instance"
)

// scrapePause is a third of Prometheus's interval in deploy/observability.
const scrapePause = 5 * time.Second

// telemetryRounds is how many parts alternate between the installations, so that other load affects both.
const telemetryRounds = 4

type observed struct {
	inst      *instance.Instance
	account   instance.Account
	spent     measure.Usage
	documents int
}

// BenchmarkTelemetry sends b.N files in batches of 100 alternately through two installations. One exports every trace
// to a collector and is scraped every five seconds; the other is the reference without either. Both record metrics,
// which cannot be disabled; BenchmarkRecord in libs/telemetry measures that. The collector's time is not counted.
func BenchmarkTelemetry(b *testing.B) {
	binary := instance.NewBinary(b)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // ignores disconnected clients
	}))
	defer collector.Close()
	alone := observe(b, binary)
	watched := observe(b, binary, "DOCMILL_OTLP_ENDPOINT="+collector.URL+"/v1/traces")
	stop := scrape(b, watched.inst.Admin)
	defer stop()
	paths := files(b, b.N)
	b.ResetTimer()
	for round := range telemetryRounds {
		part := paths[round*len(paths)/telemetryRounds : (round+1)*len(paths)/telemetryRounds]
		pair := []*observed{alone, watched}
		if round%2 == 1 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		for _, o := range pair {
			o.take(b, part)
		}
	}
	b.StopTimer()
	b.ReportMetric(alone.perDocument(), "alone-ms/doc")
	b.ReportMetric(watched.perDocument(), "watched-ms/doc")
	b.ReportMetric(watched.perDocument()/alone.perDocument(), "of-alone")
	b.ReportMetric(measure.Milliseconds(watched.spent.Services)/float64(max(watched.documents, 1))-
		measure.Milliseconds(alone.spent.Services)/float64(max(alone.documents, 1)), "services-more-ms/doc")
	b.ReportMetric(0, "ns/op") // the processor time is the result
}

func observe(b *testing.B, binary instance.Binary, env ...string) *observed {
	b.Helper()
	inst := binary.Start(b, instance.Dir(b), append(env, "DOCMILL_LOG_LEVEL=error")...)
	b.Cleanup(inst.Stop)
	o := &observed{inst: inst, account: inst.NewAccounts(1)[0]}
	through(b, o.account, files(b, 1)) // warm-up
	return o
}

func (o *observed) take(b *testing.B, paths []string) {
	b.Helper()
	if len(paths) == 0 {
		return
	}
	before := measure.UsageOf(b, o.inst.PID())
	through(b, o.account, paths)
	spent := measure.UsageOf(b, o.inst.PID()).Minus(before)
	o.spent = o.spent.Plus(spent)
	o.documents += len(paths)
}

// perDocument returns the processor time of all processes per document, in milliseconds.
func (o *observed) perDocument() float64 {
	return measure.Milliseconds(o.spent.Services+o.spent.Children+o.spent.Postgres) / float64(max(o.documents, 1))
}

// scrape polls the metrics, as Prometheus does, until stop is called.
func scrape(b *testing.B, admin string) (stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, admin+"/metrics", nil)
			if err != nil {
				b.Error(err)
				return
			}
			r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
			if answer, err := http.DefaultClient.Do(r); err == nil {
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(scrapePause):
			}
		}
	})
	return func() { cancel(); wg.Wait() }
}
