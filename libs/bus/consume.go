package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/contract"
)

// ErrMalformed is wrapped by an error that would happen again with the same message: the message is
// moved to the dead-letter stream. Wrap it as "%w: %w".
var ErrMalformed = errors.New("malformed message")

// Delivery is a message of a durable consumer.
type Delivery struct {
	conn   *Conn
	stream string
	msg    jetstream.Msg
	acks   *ackDelay
}

// Subject the message was published on.
func (d *Delivery) Subject() string { return d.msg.Subject() }

// Data of the message.
func (d *Delivery) Data() []byte { return d.msg.Data() }

// Deliveries returns how often the message was delivered, including this delivery.
func (d *Delivery) Deliveries() uint64 {
	meta, err := d.msg.Metadata()
	if err != nil {
		return 1
	}
	return meta.NumDelivered
}

// Context carries the publisher's trace.
func (d *Delivery) Context(ctx context.Context) context.Context {
	return d.conn.propagator.extract(ctx, d.msg.Headers())
}

// InProgress starts another AckWait.
func (d *Delivery) InProgress() error { return d.msg.InProgress() }

// Ack acknowledges the message. The acknowledgement is sent with the consumer's next one or shortly
// after; see Puller.Flush. A second one, or one after a redelivery, is harmless.
func (d *Delivery) Ack() error { return d.acks.add(d.msg) }

// Retry requests the message again after delay.
func (d *Delivery) Retry(delay time.Duration) error { return d.msg.NakWithDelay(delay) }

// Finish ends the message according to the error of its handler: nil acknowledges it, ErrMalformed
// moves it to the dead letters, and any other error requests it again after a pause that grows with
// each delivery.
func (d *Delivery) Finish(ctx context.Context, err error) error {
	if err == nil {
		return d.Ack()
	}
	if !errors.Is(err, ErrMalformed) {
		return d.Retry(retryDelay(d.Deliveries()))
	}
	d.conn.log.Error("dead letter", "subject", d.Subject(), "error", err)
	reason := strings.TrimPrefix(err.Error(), ErrMalformed.Error()+": ")
	dead := Envelope{
		Subject: contract.DeadLetterSubject(d.stream, d.Subject()),
		MsgID:   d.id(),
		Header: map[string]string{
			contract.HeaderDeadSubject: d.Subject(),
			contract.HeaderDeadReason:  reason[:min(len(reason), contract.MaxDeadLetterReason)],
		},
		Data: d.Data(),
	}
	if len(dead.Data) > contract.MaxDeadLetterData {
		dead.Header[contract.HeaderDeadSize] = strconv.Itoa(len(dead.Data))
		dead.Data = dead.Data[:contract.MaxDeadLetterData]
	}
	if err := d.conn.PublishEnvelope(ctx, dead); err != nil {
		return errors.Join(err, d.Retry(retryDelay(d.Deliveries())))
	}
	return d.msg.TermWithReason("moved to dead letters")
}

// id identifies the message in its stream, so that repeats become one dead letter. It is empty without metadata.
func (d *Delivery) id() string {
	meta, err := d.msg.Metadata()
	if err != nil {
		return ""
	}
	return messageID(d.stream, meta.Sequence.Stream, meta.Timestamp)
}

// messageID identifies message seq of a stream. The time distinguishes streams with the same name.
func messageID(stream string, seq uint64, at time.Time) string {
	return fmt.Sprintf("%s.%d.%d", stream, seq, at.UnixNano())
}

// retryDelay doubles from 100 ms to 30 s. JetStream's BackOff covers only timeouts, not a NAK.
func retryDelay(deliveries uint64) time.Duration {
	const minDelay, maxDelay = 100 * time.Millisecond, 30 * time.Second
	return min(minDelay<<min(deliveries, 16), maxDelay)
}

// Puller pulls messages of a durable consumer, one at a time.
type Puller struct {
	conn     *Conn
	stream   string
	durable  string
	consumer jetstream.Consumer
	acks     ackDelay
}

// Puller binds to an existing durable consumer.
func (c *Conn) Puller(ctx context.Context, stream, durable string) (*Puller, error) {
	consumer, err := c.js.Consumer(ctx, stream, durable)
	if err != nil {
		return nil, fmt.Errorf("bind consumer %s of %s: %w", durable, stream, err)
	}
	return &Puller{
		conn: c, stream: stream, durable: durable, consumer: consumer, acks: ackDelay{log: c.log},
	}, nil
}

// Flush sends the acknowledgement that waits for the next one. Call it before the connection is closed.
func (p *Puller) Flush() { p.acks.flush() }

// pullWait is how long one pull request waits at the server.
const pullWait = 20 * time.Second

// Next waits for the next message, even while the connection is lost. It returns ctx's error when ctx
// ends.
func (p *Puller) Next(ctx context.Context) (*Delivery, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pullCtx, cancel := context.WithTimeout(ctx, pullWait)
		msg, err := p.consumer.Next(jetstream.FetchContext(pullCtx))
		cancel()
		if err == nil {
			return &Delivery{conn: p.conn, stream: p.stream, msg: msg, acks: &p.acks}, nil
		}
		if isEmptyPull(err) {
			continue
		}
		if ctx.Err() == nil {
			p.conn.log.Warn("pull failed, trying again", "consumer", p.durable, "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(reconnectWait):
		}
	}
}

// isEmptyPull reports whether the pull ended because there was no message.
func isEmptyPull(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, jetstream.ErrNoMessages)
}

// Consume handles messages of a durable consumer until ctx ends, up to workers at a time, and waits for
// those in progress. The error of handle decides what happens to a message; see Delivery.Finish.
func Consume[M Message](
	ctx context.Context, c *Conn, stream, durable string, workers int, handle func(context.Context, M) error,
) error {
	puller, err := c.Puller(ctx, stream, durable)
	if err != nil {
		return err
	}
	defer puller.Flush()
	var wg sync.WaitGroup
	defer wg.Wait()
	for range workers {
		wg.Go(func() {
			for {
				d, err := puller.Next(ctx)
				if err != nil {
					return
				}
				// Handlers in progress finish even if ctx ends.
				c.watched(context.WithoutCancel(ctx), durable, func(ctx context.Context) {
					if err := process(ctx, d, handle); err != nil {
						c.log.Warn("message not finished", "subject", d.Subject(), "error", err)
					}
				})
			}
		})
	}
	<-ctx.Done()
	return nil
}

// watched runs f with a context that ends after maxHandleTime; the watchdog reports an f that continues.
func (c *Conn) watched(ctx context.Context, name string, f func(context.Context)) {
	defer c.Watch(name, maxHandleTime)()
	ctx, cancel := context.WithTimeout(ctx, maxHandleTime)
	defer cancel()
	f(ctx)
}

func process[M Message](ctx context.Context, d *Delivery, handle func(context.Context, M) error) error {
	m, err := Decode[M](d.Data())
	if err != nil {
		return d.Finish(ctx, fmt.Errorf("%w: %w", ErrMalformed, err))
	}
	ctx, span := d.conn.span(d.Context(ctx), trace.SpanKindConsumer, "process", d.Subject())
	err = callHandler(ctx, m, handle)
	endSpan(span, err)
	if err != nil {
		d.conn.log.Warn("message not handled", "subject", d.Subject(), "deliveries", d.Deliveries(), "error", err)
	}
	return d.Finish(ctx, err)
}

func callHandler[M Message](ctx context.Context, m M, handle func(context.Context, M) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return handle(ctx, m)
}
