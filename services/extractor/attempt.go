package extractor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// Why an attempt ends without a result.
var (
	errClaimLost = errors.New("claim is no longer valid")
	errDraining  = errors.New("service stops")
)

// handle turns one command into one attempt at its document.
func (s *Service) handle(ctx context.Context, engine *Engine, d *bus.Delivery) {
	ctx = d.Context(ctx)
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic while handling a command", "subject", d.Subject(), "panic", p, "stack", string(debug.Stack()))
			s.settled(d, d.Settle(context.WithoutCancel(ctx), fmt.Errorf("panic: %v", p)))
		}
	}()
	cmd, err := bus.Decode[contract.ExtractCommand](d.Data())
	if err != nil {
		s.settled(d, d.Settle(ctx, bus.Unusable{Err: err}))
		return
	}
	ctx, span := s.tracer.Start(ctx, "extract", trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("docmill.document", cmd.DocumentID)))
	defer span.End()
	if a, ok := s.claim(ctx, engine, d, cmd.DocumentID); ok {
		a.run(ctx)
	}
}

// claim asks for the document; without a claim the command is settled.
func (s *Service) claim(ctx context.Context, engine *Engine, d *bus.Delivery, documentID string) (_ *attempt, ok bool) {
	log := s.log.With("document", documentID)
	claim, err := bus.Call[contract.ClaimReply](ctx, s.bus, contract.RPCWorkClaim,
		contract.ClaimRequest{DocumentID: documentID, Worker: s.worker})
	switch {
	case err != nil:
		log.Warn("document not claimed", "error", err)
		s.settled(d, d.Settle(ctx, err))
		return nil, false
	case claim.Gone:
		s.settled(d, d.Ack())
		return nil, false
	}
	return &attempt{
		Service: s, engine: engine, delivery: d, work: claim,
		ref: contract.ClaimRef{DocumentID: documentID, Token: claim.Token},
		log: log.With("attempt", claim.Attempt),
	}, true
}

// attempt is one claim of a document.
type attempt struct {
	*Service
	engine   *Engine
	delivery *bus.Delivery
	work     contract.ClaimReply
	ref      contract.ClaimRef
	log      *slog.Logger
}

func (a *attempt) run(ctx context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a.announce(ctx)
	stop := a.keepAlive(ctx, cancel)
	defer stop()

	start := time.Now()
	result := a.extract(ctx)
	if ctx.Err() == nil {
		a.metrics.ended(ctx, result, time.Since(start))
		a.log.Info("document ended", "outcome", result.Outcome, "reason", result.Reason, "ms", result.ProcessingTimeMs)
		if a.publish(ctx, result) {
			a.settled(a.delivery, a.delivery.Ack())
			return
		}
	}
	a.drop(ctx)
}

// announce tells operators; nothing depends on it.
func (a *attempt) announce(ctx context.Context) {
	started := contract.ExtractionStarted{DocumentID: a.ref.DocumentID, Worker: a.worker, Attempt: a.work.Attempt}
	if err := a.bus.Publish(ctx, contract.SignalExtractionStarted, started); err != nil {
		a.log.Debug("start not signalled", "error", err)
	}
}

// keepAlive extends lease and message until stop is called; a lost claim ends
// the work. While nobody answers, the work goes on: the token keeps a late
// result harmless.
func (a *attempt) keepAlive(ctx context.Context, end context.CancelCauseFunc) (stop func()) {
	lease := time.Duration(a.work.LeaseMs) * time.Millisecond
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		ticker := time.NewTicker(max(min(lease, contract.AckWait)/3, time.Millisecond))
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
			}
			if err := a.delivery.InProgress(); err != nil {
				a.log.Warn("command's time not extended", "error", err)
			}
			_, err := bus.Call[contract.Empty](ctx, a.bus, contract.RPCWorkExtend, a.ref)
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

// drop leaves the document to others: the command is handed back, and the
// claim as well if it still holds.
func (a *attempt) drop(ctx context.Context) {
	cause := context.Cause(ctx)
	a.log.Info("work dropped", "cause", cause)
	if !errors.Is(cause, errClaimLost) {
		settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
		defer cancel()
		_, err := bus.Call[contract.Empty](settling, a.bus, contract.RPCWorkRelease, a.ref)
		if err != nil && !fault.Is(err, contract.CodeNotFound) {
			a.log.Warn("claim not released, its lease will run out", "error", err)
		}
	}
	a.settled(a.delivery, a.delivery.Retry(0))
}
