package extractor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
)

// readingMetrics are about what the engine does with documents.
type readingMetrics struct {
	stages     metric.Float64Histogram
	confidence metric.Float64Histogram
	pages      metric.Int64Counter
	recognised metric.Int64Counter
}

func newReadingMetrics(meter metric.Meter) (m readingMetrics, err error) {
	var errs [4]error
	m.stages, errs[0] = meter.Float64Histogram("docmill.extractor.stage.duration", metric.WithUnit("s"),
		metric.WithDescription("Time of a document in a stage of the engine (read, recognise or understand) that it needed."),
		metric.WithExplicitBucketBoundaries(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60))
	m.confidence, errs[1] = meter.Float64Histogram("docmill.extractor.confidence",
		metric.WithDescription("Confidence of completed documents, by document type."),
		metric.WithExplicitBucketBoundaries(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99))
	m.pages, errs[2] = meter.Int64Counter("docmill.extractor.pages",
		metric.WithDescription("Pages of completed documents."))
	m.recognised, errs[3] = meter.Int64Counter("docmill.extractor.pages.recognised",
		metric.WithDescription("Pages of completed documents whose text was recognised from their pixels."))
	return m, errors.Join(errs[:]...)
}

// spent notes where the time of a document went.
func (m *metrics) spent(ctx context.Context, s engine.Spent) {
	for stage, took := range map[string]time.Duration{
		"read": s.Read, "recognise": s.Recognise, "understand": s.Understand,
	} {
		if took > 0 {
			m.reading.stages.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("stage", stage)))
		}
	}
}

// extracted notes what a completed document is like.
func (m *metrics) extracted(ctx context.Context, x *contract.Extraction, s engine.Spent) {
	m.reading.confidence.Record(ctx, x.Confidence, metric.WithAttributes(
		attribute.String("document_type", boundedType(x.DocumentType))))
	m.reading.pages.Add(ctx, int64(max(x.Pages, 0)))
	m.reading.recognised.Add(ctx, int64(s.Recognised))
}

// boundedType keeps the number of attribute values bounded, whatever a child
// process says.
func boundedType(name string) string {
	if slices.ContainsFunc(schema.All(), func(t schema.Type) bool { return string(t.Name) == name }) {
		return name
	}
	return "other"
}

// watch reports what is read when somebody asks, until stop is called: the
// protections that are missing, and the processor time of the child processes.
func (m *metrics) watch(e *Engine) (stop func() error, err error) {
	missing, errMissing := m.meter.Int64ObservableGauge("docmill.extractor.walls.missing",
		metric.WithDescription("1 for each protection around child processes that the system does not offer."))
	cpu, errCPU := m.meter.Float64ObservableCounter("docmill.extractor.cpu.time", metric.WithUnit("s"),
		metric.WithDescription("Processor time of the child processes that read documents, their starts included."))
	if err := errors.Join(errMissing, errCPU); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	registration, err := m.meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for _, w := range e.Protections() {
			value := int64(1)
			if w.On {
				value = 0
			}
			o.ObserveInt64(missing, value, metric.WithAttributes(attribute.String("wall", w.Name)))
		}
		o.ObserveFloat64(cpu, e.CPUTime().Seconds())
		return nil
	}, missing, cpu)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return registration.Unregister, nil
}
