package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
)

// ErrPending is returned by PublishStream if the stream keeps one message per subject and already has
// one.
var ErrPending = errors.New("a message on this subject is pending")

// Envelope is an encoded message for a stream.
type Envelope struct {
	Subject string
	// MsgID makes publishing idempotent within the stream's deduplication window; empty for none.
	MsgID string
	// Header may contain the trace context of the message.
	Header map[string]string
	Data   []byte
}

// Publish sends m to the current subscribers. It is not stored.
func (c *Conn) Publish(ctx context.Context, subject string, m Message) error {
	data, err := encode(m)
	if err != nil {
		return err
	}
	msg := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{}}
	c.propagator.inject(ctx, msg.Header)
	if err := c.nc.PublishMsg(msg); err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	return nil
}

// PublishStream stores m in the stream of the subject and returns when the server has acknowledged it.
// Publishing the same msgID again does nothing.
func (c *Conn) PublishStream(ctx context.Context, subject, msgID string, m Message) error {
	data, err := encode(m)
	if err != nil {
		return err
	}
	return c.PublishEnvelope(ctx, Envelope{Subject: subject, MsgID: msgID, Data: data})
}

// PublishEnvelope is PublishStream for an encoded message.
func (c *Conn) PublishEnvelope(ctx context.Context, e Envelope) (err error) {
	msg := &nats.Msg{Subject: e.Subject, Data: e.Data, Header: nats.Header{}}
	for k, v := range e.Header {
		msg.Header[k] = []string{v}
	}
	// The trace context of the envelope takes precedence over that of ctx.
	ctx, span := c.span(c.propagator.extract(ctx, msg.Header), trace.SpanKindProducer, "publish", e.Subject)
	defer func() { endSpan(span, err) }()
	c.propagator.inject(ctx, msg.Header)
	if e.MsgID != "" {
		msg.Header.Set(jetstream.MsgIDHeader, e.MsgID)
	}
	_, err = c.js.PublishMsg(ctx, msg)
	if err = refusal(err); err != nil && !errors.Is(err, ErrPending) {
		return fmt.Errorf("publish %s: %w", e.Subject, err)
	}
	return err
}

// refusal replaces the server's error for a second message on a subject with ErrPending.
func refusal(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && strings.Contains(api.Description, perSubjectExceeded) {
		return ErrPending
	}
	return err
}

// perSubjectExceeded is the server's text if DiscardNewPerSubject refuses; its code 10077 is that of any failed store.
const perSubjectExceeded = "maximum messages per subject exceeded"

// Subscribe calls handle for every message on subject until stop is called. It logs and drops malformed
// messages.
func Subscribe[M Message](c *Conn, subject string, handle func(ctx context.Context, m M)) (stop func(), err error) {
	sub, err := c.nc.Subscribe(subject, func(msg *nats.Msg) {
		m, err := Decode[M](msg.Data)
		if err != nil {
			c.log.Error("malformed message", "subject", msg.Subject, "error", err)
			return
		}
		handle(c.propagator.extract(context.Background(), msg.Header), m)
	})
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", subject, err)
	}
	// The server must know the subscription before the caller relies on it.
	if err := c.nc.FlushTimeout(requestTimeout); err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", subject, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
