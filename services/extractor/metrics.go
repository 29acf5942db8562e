package extractor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/llmclient"
)

// metrics of the service.
type metrics struct {
	meter           metric.Meter
	documents       metric.Int64Counter
	duration        metric.Float64Histogram
	pictures        metric.Float64Histogram
	llm             metric.Float64Histogram
	tokens          metric.Int64Counter
	llmFields       metric.Int64Counter
	deferred        metric.Int64Counter
	layouts         metric.Int64Counter
	prefetched      metric.Int64Counter
	stages          metric.Float64Histogram
	confidence      metric.Float64Histogram
	pages           metric.Int64Counter
	recognizedPages metric.Int64Counter
}

func newMetrics(provider metric.MeterProvider) (*metrics, error) {
	m := &metrics{meter: provider.Meter("docmill/extractor")}
	var errs []error
	counter := func(name, help string) metric.Int64Counter {
		c, err := m.meter.Int64Counter(name, metric.WithDescription(help))
		errs = append(errs, err)
		return c
	}
	histogram := func(name, unit, help string, buckets ...float64) metric.Float64Histogram {
		h, err := m.meter.Float64Histogram(name, metric.WithUnit(unit), metric.WithDescription(help),
			metric.WithExplicitBucketBoundaries(buckets...))
		errs = append(errs, err)
		return h
	}
	m.documents = counter("docmill.extractor.documents", "Attempts that ended, by outcome and failure code.")
	m.duration = histogram("docmill.extractor.duration", "s",
		"Time from the claim of a document to the end of its extraction.",
		0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
	m.pictures = histogram("docmill.extractor.pictures", "s",
		"Time to answer a request for a page's picture or words, or for a document's lesson, by kind (picture, words or "+
			"lesson) and outcome (drawn, none or error).",
		0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)
	m.llm = histogram("docmill.extractor.model", "s",
		"Time that a document waited for the language model, by outcome (answered, failed, timeout, busy, open or "+
			"too_long).",
		0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
	m.tokens = counter("docmill.extractor.model.tokens",
		"Tokens that the language model's server counted, by kind (prompt or answer).")
	m.llmFields = counter("docmill.extractor.model.fields",
		"Fields that the language model was asked for, and values of its answers that were used, by kind (asked or kept).")
	m.deferred = counter("docmill.extractor.deferred",
		"Documents that moved to the slow lane, by kind (kept on this replica, or given_back).")
	m.layouts = counter("docmill.extractor.layouts",
		"Documents for which learned layouts were requested, by outcome (found, none or unanswered).")
	m.prefetched = counter("docmill.extractor.ahead",
		"Documents that were claimed before a worker was free, by kind (read or given_back).")
	m.stages = histogram("docmill.extractor.stage.duration", "s",
		"Time of a document in each stage of the engine (read, recognise or understand).",
		0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
	m.confidence = histogram("docmill.extractor.confidence", "", "Confidence of completed documents, by document type.",
		0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99)
	m.pages = counter("docmill.extractor.pages", "Pages of completed documents.")
	m.recognizedPages = counter("docmill.extractor.pages.recognised",
		"Pages of completed documents whose text was recognized from pixels.")
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	m.initialize(context.Background())
	return m, nil
}

// initialize adds zero to the counters, so that their first increase is visible.
func (m *metrics) initialize(ctx context.Context) {
	for _, outcome := range []contract.Outcome{
		contract.OutcomeCompleted, contract.OutcomeFailed, contract.OutcomeCrashed, contract.OutcomeError,
	} {
		m.documents.Add(ctx, 0, metric.WithAttributes(attribute.String("outcome", string(outcome))))
	}
	for counter, kinds := range map[metric.Int64Counter][]string{
		m.deferred: {"kept", "given_back"}, m.prefetched: {"read", "given_back"}, m.layouts: {"found", "none", "unanswered"},
	} {
		for _, kind := range kinds {
			counter.Add(ctx, 0, withKind(kind))
		}
	}
	m.recordLLMFields(ctx, 0, 0)
}

func withKind(kind string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("kind", kind))
}

// recordDeferred records a document that moved to the slow lane, and whether it stays on this replica.
func (m *metrics) recordDeferred(ctx context.Context, kept bool) {
	kind := "given_back"
	if kept {
		kind = "kept"
	}
	m.deferred.Add(ctx, 1, withKind(kind))
}

// recordPrefetched records a document that was claimed before a worker was free, and whether it was read.
func (m *metrics) recordPrefetched(ctx context.Context, read bool) {
	kind := "given_back"
	if read {
		kind = "read"
	}
	m.prefetched.Add(ctx, 1, withKind(kind))
}

func (m *metrics) recordLLM(ctx context.Context, reply llmclient.Reply, err error, took time.Duration) {
	outcome := "answered"
	switch {
	case errors.Is(err, llmclient.ErrBusy):
		outcome = "busy"
	case errors.Is(err, llmclient.ErrOpen):
		outcome = "open"
	case errors.Is(err, llmclient.ErrTooLong):
		outcome = "too_long"
	case errors.Is(err, context.DeadlineExceeded):
		outcome = "timeout"
	case err != nil:
		outcome = "failed"
	}
	m.llm.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("outcome", outcome)))
	m.tokens.Add(ctx, reply.PromptTokens, withKind("prompt"))
	m.tokens.Add(ctx, reply.AnswerTokens, withKind("answer"))
}

// recordLLMFields records how many fields the model was asked for, and how many values were used.
func (m *metrics) recordLLMFields(ctx context.Context, asked, kept int) {
	m.llmFields.Add(ctx, int64(asked), withKind("asked"))
	m.llmFields.Add(ctx, int64(kept), withKind("kept"))
}

// recordPage records the answer to a page request. Its outcome is "none" if the file prevents an answer.
func (m *metrics) recordPage(ctx context.Context, kind string, err error, took time.Duration) {
	outcome := "drawn"
	switch {
	case apierror.Is(err, contract.CodeNotFound):
		outcome = "none"
	case err != nil:
		outcome = "error"
	}
	m.pictures.Record(ctx, took.Seconds(), metric.WithAttributes(
		attribute.String("kind", kind), attribute.String("outcome", outcome)))
}

func (m *metrics) recordResult(ctx context.Context, r contract.Result, took time.Duration) {
	attrs := []attribute.KeyValue{attribute.String("outcome", string(r.Outcome))}
	if r.Failure != nil {
		attrs = append(attrs, attribute.String("code", string(r.Failure.Code)))
	}
	m.documents.Add(ctx, 1, metric.WithAttributes(attrs...))
	m.duration.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("outcome", string(r.Outcome))))
}

// recordStages records how long each stage of a document took.
func (m *metrics) recordStages(ctx context.Context, s extract.Timings) {
	for stage, took := range map[string]time.Duration{
		"read": s.Read, "recognise": s.Recognize, "understand": s.Extract,
	} {
		if took > 0 {
			m.stages.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("stage", stage)))
		}
	}
}

func (m *metrics) recordExtraction(ctx context.Context, x *contract.Extraction, s extract.Timings) {
	// A child process may report any type: unknown ones must not add attribute values.
	documentType := "other"
	if !schema.Of(schema.DocumentType(x.DocumentType)).IsSaved() {
		documentType = x.DocumentType
	}
	m.confidence.Record(ctx, x.Confidence, metric.WithAttributes(attribute.String("document_type", documentType)))
	m.pages.Add(ctx, int64(max(x.Pages, 0)))
	m.recognizedPages.Add(ctx, int64(s.RecognizedPages))
}

// observe reports missing protections and the children's processor time until stop is called.
func (m *metrics) observe(e *enginepool.Pool) (stop func() error, err error) {
	missing, errMissing := m.meter.Int64ObservableGauge("docmill.extractor.walls.missing",
		metric.WithDescription("1 for each protection around child processes that the system does not offer."))
	cpu, errCPU := m.meter.Float64ObservableCounter("docmill.extractor.cpu.time", metric.WithUnit("s"),
		metric.WithDescription("Processor time of the child processes that read documents, including their start."))
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
