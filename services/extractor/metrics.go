package extractor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/extractor/internal/model"
)

// metrics of the service.
type metrics struct {
	meter     metric.Meter
	documents metric.Int64Counter
	duration  metric.Float64Histogram
	pictures  metric.Float64Histogram
	model     metric.Float64Histogram
	tokens    metric.Int64Counter
	answers   metric.Int64Counter
	slowed    metric.Int64Counter
	layouts   metric.Int64Counter
	ahead     metric.Int64Counter
	reading   readingMetrics
}

func newMetrics(provider metric.MeterProvider) (*metrics, error) {
	m := &metrics{meter: provider.Meter("docmill/extractor")}
	var errs [10]error
	m.documents, errs[0] = m.meter.Int64Counter("docmill.extractor.documents",
		metric.WithDescription("Attempts that ended, by outcome and failure code."))
	m.duration, errs[1] = m.meter.Float64Histogram("docmill.extractor.duration", metric.WithUnit("s"),
		metric.WithDescription("Time from a document's claim to the end of its extraction."),
		metric.WithExplicitBucketBoundaries(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300))
	m.pictures, errs[2] = m.meter.Float64Histogram("docmill.extractor.pictures", metric.WithUnit("s"),
		metric.WithDescription("Time from a request for a page's picture or words, or a document's lesson, to its answer, "+
			"by kind (picture, words or lesson) "+
			"and outcome (drawn, none or error)."),
		metric.WithExplicitBucketBoundaries(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20))
	m.model, errs[3] = m.meter.Float64Histogram("docmill.extractor.model", metric.WithUnit("s"),
		metric.WithDescription("Time that a document waited for the language model, by outcome (answered, failed, timeout, "+
			"busy, open or too_long)."),
		metric.WithExplicitBucketBoundaries(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120))
	m.tokens, errs[4] = m.meter.Int64Counter("docmill.extractor.model.tokens",
		metric.WithDescription("Tokens that the language model's server counted, by kind (prompt or answer)."))
	m.answers, errs[5] = m.meter.Int64Counter("docmill.extractor.model.fields",
		metric.WithDescription("Fields asked of the language model, and values that its answers led to, by kind (asked or "+
			"kept)."))
	m.slowed, errs[6] = m.meter.Int64Counter("docmill.extractor.deferred",
		metric.WithDescription("Documents that moved to the slow lane, by what became of them (kept or given_back)."))
	m.layouts, errs[7] = m.meter.Int64Counter("docmill.extractor.layouts",
		metric.WithDescription("Documents for which layouts that people taught were asked for, by outcome (found, none or "+
			"unanswered)."))
	m.ahead, errs[8] = m.meter.Int64Counter("docmill.extractor.ahead",
		metric.WithDescription("Documents that were claimed before a worker was free for them, by what became of them (read "+
			"or given_back)."))
	m.reading, errs[9] = newReadingMetrics(m.meter)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	m.begin(context.Background())
	return m, nil
}

// begin counts none of everything, so that the first one is seen as an increase.
func (m *metrics) begin(ctx context.Context) {
	for _, outcome := range []contract.Outcome{
		contract.OutcomeCompleted, contract.OutcomeFailed, contract.OutcomeCrashed, contract.OutcomeError,
	} {
		m.documents.Add(ctx, 0, metric.WithAttributes(attribute.String("outcome", string(outcome))))
	}
	for _, kind := range []string{"kept", "given_back"} {
		m.slowed.Add(ctx, 0, kindOf(kind))
	}
	for _, kind := range []string{"read", "given_back"} {
		m.ahead.Add(ctx, 0, kindOf(kind))
	}
	for _, kind := range []string{"found", "none", "unanswered"} {
		m.layouts.Add(ctx, 0, kindOf(kind))
	}
	m.filled(ctx, 0, 0)
}

// deferred notes a document that belongs to the slow lane: kept here, or given
// back.
func (m *metrics) deferred(ctx context.Context, kept bool) {
	m.slowed.Add(ctx, 1, orGivenBack("kept", kept))
}

// waited notes a document that was claimed ahead of its worker, and whether it came to be
// read.
func (m *metrics) waited(ctx context.Context, read bool) {
	m.ahead.Add(ctx, 1, orGivenBack("read", read))
}

// orGivenBack is the kind where that came about, otherwise that the document was given back.
func orGivenBack(kind string, cameAbout bool) metric.MeasurementOption {
	if !cameAbout {
		kind = "given_back"
	}
	return kindOf(kind)
}

// consulted notes an exchange with the language model.
func (m *metrics) consulted(ctx context.Context, reply model.Reply, err error, took time.Duration) {
	outcome := "answered"
	switch {
	case errors.Is(err, model.ErrBusy):
		outcome = "busy"
	case errors.Is(err, model.ErrOpen):
		outcome = "open"
	case errors.Is(err, model.ErrTooLong):
		outcome = "too_long"
	case errors.Is(err, context.DeadlineExceeded):
		outcome = "timeout"
	case err != nil:
		outcome = "failed"
	}
	m.model.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("outcome", outcome)))
	m.tokens.Add(ctx, reply.PromptTokens, kindOf("prompt"))
	m.tokens.Add(ctx, reply.AnswerTokens, kindOf("answer"))
}

// filled notes how many fields the model was asked for, and how many values were
// kept.
func (m *metrics) filled(ctx context.Context, asked, kept int) {
	m.answers.Add(ctx, int64(asked), kindOf("asked"))
	m.answers.Add(ctx, int64(kept), kindOf("kept"))
}

func kindOf(kind string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("kind", kind))
}

// answered notes a request about a page: none is the file's doing.
func (m *metrics) answered(ctx context.Context, kind string, err error, took time.Duration) {
	outcome := "drawn"
	switch {
	case fault.Is(err, contract.CodeNotFound):
		outcome = "none"
	case err != nil:
		outcome = "error"
	}
	m.pictures.Record(ctx, took.Seconds(), metric.WithAttributes(
		attribute.String("kind", kind), attribute.String("outcome", outcome)))
}

func (m *metrics) ended(ctx context.Context, r contract.Result, took time.Duration) {
	attrs := []attribute.KeyValue{attribute.String("outcome", string(r.Outcome))}
	if r.Failure != nil {
		attrs = append(attrs, attribute.String("code", string(r.Failure.Code)))
	}
	m.documents.Add(ctx, 1, metric.WithAttributes(attrs...))
	m.duration.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("outcome", string(r.Outcome))))
}
