// Package telemetry sets up logs, traces and metrics. It registers nothing globally, so that several services
// and tests can run in one process.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
)

// Config of one process.
type Config struct {
	Service string // service.name of traces, metrics and logs
	Version string // service.version of traces and metrics
	// OTLPEndpoint is the URL of an OTLP/HTTP collector for traces; empty for none.
	OTLPEndpoint string
	LogLevel     slog.Level
	LogJSON      bool
	LogWriter    io.Writer
}

// Providers are the logger, tracer and meter of a service.
type Providers struct {
	Log    *slog.Logger
	Tracer trace.TracerProvider
	Meter  metric.MeterProvider
	// Propagator writes and reads W3C traceparent headers.
	Propagator propagation.TextMapPropagator
	// Metrics answers /metrics in Prometheus' format, or as OpenMetrics if the client accepts it. Only
	// OpenMetrics has exemplars, which name the trace of a measurement.
	Metrics http.Handler

	base     *slog.Logger // Log without the service's name
	shutdown []func(context.Context) error
}

// New makes the providers of a process.
func New(ctx context.Context, cfg Config) (*Providers, error) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	exporter, err := otelprom.New(otelprom.WithRegisterer(registry))
	if err != nil {
		return nil, fmt.Errorf("metrics exporter: %w", err)
	}
	base := slog.New(handler(cfg))
	about := resource.NewSchemaless(attribute.String("service.name", cfg.Service),
		attribute.String("service.version", cfg.Version))
	meter := sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter), sdkmetric.WithResource(about))
	p := &Providers{
		Log:        base.With("service", cfg.Service),
		base:       base,
		Tracer:     tracenoop.NewTracerProvider(),
		Meter:      meter,
		Propagator: propagation.TraceContext{},
		Metrics:    promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true}),
		shutdown:   []func(context.Context) error{meter.Shutdown},
	}
	if cfg.OTLPEndpoint == "" {
		return p, nil
	}
	client, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(cfg.OTLPEndpoint))
	if err != nil {
		return nil, fmt.Errorf("trace exporter: %w", err)
	}
	tracer := sdktrace.NewTracerProvider(sdktrace.WithBatcher(client), sdktrace.WithResource(about))
	p.Tracer = tracer
	p.shutdown = append(p.shutdown, tracer.Shutdown)
	return p, nil
}

// Discard returns providers that discard everything.
func Discard() *Providers {
	return &Providers{
		Log:        slog.New(slog.DiscardHandler),
		Tracer:     tracenoop.NewTracerProvider(),
		Meter:      metricnoop.NewMeterProvider(),
		Propagator: propagation.TraceContext{},
		Metrics:    http.NotFoundHandler(),
	}
}

// For returns the same providers with a logger for a service of the process.
func (p *Providers) For(service string) *Providers {
	q := *p
	if p.base != nil {
		q.Log = p.base.With("service", service)
	}
	q.shutdown = nil
	return &q
}

// Shutdown flushes and ends the providers.
func (p *Providers) Shutdown(ctx context.Context) error {
	var errs []error
	for _, stop := range p.shutdown {
		errs = append(errs, stop(ctx))
	}
	return errors.Join(errs...)
}

func handler(cfg Config) slog.Handler {
	opts := &slog.HandlerOptions{Level: cfg.LogLevel, ReplaceAttr: redact}
	if cfg.LogJSON {
		return slog.NewJSONHandler(cfg.LogWriter, opts)
	}
	return slog.NewTextHandler(cfg.LogWriter, opts)
}
