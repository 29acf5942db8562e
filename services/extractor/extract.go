package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

// extract reads the file, has it extracted and puts the end into a result. ok is
// false, and ctx ended by giveBack, when the document is to be given back. Where
// ctx ended meanwhile the result is of no use.
func (a *attempt) extract(ctx context.Context, giveBack context.CancelCauseFunc) (r contract.Result, ok bool) {
	defer a.bus.Watch("extract", a.longest())()
	working, cancel := sandbox.WithBudget(ctx, a.deadline())
	defer cancel()
	a.budget = working
	r = contract.Result{DocumentID: a.ref.DocumentID, Token: a.ref.Token, Lane: a.claimed}
	answer, err := a.answer(working, giveBack)
	a.handOver()
	r.ProcessingTimeMs = answer.Milliseconds()
	a.metrics.spent(ctx, answer.Spent)
	var crash *sandbox.CrashError
	switch {
	case errors.As(err, &crash):
		r.Outcome, r.Reason = contract.OutcomeCrashed, reason(crash.Reason+"\n"+crash.Stderr)
	case err != nil:
		r.Outcome, r.Reason = contract.OutcomeError, reason(err.Error())
	case answer.Deferred:
		giveBack(errSlowLane)
		return r, false
	case answer.Failure != nil:
		r.Outcome, r.Failure = contract.OutcomeFailed, answer.Failure
	default:
		a.metrics.extracted(ctx, answer.Extraction, answer.Spent)
		a.complete(ctx, &r, answer.Extraction)
	}
	return r, true
}

func (a *attempt) answer(ctx context.Context, giveBack context.CancelCauseFunc) (Answer, error) {
	file, err := a.open(ctx)
	if err != nil {
		return Answer{}, err
	}
	// It was read to its end, or there is an error already.
	defer func() { _ = file.Close() }()
	ctx, span := a.tracer.Start(ctx, "engine")
	job := Job{
		Owner: a.work.Tenant, DocumentType: a.work.DocumentType, Schema: a.work.Schema,
		WantQuestions: a.model != nil, BeforePage: a.beforePage,
	}
	if !a.work.NoLayouts {
		job.Layouts = a.layouts
	}
	stop := a.watchTime(ctx, giveBack)
	answer, err := a.engine.Extract(ctx, job, file, a.work.FileSize)
	stop()
	endSpan(span, err)
	if err != nil || answer.Questions == nil {
		return answer, err
	}
	return a.consult(ctx, job, answer), nil
}

// open asks for the file, unless it came with the claim; it is read by the engine's
// child process.
func (a *attempt) open(ctx context.Context) (io.ReadCloser, error) {
	want := transfer.File{Size: a.work.FileSize, SHA256: a.work.SHA256}
	if file := a.work.File; len(file) > 0 {
		a.work.File = nil // it need not be kept while it is read
		return transfer.Check(file, want)
	}
	// The file outlives the span: its context must, too.
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

// complete puts the extraction into the result, or into the object store when
// it is too large for a message.
func (a *attempt) complete(ctx context.Context, r *contract.Result, x *contract.Extraction) {
	r.Outcome = contract.OutcomeCompleted
	if fits(x) {
		r.Extraction = x
		return
	}
	encoded, err := json.Marshal(x)
	if err == nil && len(encoded) <= contract.MaxInlineExtraction {
		r.Extraction = x
		return
	}
	if err == nil {
		storing, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		err = a.files.Put(storing, a.work.PutURL, encoded)
	}
	if err != nil {
		r.Outcome, r.Reason = contract.OutcomeError, reason(fmt.Sprintf("store extraction: %v", err))
		return
	}
	r.Stored = true
}

// fits reports whether the extraction is so small that it fits into a message
// however its bytes are escaped, so that it need not be encoded to find out.
func fits(x *contract.Extraction) bool {
	const perByte, frame = 6, 1 << 10 // \u0026 for one; names, numbers and what is between
	size := len(x.Data) + len(x.Fields) + len(x.Checks) + len(x.Basis) + len(x.Memory) + len(x.MIMEType) +
		len(x.DocumentType)
	return perByte*size+frame <= contract.MaxInlineExtraction
}

// maxReason bounds what a result says for the log, in bytes.
const maxReason = 4 << 10

// reason keeps the beginning, which names the cause.
func reason(text string) string { return text[:min(len(text), maxReason)] }
