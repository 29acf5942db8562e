// Package completion processes the results of extractors and ends documents. A result counts only
// if its token is that of the current claim; late, repeated and unknown results change nothing.
package completion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/jobs/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Config of the consumer.
type Config struct {
	Workers int // results that are taken in at a time
	// Batches is how results of batches are grouped. Its Count must be lower than Workers, so
	// that other results are processed meanwhile.
	Batches Gathering
	// CrashPauses and ErrorPauses are the pauses before the second, third … attempt.
	CrashPauses, ErrorPauses []time.Duration
}

// Consumer processes results.
type Consumer struct {
	Config     Config
	Store      *store.Store
	Blob       *blob.Store
	Propagator propagation.TextMapPropagator
	Log        *slog.Logger
	// Waiters get the record of a document as soon as its end is committed.
	Waiters *wake.Waiters
	// Ended is called after a document's end is committed; failure is empty for a completed one.
	Ended func(ctx context.Context, documentID string, failure contract.Code)

	groups groups
	reads  readSlots
}

// Run processes results until ctx ends and finishes those in progress.
func (in *Consumer) Run(ctx context.Context, conn *bus.Conn) error {
	return bus.Consume(ctx, conn, contract.StreamResults, contract.DurableResults, in.Config.Workers, in.Handle)
}

// handleTimeout is shorter than contract.ResultAckWait, after which another replica gets the message.
const handleTimeout = 9 * time.Second

// Handle processes one result. If it returns an error the result is delivered again.
func (in *Consumer) Handle(ctx context.Context, r contract.Result) error {
	ctx, cancel := context.WithTimeout(ctx, handleTimeout)
	defer cancel()
	switch r.Outcome {
	case contract.OutcomeCompleted:
		if r.Stored {
			return in.completedStored(ctx, r)
		}
		return in.completed(ctx, r)
	case contract.OutcomeFailed:
		return in.failed(ctx, r)
	case contract.OutcomeCrashed:
		return in.retryOrFail(ctx, r, in.Config.CrashPauses, dispatch.TooComplex())
	default:
		return in.retryOrFail(ctx, r, in.Config.ErrorPauses, internalError())
	}
}

// completedStored drops the result of an ended claim unread, and bounds how many are read at a time.
func (in *Consumer) completedStored(ctx context.Context, r contract.Result) error {
	valid, err := in.Store.IsClaimed(ctx, ref(r))
	if err != nil {
		return err
	}
	if !valid {
		in.Log.Debug("result of an ended claim dropped unread", "document", r.DocumentID)
		return in.removeStored(ctx, r)
	}
	release, err := in.reads.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	return in.completed(ctx, r)
}

func (in *Consumer) completed(ctx context.Context, r contract.Result) error {
	x, err := in.extraction(ctx, r)
	var end store.End
	if err == nil {
		end, err = in.keepFields(ctx, ref(r), x)
	}
	if err == nil {
		err = in.finish(ctx, r, end)
	}
	if errors.Is(err, errTooLarge) { // another attempt would give the same
		in.Log.Warn("document given up", "document", r.DocumentID, "error", err)
		r.Reason = err.Error()
		failure := dispatch.TooComplex()
		return in.finish(ctx, r, store.End{Failure: &failure})
	}
	if errors.Is(err, errUnusable) || store.Unstorable(err) {
		// Delivering the message again gives the same; another attempt may not.
		r.Outcome, r.Reason = contract.OutcomeError, err.Error()
		return in.retryOrFail(ctx, r, in.Config.ErrorPauses, internalError())
	}
	return err
}

// failed ends a document because of its file. A code that is not public is an error of the worker.
func (in *Consumer) failed(ctx context.Context, r contract.Result) error {
	if r.Failure.Code.IsFileFault() {
		return in.finish(ctx, r, store.End{Failure: r.Failure})
	}
	r.Outcome, r.Reason = contract.OutcomeError, fmt.Sprintf("failure %.40q: %s", r.Failure.Code, r.Reason)
	return in.retryOrFail(ctx, r, in.Config.ErrorPauses, internalError())
}

func (in *Consumer) finish(ctx context.Context, r contract.Result, end store.End) error {
	end.ProcessingTimeMs, end.Reason, end.EventHeaders = max(r.ProcessingTimeMs, 0), r.Reason, in.trace(ctx)
	var how Gathering
	if r.Lane == contract.LaneBatch {
		how = in.Config.Batches
	}
	if in.Waiters.Awaited(r.DocumentID) {
		end.Document = &model.Document{}
	}
	ok, err := in.groups.finish(ctx, in.Store.Queue, store.Ending{Ref: ref(r), End: end}, how)
	if err != nil {
		return err
	}
	if !ok {
		in.Log.Debug("ignored the result of an ended claim", "document", r.DocumentID, "outcome", r.Outcome)
		return in.removeStored(ctx, r)
	}
	in.notifyWaiters(end.Document)
	var failure contract.Code
	if end.Failure != nil {
		failure = end.Failure.Code
	}
	in.Ended(ctx, r.DocumentID, failure)
	return nil
}

// notifyWaiters passes the record to waiting requests, which would read it next.
func (in *Consumer) notifyWaiters(d *model.Document) {
	if d == nil {
		return
	}
	rec, err := record.Of(*d)
	if err != nil { // they read it themselves
		in.Log.Warn("could not make the record of an ended document", "document", d.ID, "error", err)
		return
	}
	in.Waiters.Tell(&rec)
}

// retryOrFail schedules another attempt, or ends the document with failure if this was its last.
func (in *Consumer) retryOrFail(
	ctx context.Context, r contract.Result, pauses []time.Duration, failure contract.Failure,
) error {
	in.Log.Warn("attempt failed", "document", r.DocumentID, "outcome", r.Outcome, "reason", r.Reason)
	ok, err := in.Store.Retry(ctx, ref(r), fmt.Sprintf("%s: %s", r.Outcome, r.Reason), pauses...)
	if err != nil || ok {
		return err
	}
	return in.finish(ctx, r, store.End{Failure: &failure})
}

func (in *Consumer) trace(ctx context.Context) map[string]string {
	headers := propagation.MapCarrier{}
	in.Propagator.Inject(ctx, headers)
	return headers
}

func ref(r contract.Result) contract.ClaimRef {
	return contract.ClaimRef{DocumentID: r.DocumentID, Token: r.Token}
}

func internalError() contract.Failure {
	return contract.Failure{
		Code:    contract.CodeInternalError,
		Message: "The document could not be processed because of an error on our side. It was not counted.",
	}
}
