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
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

// command says that a document of the lane waits, for which a worker is free or soon
// will be.
type command struct {
	delivery *bus.Delivery
	lane     contract.Lane
	stopping context.Context // ends when no more documents are begun
	hold     *slot.Hold      // the worker; nil while the document waits for it
	place    *slot.Place     // where it waits
}

// await has a document that was claimed ahead of its worker wait for it. Its lease lasts
// for longer.
func (c *command) await() (err error) {
	if c.hold != nil {
		return nil
	}
	waiting, cancel := context.WithTimeout(c.stopping, slot.Soon)
	defer cancel()
	c.hold, err = c.place.Take(waiting)
	return err
}

// free gives up the worker, or the place before it.
func (c *command) free() {
	if c.hold != nil {
		c.hold.Release()
	}
	if c.place != nil {
		c.place.Leave()
	}
}

// handle turns one command into one attempt at a document.
func (s *Service) handle(ctx context.Context, engine *Engine, c *command) {
	d := c.delivery
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
	ctx, span := s.span(ctx, cmd.DocumentID)
	defer span.End()
	claim, ok := s.claim(ctx, c, cmd.DocumentID)
	if !ok {
		return
	}
	// From here on the row and its lease stand for the work; the command has
	// done its part.
	s.settled(d, d.Ack())
	if claim.DocumentID != cmd.DocumentID {
		ctx, span = s.ownTrace(ctx, claim)
		defer span.End()
	}
	a := s.newAttempt(engine, c, claim)
	err = c.await()
	if c.place != nil {
		s.metrics.waited(ctx, err == nil)
	}
	if err != nil {
		a.drop(ctx, err)
		return
	}
	a.run(ctx, c.hold)
}

func (s *Service) span(ctx context.Context, documentID string, options ...trace.SpanStartOption) (
	context.Context, trace.Span,
) {
	options = append(options, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.String("docmill.document", documentID)))
	return s.tracer.Start(ctx, "extract", options...)
}

// ownTrace leaves the trace of the command's document for that of the claimed
// one.
func (s *Service) ownTrace(ctx context.Context, claim contract.ClaimReply) (context.Context, trace.Span) {
	command := trace.LinkFromContext(ctx)
	ctx = trace.ContextWithSpanContext(ctx, trace.SpanContext{})
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{contract.HeaderTraceparent: claim.Traceparent})
	return s.span(ctx, claim.DocumentID, trace.WithLinks(command))
}

// claim asks for a document; without one the command is settled.
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
		s.settled(d, d.Settle(ctx, err))
	case claim.Gone && claim.RetryMs > 0:
		s.settled(d, d.Retry(time.Duration(claim.RetryMs)*time.Millisecond))
	case claim.Gone:
		s.settled(d, d.Ack())
	default:
		if claim.DocumentID == "" { // a gateway that does not choose yet
			claim.DocumentID = documentID
		}
		return claim, true
	}
	return claim, false
}
