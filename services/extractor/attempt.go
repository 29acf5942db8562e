package extractor

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

// Why an attempt ends without a result.
var (
	errClaimLost = errors.New("claim is no longer valid")
	errDraining  = errors.New("service stops")
)

// attempt is one claim of a document.
type attempt struct {
	*Service
	engine  *Engine
	work    contract.ClaimReply
	ref     contract.ClaimRef
	claimed contract.Lane // the lane that it was claimed from
	hold    *slot.Hold
	budget  *sandbox.Budget // of the document's time
	away    time.Duration   // how long it has made way
	known   *[]byte         // layouts that resemble the document, once they were asked for
	log     *slog.Logger

	mu   sync.Mutex
	lane contract.Lane // that it belongs to now
	read bool          // the engine is done

	handedOver bool // the worker is free, and the result is on its way
}

func (s *Service) newAttempt(engine *Engine, c *command, claim contract.ClaimReply) *attempt {
	return &attempt{
		Service: s, engine: engine, work: claim, claimed: c.lane, lane: c.lane,
		ref: contract.ClaimRef{DocumentID: claim.DocumentID, Token: claim.Token},
		log: s.log.With("document", claim.DocumentID, "attempt", claim.Attempt),
	}
}

func (a *attempt) run(ctx context.Context, hold *slot.Hold) {
	a.hold = hold
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a.announce(ctx)
	stop := a.keepAlive(ctx, cancel)
	defer stop()

	start := time.Now()
	defer a.sent()
	result, ok := a.extract(ctx, cancel)
	if ok && ctx.Err() == nil {
		a.metrics.ended(ctx, result, time.Since(start))
		a.log.Info("document ended", "outcome", result.Outcome, "reason", result.Reason, "ms", result.ProcessingTimeMs)
		if a.publish(ctx, result) {
			return
		}
	}
	a.drop(ctx, context.Cause(ctx))
}

// handOver frees the worker for the next document while this one's result is stored
// and sent, unless as many results as there are workers are on their way: what cannot
// be sent must not pile up here.
func (a *attempt) handOver() {
	select {
	case a.outgoing <- struct{}{}:
		a.handedOver = true
		a.hold.Release()
	default:
	}
}

func (a *attempt) sent() {
	if a.handedOver {
		<-a.outgoing
	}
}

// announce signals to operators; nothing depends on it.
func (a *attempt) announce(ctx context.Context) {
	started := contract.ExtractionStarted{DocumentID: a.ref.DocumentID, Worker: a.worker, Attempt: a.work.Attempt}
	if err := a.bus.Publish(ctx, contract.SignalExtractionStarted, started); err != nil {
		a.log.Debug("start not signalled", "error", err)
	}
}

// keepAlive extends the lease until stop is called; a lost claim ends the work.
// While nobody answers, the work goes on: the token keeps a late result
// harmless.
func (a *attempt) keepAlive(ctx context.Context, end context.CancelCauseFunc) (stop func()) {
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
			if fault.Is(err, contract.CodeNotFound) {
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

// settleTimeout bounds what is said about a document when its work has ended.
const settleTimeout = 5 * time.Second

// publishPause is the first pause between two tries to publish; it doubles up
// to maxPublishPause.
const (
	publishPause    = 100 * time.Millisecond
	maxPublishPause = 5 * time.Second
)

// publish tries until the result is stored or ctx ends, which a lost claim and
// the end of draining see to. The token as message id keeps repetitions apart
// from new results.
func (a *attempt) publish(ctx context.Context, r contract.Result) (published bool) {
	for pause := publishPause; ; pause = min(2*pause, maxPublishPause) {
		// A try that has begun is finished: the work is done after all.
		try, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
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

// drop leaves the document to others: the claim is given back if it still holds.
func (a *attempt) drop(ctx context.Context, cause error) {
	a.log.Info("work dropped", "cause", cause)
	if !errors.Is(cause, errClaimLost) {
		settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
		defer cancel()
		_, err := bus.Call[contract.Empty](settling, a.bus, contract.RPCWorkRelease, a.update())
		if err != nil && !fault.Is(err, contract.CodeNotFound) {
			a.log.Warn("claim not released, its lease will run out", "error", err)
		}
	}
}
