package telemetry_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

// recordings is about the values recorded per document: two requests, admission, acceptance, end and attempt.
const recordings = 14

// BenchmarkRecord records the metrics of a document: to nothing as reference, to metrics, and to metrics
// within a trace, which stores exemplars.
func BenchmarkRecord(b *testing.B) {
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer collector.Close()
	p, err := telemetry.New(b.Context(), telemetry.Config{
		Service: "bench", OTLPEndpoint: collector.URL + "/v1/traces", LogWriter: io.Discard,
	})
	require.NoError(b, err)
	defer func() { _ = p.Shutdown(context.WithoutCancel(b.Context())) }()
	traced, span := p.Tracer.Tracer("bench").Start(b.Context(), "document")
	defer span.End()
	for name, c := range map[string]struct {
		ctx   context.Context
		meter metric.MeterProvider
	}{
		"nothing": {b.Context(), metricnoop.NewMeterProvider()},
		"metrics": {b.Context(), p.Meter},
		"traced":  {traced, p.Meter},
	} {
		b.Run(name, func(b *testing.B) {
			h, err := c.meter.Meter("bench").Float64Histogram("docmill.bench", metric.WithUnit("s"))
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				for range recordings {
					h.Record(c.ctx, .1, metric.WithAttributes(attribute.String("outcome", "completed")))
				}
			}
		})
	}
}
