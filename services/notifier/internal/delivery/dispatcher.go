// Package delivery delivers events to subscribers: it reads them from the stream, makes due attempts, and
// maintains subscriptions. The schedule is only in the database, so replicas may come and go.
package delivery

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/sender"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Config of a Dispatcher.
type Config struct {
	Concurrency     int // attempts under way
	PerSubscription int // of one subscription, over all replicas
}

// Dispatcher makes due attempts.
type Dispatcher struct {
	cfg     Config
	store   *store.Store
	sender  *sender.Sender
	sealer  *webhook.Sealer
	metrics *Metrics
	log     *slog.Logger
	// changed is called when a subscription's state has changed.
	changed func()

	wake    chan struct{}
	slots   chan struct{} // one is in it for each attempt under way
	results chan store.Outcome
}

// Deps are the parts of a Dispatcher.
type Deps struct {
	Store   *store.Store
	Sender  *sender.Sender
	Sealer  *webhook.Sealer
	Metrics *Metrics
	Log     *slog.Logger
	Changed func() // called when a subscription has another state
}

// New makes a dispatcher.
func New(cfg Config, deps Deps) *Dispatcher {
	return &Dispatcher{
		cfg: cfg, store: deps.Store, sender: deps.Sender, sealer: deps.Sealer, metrics: deps.Metrics,
		log: deps.Log, changed: deps.Changed,
		wake: make(chan struct{}, 1), slots: make(chan struct{}, cfg.Concurrency),
		results: make(chan store.Outcome, cfg.Concurrency),
	}
}

// Wake signals that a delivery may be due; it never blocks.
func (d *Dispatcher) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

const (
	// minSleep is the minimum time between polls.
	minSleep = 15 * time.Millisecond
	// maxSleep is the maximum time between polls, for events of other replicas and breakers' pauses.
	maxSleep = 250 * time.Millisecond
	// outagePause is the pause after a failed poll.
	outagePause = time.Second
)

// Run makes due attempts until ctx ends, and then waits for those in progress.
func (d *Dispatcher) Run(ctx context.Context) error {
	// Attempts in progress are finished and recorded.
	working := context.WithoutCancel(ctx)
	var attempts, recorder sync.WaitGroup
	recorder.Go(func() { d.record(working) })
	for ctx.Err() == nil {
		d.sleep(ctx, d.round(ctx, func(limit int) (int, error) { return d.start(working, &attempts, limit) }))
	}
	attempts.Wait()
	close(d.results)
	recorder.Wait()
	return nil
}

// round starts due attempts as far as there is room, and returns the pause until the next poll.
func (d *Dispatcher) round(ctx context.Context, start func(limit int) (int, error)) time.Duration {
	limit := cap(d.slots) - len(d.slots)
	if limit == 0 {
		return maxSleep // who gives a slot back wakes us
	}
	started, err := start(limit)
	if err != nil {
		if ctx.Err() == nil {
			d.log.Warn("deliveries not claimed", "error", err)
		}
		return outagePause
	}
	if started == limit {
		return 0 // there may be more
	}
	next, ok, err := d.store.NextDue(ctx)
	if err != nil || !ok {
		return maxSleep
	}
	return min(next, maxSleep)
}

func (d *Dispatcher) sleep(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(max(0, pause-minSleep))
	defer timer.Stop()
	time.Sleep(minSleep)
	select {
	case <-ctx.Done():
	case <-d.wake:
	case <-timer.C:
	}
}

// start claims and begins up to limit attempts. Each frees its slot after the response; recording is concurrent.
func (d *Dispatcher) start(ctx context.Context, attempts *sync.WaitGroup, limit int) (int, error) {
	asked := time.Now()
	claimed, err := d.store.Claim(ctx, limit, d.cfg.PerSubscription)
	for _, c := range claimed {
		d.slots <- struct{}{}
		attempts.Go(func() {
			d.results <- d.attempt(ctx, c, asked)
			<-d.slots
		})
	}
	return len(claimed), err
}

// attempt sends one delivery at the claim's time (store clock) plus the time since then (local clock).
func (d *Dispatcher) attempt(ctx context.Context, c store.Claimed, asked time.Time) store.Outcome {
	started := c.ClaimedAt.Add(time.Since(asked))
	o := store.Outcome{Claimed: c, Started: started, Headers: map[string]string{}}
	message := webhook.Message{
		DeliveryID: contract.PrefixDelivery + c.ID.String(), Event: c.Event, Test: c.Test, Body: c.Body, At: started,
	}
	err := d.sign(&message, c)
	if err == nil {
		o.Headers, err = message.Header()
	}
	if err != nil {
		d.log.Error("delivery not signed", "delivery", message.DeliveryID, "subscription", c.Subscription, "error", err)
		text := "the delivery could not be signed; this is a fault of the service"
		o.Error = &text
		return o
	}
	answer := d.sender.Send(ctx, sender.Request{Subscription: c.Subscription, URL: c.URL, Header: o.Headers, Body: c.Body})
	o.Success, o.Duration, o.Answer = answer.Success(), answer.Duration, answer.Body
	if answer.Status != 0 {
		o.Status = &answer.Status
	}
	if answer.Error != "" {
		o.Error = &answer.Error
	}
	d.metrics.attempted(ctx, o)
	return o
}

func (d *Dispatcher) sign(m *webhook.Message, c store.Claimed) error {
	for _, sealed := range [][]byte{c.Secret, c.PreviousSecret} {
		if sealed == nil {
			continue
		}
		secret, err := d.sealer.Open(c.Subscription, sealed)
		if err != nil {
			return err
		}
		m.Secrets = append(m.Secrets, secret)
	}
	return nil
}

// Metrics of deliveries.
type Metrics struct {
	attempts metric.Float64Histogram
	lateness metric.Float64Histogram
}

// NewMetrics makes them.
func NewMetrics(meter metric.Meter) (*Metrics, error) {
	attempts, errAttempts := meter.Float64Histogram("docmill.notifier.attempt",
		metric.WithUnit("s"), metric.WithDescription("Time of attempts, by outcome: accepted, refused, unanswered."))
	lateness, errLateness := meter.Float64Histogram("docmill.notifier.lateness",
		metric.WithUnit("s"), metric.WithDescription("How long after they were due attempts began."))
	return &Metrics{attempts, lateness}, errors.Join(errAttempts, errLateness)
}

func (m *Metrics) attempted(ctx context.Context, o store.Outcome) {
	outcome := "refused"
	switch {
	case o.Success:
		outcome = "accepted"
	case o.Status == nil:
		outcome = "unanswered"
	}
	m.attempts.Record(ctx, o.Duration.Seconds(), metric.WithAttributes(attribute.String("outcome", outcome)))
	m.lateness.Record(ctx, o.Started.Sub(o.DueAt).Seconds())
}
