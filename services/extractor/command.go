package extractor

import (
	"context"
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
