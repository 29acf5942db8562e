package bus

import (
	"context"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// headerCarrier carries trace context in NATS headers, which are case-sensitive (spelled as in W3C Trace Context).
type headerCarrier nats.Header

func (h headerCarrier) Get(key string) string { return nats.Header(h).Get(key) }
func (h headerCarrier) Set(key, value string) { nats.Header(h)[key] = []string{value} }
func (h headerCarrier) Keys() []string {
	keys := make([]string, 0, len(h))
	for k := range h {
		keys = append(keys, k)
	}
	return keys
}

type telemetryPropagator struct{ propagation.TextMapPropagator }

func (p telemetryPropagator) inject(ctx context.Context, h nats.Header) {
	p.Inject(ctx, headerCarrier(h))
}

func (p telemetryPropagator) extract(ctx context.Context, h nats.Header) context.Context {
	if h == nil {
		return ctx
	}
	return p.Extract(ctx, headerCarrier(h))
}

func (c *Conn) span(ctx context.Context, kind trace.SpanKind, name, subject string) (context.Context, trace.Span) {
	ctx, span := c.tracer.Start(ctx, name, trace.WithSpanKind(kind))
	if span.IsRecording() {
		span.SetAttributes(attribute.String("messaging.system", "nats"),
			attribute.String("messaging.destination.name", subject))
	}
	return ctx, span
}

func endSpan(s trace.Span, err error) {
	if err != nil {
		s.RecordError(err)
		s.SetStatus(codes.Error, "")
	}
	s.End()
}
