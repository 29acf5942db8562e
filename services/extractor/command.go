package extractor

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

// command is a message that a document is waiting in a lane. A worker is free for it or soon will be.
type command struct {
	delivery    *bus.Delivery
	lane        contract.Lane
	stopping    context.Context   // ends when no more documents are begun
	hold        *slot.Hold        // the worker; nil while the document waits for one
	reservation *slot.Reservation // nil if a worker was free at once
}

// await waits for a worker if the document was prefetched. The lease of its claim lasts longer.
func (c *command) await() (err error) {
	if c.hold != nil {
		return nil
	}
	waiting, cancel := context.WithTimeout(c.stopping, slot.PrefetchWindow)
	defer cancel()
	c.hold, err = c.reservation.Take(waiting)
	return err
}

// free releases the worker and the reservation.
func (c *command) free() {
	if c.hold != nil {
		c.hold.Release()
	}
	if c.reservation != nil {
		c.reservation.Cancel()
	}
}

// handle turns one command into one attempt at a document.
func (s *Service) handle(ctx context.Context, engine *enginepool.Pool, c *command) {
	d := c.delivery
	ctx = d.Context(ctx)
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic while handling a command", "subject", d.Subject(), "panic", p, "stack", string(debug.Stack()))
			s.logUnfinished(d, d.Finish(context.WithoutCancel(ctx), fmt.Errorf("panic: %v", p)))
		}
	}()
	cmd, err := bus.Decode[contract.ExtractCommand](d.Data())
	if err != nil {
		s.logUnfinished(d, d.Finish(ctx, fmt.Errorf("%w: %w", bus.ErrMalformed, err)))
		return
	}
	ctx, span := s.startSpan(ctx, cmd.DocumentID)
	defer span.End()
	claim, ok := s.claim(ctx, c, cmd.DocumentID)
	if !ok {
		return
	}
	// From now on the document's row and its lease represent the work.
	s.logUnfinished(d, d.Ack())
	if claim.DocumentID != cmd.DocumentID {
		ctx, span = s.startTraceOf(ctx, claim)
		defer span.End()
	}
	a := s.newAttempt(engine, c, claim)
	err = c.await()
	if c.reservation != nil {
		s.metrics.recordPrefetched(ctx, err == nil)
	}
	if err != nil {
		a.drop(ctx, err)
		return
	}
	a.run(ctx, c.hold)
}

func (s *Service) startSpan(ctx context.Context, documentID string, options ...trace.SpanStartOption) (
	context.Context, trace.Span,
) {
	options = append(options, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("docmill.document", documentID)))
	return s.tracer.Start(ctx, "extract", options...)
}

// startTraceOf continues the trace of the claimed document, with a link to the trace of the command.
func (s *Service) startTraceOf(ctx context.Context, claim contract.ClaimReply) (context.Context, trace.Span) {
	command := trace.LinkFromContext(ctx)
	ctx = trace.ContextWithSpanContext(ctx, trace.SpanContext{})
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{contract.HeaderTraceparent: claim.Traceparent})
	return s.startSpan(ctx, claim.DocumentID, trace.WithLinks(command))
}

// claim asks the gateway for a document. If there is none, it finishes the command.
func (s *Service) claim(ctx context.Context, c *command, documentID string) (claim contract.ClaimReply, ok bool) {
	claim, err := bus.Call[contract.ClaimReply](ctx, s.bus, contract.RPCWorkClaim, contract.ClaimRequest{
		DocumentID: documentID, Worker: s.worker, Lane: c.lane, SealKey: s.key.Public(), SealSessions: true,
		TakesFiles: true,
	})
	if err == nil && !claim.Gone {
		err = claim.Open(s.key, s.worker)
	}
	d := c.delivery
	switch {
	case err != nil:
		s.log.Warn("document not claimed", "command", documentID, "error", err)
		s.logUnfinished(d, d.Finish(ctx, err))
	case claim.Gone && claim.RetryMs > 0:
		s.logUnfinished(d, d.Retry(time.Duration(claim.RetryMs)*time.Millisecond))
	case claim.Gone:
		s.logUnfinished(d, d.Ack())
	default:
		return claim, true
	}
	return claim, false
}

// interactiveLimit bounds the engine time of an interactive document, which delays others. Text takes a tenth of it.
const interactiveLimit = 3 * time.Second

// errSlowLane ends work that belongs to the slow lane, which has no free slot.
var errSlowLane = errors.New("document belongs to the slow lane")

// beforePage precedes OCR, which takes 100 times longer than text. If goOn is false, the document must be released.
func (a *attempt) beforePage(ctx context.Context) (goOn bool) {
	if !a.moveToSlowLane(ctx) {
		return false
	}
	a.yield(ctx)
	return true
}

// limitInteractive moves a long interactive document to the slow lane, or releases it. The caller must call stop.
func (a *attempt) limitInteractive(ctx context.Context, cancelDeferred context.CancelCauseFunc) (stop func()) {
	if a.claimedLane != contract.LaneInteractive {
		return func() {}
	}
	timer := time.AfterFunc(interactiveLimit, func() {
		if !a.moveToSlowLane(ctx) {
			cancelDeferred(errSlowLane)
		}
	})
	return func() {
		timer.Stop()
		a.mu.Lock()
		defer a.mu.Unlock()
		a.read = true
	}
}

// moveToSlowLane continues in a free slow slot of this replica. If ok is false, the document must be released.
func (a *attempt) moveToSlowLane(ctx context.Context) (ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lane == contract.LaneSlow || a.read {
		return true
	}
	ok = a.hold.Defer()
	a.lane = contract.LaneSlow
	a.metrics.recordDeferred(ctx, ok)
	if !ok {
		a.log.Info("document is released to the slow lane")
		return false
	}
	if err := a.extend(ctx, contract.ClaimUpdate{ClaimRef: a.ref, Lane: a.lane}); err != nil {
		a.log.Debug("lane not changed, the next extension changes it", "error", err)
	}
	return true
}

// update names the claim, and the lane if it changed.
func (a *attempt) update() contract.ClaimUpdate {
	a.mu.Lock()
	defer a.mu.Unlock()
	u := contract.ClaimUpdate{ClaimRef: a.ref}
	if a.lane != a.claimedLane {
		u.Lane = a.lane
	}
	return u
}

func (a *attempt) extend(ctx context.Context, u contract.ClaimUpdate) error {
	_, err := bus.Call[contract.Empty](ctx, a.bus, contract.RPCWorkExtend, u)
	return err
}

// yield lends the worker to interactive work for at most the document's own time, which does not run meanwhile.
func (a *attempt) yield(ctx context.Context) {
	if !a.hold.IsWanted() || a.yielded >= a.deadline() {
		return
	}
	a.budget.Pause()
	defer a.budget.Resume()
	start := time.Now()
	if err := a.hold.Yield(ctx); err != nil {
		return // ctx has ended, and the work ends with it
	}
	a.yielded += time.Since(start)
}

// maxTime is the longest reading time: the document's time, as long again for yielding, and a lease.
func (a *attempt) maxTime() time.Duration {
	return 2*a.deadline() + time.Duration(a.work.LeaseMs)*time.Millisecond
}

func (a *attempt) deadline() time.Duration {
	return time.Duration(a.work.DeadlineMs) * time.Millisecond
}
