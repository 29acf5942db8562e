package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/llmclient"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// extract returns the result. If ok is false, the document must be released, and cancelDeferred has ended ctx.
func (a *attempt) extract(ctx context.Context, cancelDeferred context.CancelCauseFunc) (r contract.Result, ok bool) {
	defer a.bus.Watch("extract", a.maxTime())()
	working, cancel := sandbox.WithBudget(ctx, a.deadline())
	defer cancel()
	a.budget = working
	r = contract.Result{DocumentID: a.ref.DocumentID, Token: a.ref.Token, Lane: a.claimedLane}
	answer, err := a.runEngine(working, cancelDeferred)
	a.freeWorker()
	r.ProcessingTimeMs = answer.Milliseconds()
	a.metrics.recordStages(ctx, answer.Timings)
	var crash *sandbox.CrashError
	switch {
	case errors.As(err, &crash):
		r.Outcome, r.Reason = contract.OutcomeCrashed, cutReason(crash.Reason+"\n"+crash.Stderr)
	case err != nil:
		r.Outcome, r.Reason = contract.OutcomeError, cutReason(err.Error())
	case answer.Deferred:
		cancelDeferred(errSlowLane)
		return r, false
	case answer.Failure != nil:
		r.Outcome, r.Failure = contract.OutcomeFailed, answer.Failure
	default:
		a.metrics.recordExtraction(ctx, answer.Extraction, answer.Timings)
		a.addExtraction(ctx, &r, answer.Extraction)
	}
	return r, true
}

func (a *attempt) runEngine(ctx context.Context, cancelDeferred context.CancelCauseFunc) (enginepool.Answer, error) {
	file, err := a.open(ctx)
	if err != nil {
		return enginepool.Answer{}, err
	}
	// Read to its end, or there is an error already.
	defer func() { _ = file.Close() }()
	ctx, span := a.tracer.Start(ctx, "engine")
	job := enginepool.Job{
		Owner: a.work.AccountHash, DocumentType: a.work.DocumentType, Schema: a.work.Schema,
		WantQuestions: a.llm != nil, BeforePage: a.beforePage,
	}
	if !a.work.NoLayouts {
		job.Layouts = a.layouts
	}
	stop := a.limitInteractive(ctx, cancelDeferred)
	answer, err := a.engine.Extract(ctx, job, file, a.work.FileSize)
	stop()
	endSpan(span, err)
	if err != nil || answer.Questions == nil {
		return answer, err
	}
	return a.askLLM(ctx, job, answer), nil
}

// open returns the file that the child reads, from the claim or from the object store.
func (a *attempt) open(ctx context.Context) (io.ReadCloser, error) {
	want := transfer.File{Size: a.work.FileSize, SHA256: a.work.SHA256}
	if file := a.work.File; len(file) > 0 {
		a.work.File = nil // frees the memory while the document is read
		return transfer.Check(file, want)
	}
	// The file outlives the span, and so must its context.
	_, span := a.tracer.Start(ctx, "s3 get", trace.WithSpanKind(trace.SpanKindClient))
	file, err := a.files.Get(ctx, a.work.GetURL, want)
	endSpan(span, err)
	return file, err
}

func endSpan(span trace.Span, err error) {
	if err != nil {
		span.RecordError(err)
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// storeTimeout bounds the upload of a large extraction.
const storeTimeout = time.Minute

// addExtraction puts the extraction into the result, or into the object store if it is too large for a message.
func (a *attempt) addExtraction(ctx context.Context, r *contract.Result, x *contract.Extraction) {
	r.Outcome = contract.OutcomeCompleted
	// An extraction that fits even if every byte is escaped need not be encoded to find out.
	const maxBytesPerByte, frame = 6, 1 << 10 // such as \u0026; names and numbers
	if maxBytesPerByte*x.Size()+frame <= contract.MaxInlineExtraction {
		r.Extraction = x
		return
	}
	encoded, err := json.Marshal(x)
	switch {
	case err != nil:
	case len(encoded) <= contract.MaxInlineExtraction:
		r.Extraction = x
		return
	case len(encoded) > contract.MaxExtraction:
		r.Outcome, r.Failure = contract.OutcomeFailed, child.TooLarge()
		return
	default:
		storing, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		err = a.files.Put(storing, a.work.PutURL, encoded)
	}
	if err != nil {
		r.Outcome, r.Reason = contract.OutcomeError, cutReason(fmt.Sprintf("store extraction: %v", err))
		return
	}
	r.Stored = true
}

// maxReason bounds the reason in a result, in bytes.
const maxReason = 4 << 10

// cutReason keeps the beginning, which names the cause.
func cutReason(text string) string { return text[:min(len(text), maxReason)] }

// llmReserve is the part of a document's time that is kept to use the answers and publish the result.
const llmReserve = 5 * time.Second

// askLLM asks the language model the open questions. It never fails a document: without answers the extraction stays.
func (a *attempt) askLLM(ctx context.Context, job enginepool.Job, first enginepool.Answer) enginepool.Answer {
	deadline, limited := ctx.Deadline()
	if limited && time.Until(deadline) <= llmReserve {
		return first
	}
	asking, cancel := ctx, context.CancelFunc(func() {})
	if limited {
		asking, cancel = context.WithDeadline(ctx, deadline.Add(-llmReserve))
	}
	defer cancel()
	asking, span := a.tracer.Start(asking, "model")
	start := time.Now()
	reply, err := a.llm.Ask(asking, &first.Questions.Questions)
	took := time.Since(start)
	endSpan(span, err)
	a.metrics.recordLLM(ctx, reply, err, took)
	first.ProcessingTime += took
	if err != nil {
		a.logLLMError(ctx, reply, err, took)
		return first
	}
	second, err := a.engine.Complete(ctx, job, first.Questions, reply.Answers)
	if err != nil || second.Extraction == nil {
		a.log.Warn("answers of the language model not used, the document continues without them", "error", err)
		return first
	}
	a.metrics.recordLLMFields(ctx, len(first.Questions.Fields), second.FromModel)
	second.ProcessingTime += first.ProcessingTime
	second.Timings = first.Timings // using the answers counts in the processing time only
	return second
}

// logLLMError logs at debug level if the model was not asked: that may concern many documents.
func (a *attempt) logLLMError(ctx context.Context, reply llmclient.Reply, err error, took time.Duration) {
	level := slog.LevelWarn
	if errors.Is(err, llmclient.ErrBusy) || errors.Is(err, llmclient.ErrOpen) || errors.Is(err, llmclient.ErrTooLong) {
		level = slog.LevelDebug
	}
	a.log.Log(ctx, level, "no answer of the language model, the document continues without it", "error", err, "ms",
		took.Milliseconds())
	if reply.Opened {
		a.log.Error("language model failed repeatedly, it is not asked for a while")
	}
}
