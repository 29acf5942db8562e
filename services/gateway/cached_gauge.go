package gateway

import (
	"context"
	"sync"
	"time"
)

// Bounds of what a reading costs the database, for each replica.
const (
	// readingFresh is how long a reading is good for, however many ask.
	gaugeFreshFor = 10 * time.Second
	// readingShare is the part of the time that a reading may take: one that took
	// long is good for so many times longer.
	gaugeTimeShare = 20
	// readingTimeout bounds one reading.
	gaugeTimeout = 5 * time.Second
)

// reading is what a gauge reads from the database when somebody asks.
type cachedGauge[T any] struct {
	load func(context.Context) (T, error)
	now  func() time.Time

	mu         sync.Mutex
	freshUntil time.Time // what was read is good until then
	value      T
	err        error
}

// read returns the latest value, a new one if that is due. An error is kept as long
// as a value.
func (r *cachedGauge[T]) get(ctx context.Context) (T, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	start := r.now()
	if start.Before(r.freshUntil) {
		return r.value, r.err
	}
	ctx, cancel := context.WithTimeout(ctx, gaugeTimeout)
	defer cancel()
	r.value, r.err = r.load(ctx)
	end := r.now()
	r.freshUntil = end.Add(max(gaugeFreshFor, gaugeTimeShare*end.Sub(start)))
	return r.value, r.err
}
