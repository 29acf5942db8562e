package gateway

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Bounds of what the measuring of the queue costs the database, for each replica.
const (
	// queuedFresh is how long a count is good for, however many ask.
	queuedFresh = 10 * time.Second
	// queuedShare is the part of the time that counting may take: a count that took
	// long is good for so many times longer.
	queuedShare = 20
	// queuedTimeout bounds one count.
	queuedTimeout = 5 * time.Second
)

// queueGauge measures what waits when somebody asks.
type queueGauge struct {
	count func(context.Context) ([]store.Queued, error)
	now   func() time.Time

	mu     sync.Mutex
	until  time.Time // what was counted is good until then
	queued []store.Queued
	err    error
}

// read returns the latest count, a new one if that is due. An error is kept as long
// as a count.
func (g *queueGauge) read(ctx context.Context) ([]store.Queued, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	start := g.now()
	if start.Before(g.until) {
		return g.queued, g.err
	}
	ctx, cancel := context.WithTimeout(ctx, queuedTimeout)
	defer cancel()
	g.queued, g.err = g.count(ctx)
	end := g.now()
	g.until = end.Add(max(queuedFresh, queuedShare*end.Sub(start)))
	return g.queued, g.err
}

// waiting is one value of the gauges of what waits.
type waiting struct {
	lane      contract.Lane
	plan      contract.Plan
	documents int64
}

// waitingOf returns a value for each lane and plan there is, and each lane's
// longest wait, so that what does not wait is 0 and not unknown. A plan that is not
// known any more counts as the smallest.
func waitingOf(queued []store.Queued) (values []waiting, oldest map[contract.Lane]time.Duration) {
	oldest = map[contract.Lane]time.Duration{}
	for _, lane := range contract.Lanes() {
		oldest[lane] = 0
		for _, plan := range contract.Plans() {
			values = append(values, waiting{lane: lane, plan: plan})
		}
	}
	for _, q := range queued {
		lane, plan := contract.Lane(q.Lane), contract.Plan(q.Plan)
		if !slices.Contains(contract.Plans(), plan) {
			plan = contract.PlanFree
		}
		i := slices.IndexFunc(values, func(w waiting) bool { return w.lane == lane && w.plan == plan })
		if i < 0 {
			continue // a lane of a later release: its gateways report it
		}
		values[i].documents += q.Documents
		oldest[lane] = max(oldest[lane], q.Oldest)
	}
	return values, oldest
}

// observe registers the gauges of what waits; the caller unregisters them.
func (g *queueGauge) observe(m metric.Meter) (metric.Registration, error) {
	documents, err1 := m.Int64ObservableGauge("docmill.documents.waiting",
		metric.WithDescription("Documents that could be worked on now and wait for a worker, by lane and plan. "+
			"Every replica reports all of them."))
	oldest, err2 := m.Float64ObservableGauge("docmill.documents.waiting.oldest", metric.WithUnit("s"),
		metric.WithDescription("For how long the document of a lane has waited that became ready first; 0 where none waits. "+
			"Every replica reports the same."))
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return m.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		queued, err := g.read(ctx)
		if err != nil {
			return err
		}
		values, since := waitingOf(queued)
		for _, w := range values {
			o.ObserveInt64(documents, w.documents, metric.WithAttributes(
				attribute.String("lane", string(w.lane)), attribute.String("plan", string(w.plan))))
		}
		for lane, age := range since {
			o.ObserveFloat64(oldest, age.Seconds(), metric.WithAttributes(attribute.String("lane", string(lane))))
		}
		return nil
	}, documents, oldest)
}
