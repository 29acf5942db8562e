// Package dispatch keeps extractors busy. The rows of the store are the queue. The dispatcher
// keeps a small window of commands in the stream, each of which says that a document of its lane
// waits. It also republishes unclaimed commands and takes documents back from workers that no
// longer answer. Replicas run it side by side.
package dispatch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Config of the dispatcher.
type Config struct {
	Window store.Window
	// Every is the longest pause between two rounds; Wake shortens it.
	Every time.Duration
	// Recheck is when a command is published again that the stream already held: it may have been
	// about to be acknowledged.
	Recheck time.Duration
	// StreamEvery is the pause between two checks whether the stream was recreated.
	StreamEvery time.Duration
}

// Dispatcher moves documents from the store to extractors.
type Dispatcher struct {
	config     Config
	store      *store.Queue
	conn       *bus.Conn
	propagator propagation.TextMapPropagator
	log        *slog.Logger
	abandoned  func(ctx context.Context, documentID string, failure contract.Code)
	wake       chan struct{}
	released   chan store.Command
	streamMade time.Time             // as last seen
	warned     time.Time             // when a step last failed and it was said
	unsent     atomic.Pointer[error] // why the last command was not published; nil if it was
}

// Check fails while commands cannot be published: documents wait then.
func (d *Dispatcher) Check(context.Context) error {
	if err := d.unsent.Load(); err != nil {
		return fmt.Errorf("commands cannot be published: %w", *err)
	}
	return nil
}

// New returns a dispatcher; Run starts it. abandoned is called for every document that the
// dispatcher ends.
func New(
	cfg Config, s *store.Queue, conn *bus.Conn, p propagation.TextMapPropagator, log *slog.Logger,
	abandoned func(context.Context, string, contract.Code),
) *Dispatcher {
	return &Dispatcher{
		config: cfg, store: s, conn: conn, propagator: p, log: log, abandoned: abandoned, wake: make(chan struct{}, 1),
		released: make(chan store.Command, maxReleased),
	}
}

// maxReleased bounds the commands to publish of documents released on acceptance. It is reached if publishing fails.
const maxReleased = 256

// Released publishes the command of a document that was released on acceptance. It never blocks.
// If it returns false the command is published when it is next due.
func (d *Dispatcher) Released(c store.Command) bool {
	select {
	case d.released <- c:
		return true
	default:
		return false
	}
}

// Wake starts a round soon; it never blocks.
func (d *Dispatcher) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Run dispatches until ctx ends.
func (d *Dispatcher) Run(ctx context.Context) error {
	tick, look := time.NewTicker(d.config.Every), time.NewTicker(d.config.StreamEvery)
	defer tick.Stop()
	defer look.Stop()
	d.attempt(ctx, "check the stream", d.watchStream)
	d.attempt(ctx, "release", d.release)
	for {
		select {
		case <-ctx.Done():
			return nil
		case c := <-d.released:
			d.attempt(ctx, "publish", func(ctx context.Context) error { return d.send(ctx, []store.Command{c}) })
			continue // nothing else has come to wait
		case <-d.wake:
		case <-tick.C:
			d.attempt(ctx, "expire leases", d.expire)
			d.attempt(ctx, "redispatch", d.redispatch)
		case <-look.C:
			d.attempt(ctx, "check the stream", d.watchStream)
		}
		d.attempt(ctx, "release", d.release)
	}
}

const (
	// roundTimeout bounds one step of a round.
	roundTimeout = 10 * time.Second
	// warnEvery keeps an outage from filling the log.
	warnEvery = 5 * time.Second
)

func (d *Dispatcher) attempt(ctx context.Context, what string, f func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, roundTimeout)
	defer cancel()
	err := f(ctx)
	if err == nil || errors.Is(ctx.Err(), context.Canceled) || time.Since(d.warned) < warnEvery {
		return
	}
	d.warned = time.Now()
	d.log.Warn("dispatch", "step", what, "error", err)
}

func (d *Dispatcher) release(ctx context.Context) error {
	commands, err := d.store.Release(ctx, d.config.Window)
	if err != nil {
		return err
	}
	return d.send(ctx, commands)
}

// send publishes commands of documents that were just released.
func (d *Dispatcher) send(ctx context.Context, commands []store.Command) error {
	pending, err := d.publish(ctx, commands)
	if len(pending) > 0 {
		err = errors.Join(err, d.store.RedispatchIn(ctx, pending, d.config.Recheck))
	}
	return err
}

// Publish sends the command of a document that was claimed before its release, so that the lane
// has as many commands as documents again.
func (d *Dispatcher) Publish(ctx context.Context, lane contract.Lane, documentID string) error {
	subject, command := contract.CommandSubject(lane, documentID), contract.ExtractCommand{DocumentID: documentID}
	err := d.conn.PublishStream(ctx, subject, "", command)
	if errors.Is(err, bus.ErrPending) {
		err = nil
	}
	d.noteSent(err)
	return err
}

func (d *Dispatcher) noteSent(err error) {
	if err == nil {
		d.unsent.Store(nil)
		return
	}
	d.unsent.Store(&err)
}

func (d *Dispatcher) redispatch(ctx context.Context) error {
	commands, err := d.store.Unclaimed(ctx, d.config.Window.Redispatch)
	if err != nil {
		return err
	}
	if len(commands) == 0 { // commands that could not be sent are due at once: there are none
		d.noteSent(nil)
		return nil
	}
	_, err = d.publish(ctx, commands) // one that is pending still waits its turn
	return err
}

// publish sends commands and returns those that the stream already held. Commands that fail are due again at once.
func (d *Dispatcher) publish(ctx context.Context, commands []store.Command) (pending []store.Command, err error) {
	for i, c := range commands {
		traced := d.propagator.Extract(ctx, propagation.MapCarrier{contract.HeaderTraceparent: c.Traceparent})
		err := d.conn.PublishStream(traced, contract.CommandSubject(c.Lane, c.DocumentID), "",
			contract.ExtractCommand{DocumentID: c.DocumentID})
		if errors.Is(err, bus.ErrPending) {
			pending, err = append(pending, c), nil
		}
		if d.noteSent(err); err != nil {
			unsent, cancel := context.WithTimeout(context.WithoutCancel(ctx), roundTimeout)
			defer cancel()
			return pending, errors.Join(err, d.store.RedispatchIn(unsent, commands[i:], 0))
		}
	}
	return pending, nil
}

// watchStream publishes all released commands again if the stream was recreated, and once at the start.
func (d *Dispatcher) watchStream(ctx context.Context) error {
	made, err := d.conn.StreamCreated(ctx, contract.StreamCommands)
	if err != nil || made.Equal(d.streamMade) {
		return err
	}
	if !d.streamMade.IsZero() {
		d.log.Warn("the stream was recreated, dispatching again", "stream", contract.StreamCommands)
	}
	if err := d.store.RedispatchAll(ctx); err != nil {
		return err
	}
	if err := d.redispatch(ctx); err != nil {
		return err
	}
	d.streamMade = made
	return nil
}

// expire requeues documents whose lease ran out. Without attempts left they end, since they may crash their worker.
func (d *Dispatcher) expire(ctx context.Context) error {
	n, err := d.store.Requeue(ctx)
	if err != nil {
		return err
	}
	if n > 0 {
		d.log.Warn("leases expired, documents are requeued", "documents", n)
	}
	lost, err := d.store.LostForGood(ctx)
	for _, ref := range lost {
		failure := TooComplex()
		ok, failed := d.store.Abandon(ctx, ref, store.End{Failure: &failure})
		err = errors.Join(err, failed)
		if ok {
			d.log.Warn("document given up", "document", ref.DocumentID)
			d.abandoned(ctx, ref.DocumentID, failure.Code)
		}
	}
	return err
}

// TooComplex is the failure of a document that ended its worker in every attempt.
func TooComplex() contract.Failure {
	return contract.Failure{
		Code:    contract.CodeTooComplex,
		Message: "The document is too complex to be processed.",
	}
}
