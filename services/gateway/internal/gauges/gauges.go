// Package gauges measures the queue and the retention of documents. The values come from the database, which they
// load as little for any number of scrapes.
package gauges

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

// queueValue is one value of the gauge of waiting documents.
type queueValue struct {
	lane      contract.Lane
	plan      contract.Plan
	documents int64
}

// queueValues returns a value per lane and plan, so that empty queues are 0. Unknown plans count as the smallest.
func queueValues(queued []store.Queued) (values []queueValue, oldest map[contract.Lane]time.Duration) {
	oldest = map[contract.Lane]time.Duration{}
	for _, lane := range contract.Lanes() {
		oldest[lane] = 0
		for _, plan := range contract.Plans() {
			values = append(values, queueValue{lane: lane, plan: plan})
		}
	}
	for _, q := range queued {
		lane, plan := contract.Lane(q.Lane), contract.Plan(q.Plan)
		if !slices.Contains(contract.Plans(), plan) {
			plan = contract.PlanFree
		}
		i := slices.IndexFunc(values, func(w queueValue) bool { return w.lane == lane && w.plan == plan })
		if i < 0 {
			continue // a lane of a later release: its gateways report it
		}
		values[i].documents += q.Documents
		oldest[lane] = max(oldest[lane], q.Oldest)
	}
	return values, oldest
}

// ObserveQueue registers the queue gauges; the caller unregisters them.
func ObserveQueue(
	m metric.Meter, load func(context.Context) ([]store.Queued, error),
) (metric.Registration, error) {
	queue := &cached[[]store.Queued]{load: load}
	documents, err1 := m.Int64ObservableGauge("docmill.documents.waiting",
		metric.WithDescription("Documents that wait for a worker, by lane and plan. Every replica reports the same value."))
	oldest, err2 := m.Float64ObservableGauge("docmill.documents.waiting.oldest", metric.WithUnit("s"),
		metric.WithDescription("Longest wait of a document for a worker, by lane; 0 if none waits. "+
			"Every replica reports the same value."))
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return m.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		queued, err := queue.get(ctx)
		if err != nil {
			return err
		}
		values, since := queueValues(queued)
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

// ObserveRetentionLag registers the retention-lag gauge; the caller unregisters it.
func ObserveRetentionLag(
	m metric.Meter, load func(context.Context) (time.Duration, error),
) (metric.Registration, error) {
	overdue := &cached[time.Duration]{load: load}
	oldest, err := m.Float64ObservableGauge("docmill.documents.overdue.oldest", metric.WithUnit("s"),
		metric.WithDescription("Age of the oldest document past its retention deadline; 0 if there is none. "+
			"Every replica reports the same value."))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return m.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		age, err := overdue.get(ctx)
		if err != nil {
			return err
		}
		o.ObserveFloat64(oldest, age.Seconds())
		return nil
	}, oldest)
}

// Bounds of the database load of a gauge, per replica.
const (
	// freshFor is how long a value is reused.
	freshFor = 10 * time.Second
	// timeShare bounds the load: a value is reused for at least this many times as long as it took to load.
	timeShare = 20
	// timeout bounds one query.
	timeout = 5 * time.Second
)

// cached is the value of a gauge that is loaded from the database on demand.
type cached[T any] struct {
	load func(context.Context) (T, error)

	mu         sync.Mutex
	freshUntil time.Time // what was read is good until then
	value      T
	err        error
}

// get returns the value, loaded again if it is too old. An error is kept as long as a value.
func (c *cached[T]) get(ctx context.Context) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	start := time.Now()
	if start.Before(c.freshUntil) {
		return c.value, c.err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c.value, c.err = c.load(ctx)
	end := time.Now()
	c.freshUntil = end.Add(max(freshFor, timeShare*end.Sub(start)))
	return c.value, c.err
}
