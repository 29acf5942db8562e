package httpserver

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/telemetry"
)

// metrics are named after OpenTelemetry's semantic conventions.
type metrics struct {
	tracer   trace.Tracer
	meter    metric.Meter
	duration metric.Float64Histogram
	closed   metric.Int64Counter
	answers  answers
}

// answers caches the attributes of responses, one per series: creating them takes longer than measuring.
type answers struct {
	mu         sync.RWMutex
	attributes map[answer]metric.MeasurementOption
}

type answer struct {
	method, route string
	status        int
}

func (a *answers) option(what answer) metric.MeasurementOption {
	a.mu.RLock()
	option, known := a.attributes[what]
	a.mu.RUnlock()
	if known {
		return option
	}
	option = metric.WithAttributes(
		attribute.String("http.request.method", what.method),
		attribute.String("http.route", what.route),
		attribute.Int("http.response.status_code", what.status),
	)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.attributes[what] = option
	return option
}

func newMetrics(tel *telemetry.Providers) (*metrics, error) {
	const scope = "docmill/gateway/http"
	meter := tel.Meter.Meter(scope)
	duration, err := meter.Float64Histogram("http.server.request.duration",
		metric.WithUnit("s"), metric.WithDescription("Duration of HTTP requests by route pattern."),
		metric.WithExplicitBucketBoundaries(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60))
	if err != nil {
		return nil, fmt.Errorf("request histogram: %w", err)
	}
	closed, err := meter.Int64Counter("docmill.http.connections.closed",
		metric.WithDescription("Connections closed or refused because there were too many, of one address or in total."))
	if err != nil {
		return nil, fmt.Errorf("counter of connections: %w", err)
	}
	for _, reason := range []string{reasonAddress, reasonTotal} {
		closed.Add(context.Background(), 0, closedFor(reason)) // the first one is to be seen as an increase
	}
	return &metrics{tracer: tel.Tracer.Tracer(scope), meter: meter, duration: duration, closed: closed,
		answers: answers{attributes: map[answer]metric.MeasurementOption{}}}, nil
}

func (m *metrics) observeConnections(open func() int) error {
	_, err := m.meter.Int64ObservableGauge("docmill.http.connections.open",
		metric.WithDescription("Open connections of the public port."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(int64(open()))
			return nil
		}))
	if err != nil {
		return fmt.Errorf("gauge of connections: %w", err)
	}
	return nil
}

// refuse counts a connection closed because of a limit.
func (m *metrics) refuse(reason string) {
	m.closed.Add(context.Background(), 1, closedFor(reason))
}

func closedFor(reason string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("reason", reason))
}

func (m *metrics) record(ctx context.Context, method, route string, status int, took time.Duration) {
	m.duration.Record(ctx, took.Seconds(), m.answers.option(answer{method, route, status}))
}

// startSpan continues the client's trace, if any.
func (s *Server) startSpan(rctx *fasthttp.RequestCtx, method string) (context.Context, trace.Span) {
	ctx := s.deps.Telemetry.Propagator.Extract(s.base, headerCarrier{&rctx.Request.Header})
	return s.metrics.tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer))
}

func (s *Server) observe(span trace.Span, r *Request, method string, status int, took time.Duration) {
	if span.IsRecording() {
		describe(span, r, method, status)
	}
	span.End()
	s.metrics.record(r.Context, method, r.Route, status, took)
	s.deps.Telemetry.Log.LogAttrs(context.Background(), slog.LevelDebug, "request", slog.String("request", r.ID),
		slog.String("method", method), slog.String("route", r.Route), slog.Int("status", status),
		slog.String("account", r.Account), slog.Duration("took", took))
}

// describe names the span after the route's pattern, which bounds the number of names.
func describe(span trace.Span, r *Request, method string, status int) {
	if r.Route != "" {
		span.SetName(method + " " + r.Route)
	}
	span.SetAttributes(
		attribute.String("http.request.method", method),
		attribute.String("http.route", r.Route),
		attribute.Int("http.response.status_code", status),
		attribute.String("docmill.request_id", r.ID),
	)
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

type headerCarrier struct{ h *fasthttp.RequestHeader }

func (c headerCarrier) Get(key string) string { return string(c.h.Peek(key)) }
func (c headerCarrier) Set(key, value string) { c.h.Set(key, value) }

// Keys is asked for by no propagator in use when reading.
func (c headerCarrier) Keys() []string { return nil }
