package gateway

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Queued is the store's count of waiting documents.
type Queued = store.Queued

// Reading shows the bounds of a reading to tests.
func Reading[T any](take func(context.Context) (T, error), now func() time.Time) func(context.Context) (T, error) {
	return (&cachedGauge[T]{load: take, now: now}).get
}

// ObserveOverdue registers the retention-lag gauge.
func ObserveOverdue(m metric.Meter, take func(context.Context) (time.Duration, error)) error {
	_, err := observeRetentionLag(m, &cachedGauge[time.Duration]{load: take, now: time.Now})
	return err
}

// WaitingOf shows waitingOf to tests, by lane and plan.
func WaitingOf(queued []Queued) (map[string]int64, map[contract.Lane]time.Duration) {
	values, oldest := queueGauges(queued)
	by := map[string]int64{}
	for _, v := range values {
		by[string(v.lane)+" "+string(v.plan)] = v.documents
	}
	return by, oldest
}
