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

// Delivery is one message of a durable consumer.
type Delivery struct {
	conn   *Conn
	stream string
	msg    jetstream.Msg
	trail  *trail
}

// Subject the message was published on.
func (d *Delivery) Subject() string { return d.msg.Subject() }

// Data of the message.
func (d *Delivery) Data() []byte { return d.msg.Data() }

// Deliveries counts how often this message was handed out, this time included.
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

// InProgress asks for another AckWait.
func (d *Delivery) InProgress() error { return d.msg.InProgress() }

// Ack ends the message. It is sent with the consumer's next one or shortly after;
// see Puller.Flush. Acknowledging again, or after a redelivery, is harmless.
func (d *Delivery) Ack() error { return d.trail.ack(d.msg) }

// Retry asks for the message again after delay.
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

// id names the message in its stream, for as long as that exists: what is
// delivered twice becomes one dead letter. It is empty for a message that cannot
// be told apart.
func (d *Delivery) id() string {
	meta, err := d.msg.Metadata()
	if err != nil {
		return ""
	}
	return messageID(d.stream, meta.Sequence.Stream, meta.Timestamp)
}

// messageID is that of message seq of a stream, apart from one of the same number
// in a stream of the same name that was lost.
func messageID(stream string, seq uint64, at time.Time) string {
	return fmt.Sprintf("%s.%d.%d", stream, seq, at.UnixNano())
}

// retryDelay doubles from 100 ms to 30 s. NAK without a delay would come back
// at once, for ever: JetStream's BackOff covers timeouts only.
func retryDelay(deliveries uint64) time.Duration {
	const first, last = 100 * time.Millisecond, 30 * time.Second
	return min(first<<min(deliveries, 16), last)
}

// Puller takes messages of one durable consumer, one by one.
type Puller struct {
	conn     *Conn
	stream   string
	durable  string
	consumer jetstream.Consumer
	trail    trail
}

// Puller binds to a durable consumer that the migrate step made.
func (c *Conn) Puller(ctx context.Context, stream, durable string) (*Puller, error) {
	consumer, err := c.js.Consumer(ctx, stream, durable)
	if err != nil {
		return nil, fmt.Errorf("bind consumer %s of %s: %w", durable, stream, err)
	}
	return &Puller{
		conn: c, stream: stream, durable: durable, consumer: consumer, trail: trail{log: c.log},
	}, nil
}

// Flush sends the acknowledgement that waits for another, before the connection is
// closed.
func (p *Puller) Flush() { p.trail.flush() }

// pullWait is how long one pull request waits at the server.
const pullWait = 20 * time.Second

// Next waits for the next message. It fails with ctx's error when that ends,
// and outlasts a lost connection.
func (p *Puller) Next(ctx context.Context) (*Delivery, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pullCtx, cancel := context.WithTimeout(ctx, pullWait)
		msg, err := p.consumer.Next(jetstream.FetchContext(pullCtx))
		cancel()
		if err == nil {
			return &Delivery{conn: p.conn, stream: p.stream, msg: msg, trail: &p.trail}, nil
		}
		if nothingThere(err) {
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

// nothingThere distinguishes the end of a pull's wait from a failure.
func nothingThere(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, jetstream.ErrNoMessages)
}

// Consume handles messages of a durable consumer until ctx ends, up to workers
// at a time, and waits for those under way. handle decides by its error what
// becomes of a message; see Delivery.Finish.
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
				// Work under way is finished even when ctx ends meanwhile.
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

// watched runs f with a context that ends after handleLimit; an f that goes on is
// found by the watchdog.
func (c *Conn) watched(ctx context.Context, name string, f func(context.Context)) {
	defer c.Watch(name, handleLimit)()
	ctx, cancel := context.WithTimeout(ctx, handleLimit)
	defer cancel()
	f(ctx)
}

func process[M Message](ctx context.Context, d *Delivery, handle func(context.Context, M) error) error {
	m, err := Decode[M](d.Data())
	if err != nil {
		return d.Finish(ctx, fmt.Errorf("%w: %w", ErrMalformed, err))
	}
	ctx, span := d.conn.span(d.Context(ctx), trace.SpanKindConsumer, "process", d.Subject())
	err = guarded(ctx, m, handle)
	endSpan(span, err)
	if err != nil {
		d.conn.log.Warn("message not handled", "subject", d.Subject(), "deliveries", d.Deliveries(), "error", err)
	}
	return d.Finish(ctx, err)
}

func guarded[M Message](ctx context.Context, m M, handle func(context.Context, M) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return handle(ctx, m)
}
