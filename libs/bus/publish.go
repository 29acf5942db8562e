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

// ErrPending is returned by PublishStream when the stream holds a message on
// this subject already and keeps one at most.
var ErrPending = errors.New("a message on this subject is pending")

// Envelope is an encoded message that goes to a stream.
type Envelope struct {
	Subject string
	// MsgID makes publishing idempotent within the stream's window; empty for
	// none.
	MsgID string
	// Header may hold the trace context that the message belongs to.
	Header map[string]string
	Data   []byte
}

// Publish sends m to the present subscribers; nothing is stored.
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

// PublishStream stores m in the stream that takes subject and returns once the
// server has acknowledged it. Publishing the same msgID again does nothing.
func (c *Conn) PublishStream(ctx context.Context, subject, msgID string, m Message) error {
	data, err := encode(m)
	if err != nil {
		return err
	}
	return c.PublishEnvelope(ctx, Envelope{Subject: subject, MsgID: msgID, Data: data})
}

// PublishEnvelope is PublishStream for a message that was encoded before.
func (c *Conn) PublishEnvelope(ctx context.Context, e Envelope) (err error) {
	msg := &nats.Msg{Subject: e.Subject, Data: e.Data, Header: nats.Header{}}
	for k, v := range e.Header {
		msg.Header[k] = []string{v}
	}
	// A message that waited carries the trace it was decided in.
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

// refusal is a server's error, as ErrPending where it stands for that.
func refusal(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && strings.Contains(api.Description, perSubjectExceeded) {
		return ErrPending
	}
	return err
}

// perSubjectExceeded is how the server words DiscardNewPerSubject's refusal: it
// has no error code of its own (10077 stands for every failed store).
const perSubjectExceeded = "maximum messages per subject exceeded"

// Subscribe calls handle for every message on subject until stop is called. A
// message that cannot be used is logged and dropped: nothing was promised for
// it.
func Subscribe[M Message](c *Conn, subject string, handle func(ctx context.Context, m M)) (stop func(), err error) {
	sub, err := c.nc.Subscribe(subject, func(msg *nats.Msg) {
		m, err := Decode[M](msg.Data)
		if err != nil {
			c.log.Error("unusable message", "subject", msg.Subject, "error", err)
			return
		}
		handle(c.propagator.extract(context.Background(), msg.Header), m)
	})
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", subject, err)
	}
	// The server must know before the caller relies on it.
	if err := c.nc.FlushTimeout(requestTimeout); err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", subject, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
