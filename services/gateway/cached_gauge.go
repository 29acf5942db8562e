package gateway

import (
	"context"
	"sync"
	"time"
)

// Bounds of the database load of a gauge, per replica.
const (
	// gaugeFreshFor is how long a value is reused.
	gaugeFreshFor = 10 * time.Second
	// gaugeTimeShare bounds the load: a value is reused for at least this many times as long as
	// it took to load.
	gaugeTimeShare = 20
	// gaugeTimeout bounds one query.
	gaugeTimeout = 5 * time.Second
)

// cachedGauge is the value of a gauge that is loaded from the database on demand.
type cachedGauge[T any] struct {
	load func(context.Context) (T, error)
	now  func() time.Time

	mu         sync.Mutex
	freshUntil time.Time // what was read is good until then
	value      T
	err        error
}

// get returns the value, loaded again if it is too old. An error is kept as long as a value.
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
