package gateway

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Queued is what the store counts.
type Queued = store.Queued

// QueueGauge shows the reading of a queueGauge to tests.
func QueueGauge(
	count func(context.Context) ([]Queued, error), now func() time.Time,
) func(context.Context) ([]Queued, error) {
	return (&queueGauge{count: count, now: now}).read
}

// WaitingOf shows waitingOf to tests, by lane and plan.
func WaitingOf(queued []Queued) (map[string]int64, map[contract.Lane]time.Duration) {
	values, oldest := waitingOf(queued)
	by := map[string]int64{}
	for _, v := range values {
		by[string(v.lane)+" "+string(v.plan)] = v.documents
	}
	return by, oldest
}
