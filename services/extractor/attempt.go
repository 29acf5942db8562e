package extractor

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

// Reasons why an attempt ends without a result.
var (
	errClaimLost = errors.New("claim is no longer valid")
	errDraining  = errors.New("service stops")
)

// attempt is one claim of a document.
type attempt struct {
	*Service
	engine      *enginepool.Pool
	work        contract.ClaimReply
	ref         contract.ClaimRef
	claimedLane contract.Lane
	hold        *slot.Hold
	budget      *sandbox.Budget // of the document's time
	yielded     time.Duration   // to interactive work, in total
	log         *slog.Logger

	knownLayouts *[]byte // that resemble the document; nil before the gateway was asked

	mu   sync.Mutex
	lane contract.Lane // the present one
	read bool          // the engine has finished

	// resultPending means that the worker is free and the result is being stored and sent.
	resultPending bool
}

func (s *Service) newAttempt(engine *enginepool.Pool, c *command, claim contract.ClaimReply) *attempt {
	return &attempt{
		Service: s, engine: engine, work: claim, claimedLane: c.lane, lane: c.lane,
		ref: contract.ClaimRef{DocumentID: claim.DocumentID, Token: claim.Token},
		log: s.log.With("document", claim.DocumentID, "attempt", claim.Attempt),
	}
}

func (a *attempt) run(ctx context.Context, hold *slot.Hold) {
	a.hold = hold
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// Operators may watch these signals; no service depends on them.
	started := contract.ExtractionStarted{DocumentID: a.ref.DocumentID, Worker: a.worker, Attempt: a.work.Attempt}
	if err := a.bus.Publish(ctx, contract.SignalExtractionStarted, started); err != nil {
		a.log.Debug("start not signaled", "error", err)
	}
	stop := a.extendLease(ctx, cancel)
	defer stop()

	start := time.Now()
	defer func() {
		if a.resultPending {
			<-a.pendingResults
		}
	}()
	result, ok := a.extract(ctx, cancel)
	if ok && ctx.Err() == nil {
		a.metrics.recordResult(ctx, result, time.Since(start))
		a.log.Info("document ended", "outcome", result.Outcome, "reason", result.Reason, "ms", result.ProcessingTimeMs)
		if a.publish(ctx, result) {
			return
		}
	}
	a.drop(ctx, context.Cause(ctx))
}

// freeWorker frees the worker before the result is sent, unless a result per worker is pending: they must not pile up.
func (a *attempt) freeWorker() {
	select {
	case a.pendingResults <- struct{}{}:
		a.resultPending = true
		a.hold.Release()
	default:
	}
}

// extendLease extends the lease until stop is called. Only a lost claim ends the work: a late result does no harm.
func (a *attempt) extendLease(ctx context.Context, end context.CancelCauseFunc) (stop func()) {
	lease := time.Duration(a.work.LeaseMs) * time.Millisecond
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		ticker := time.NewTicker(max(lease/3, time.Millisecond))
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
			}
			err := a.extend(ctx, a.update())
			if apierror.Is(err, contract.CodeNotFound) {
				end(errClaimLost)
				return
			}
			if err != nil && ctx.Err() == nil {
				a.log.Warn("lease not extended", "error", err)
			}
		}
	})
	return func() { close(quit); wg.Wait() }
}

const (
	// finishTimeout bounds each message about a document after its work has ended.
	finishTimeout = 5 * time.Second
	// Pauses between two tries to publish, doubled from the first to the second value.
	minPublishPause = 100 * time.Millisecond
	maxPublishPause = 5 * time.Second
)

// publish retries until stored or ctx ends (claim lost or drained). The token is the message id: repeats are dropped.
func (a *attempt) publish(ctx context.Context, r contract.Result) (published bool) {
	for pause := minPublishPause; ; pause = min(2*pause, maxPublishPause) {
		// A try is finished even if ctx ends: the work is done already.
		try, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
		err := a.bus.PublishStream(try, contract.ResultSubject(a.ref.DocumentID), a.ref.Token, r)
		cancel()
		if err == nil {
			return true
		}
		a.log.Warn("result not published, trying again", "error", err)
		select {
		case <-ctx.Done():
			return false
		case <-time.After(pause):
		}
	}
}

// drop releases the claim, if it is still valid, so that another replica can read the document.
func (a *attempt) drop(ctx context.Context, cause error) {
	a.log.Info("work dropped", "cause", cause)
	if errors.Is(cause, errClaimLost) {
		return
	}
	releasing, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer cancel()
	_, err := bus.Call[contract.Empty](releasing, a.bus, contract.RPCWorkRelease, a.update())
	if err != nil && !apierror.Is(err, contract.CodeNotFound) {
		a.log.Warn("claim not released, its lease will run out", "error", err)
	}
}
