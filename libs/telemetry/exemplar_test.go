package telemetry_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

// A slow bucket of a histogram leads to the trace of a measurement in it.
func TestExemplars(t *testing.T) {
	t.Parallel()
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer collector.Close()
	p, err := telemetry.New(t.Context(), telemetry.Config{
		Service: "extractor", OTLPEndpoint: collector.URL + "/v1/traces", LogWriter: io.Discard,
	})
	require.NoError(t, err)
	defer func() { _ = p.Shutdown(t.Context()) }()
	duration, err := p.Meter.Meter("test").Float64Histogram("docmill.test.duration", metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(1, 10))
	require.NoError(t, err)
	ctx, span := p.Tracer.Tracer("test").Start(t.Context(), "slow")
	duration.Record(ctx, 5)
	span.End()
	duration.Record(t.Context(), .5) // in no trace

	id := span.SpanContext().TraceID().String()
	slow := regexp.MustCompile(`(?m)^docmill_test_duration_seconds_bucket\{.*le="10\.0"\} 2 # \{.*trace_id="` + id + `".*\} 5`)
	body := scrape(p, "application/openmetrics-text; version=1.0.0")
	assert.True(t, slow.MatchString(body), "no exemplar of trace", id, "in", body)
	fast := regexp.MustCompile(`(?m)^docmill_test_duration_seconds_bucket\{.*le="1\.0"\} 1$`)
	body = scrape(p, "application/openmetrics-text; version=1.0.0")
	assert.True(t, fast.MatchString(body), "an exemplar without a trace, or no bucket, in", body)
	if body := scrape(p, "text/plain"); regexp.MustCompile(`(?m)^[^#].*trace_id`).MatchString(body) {
		t.Errorf("the older format, which has none, has exemplars:\n%s", body)
	}
}

func scrape(p *telemetry.Providers, accept string) string {
	r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	p.Metrics.ServeHTTP(w, r)
	return w.Body.String()
}
