package gauges

import (
	"context"
	"sync"
	"time"
)

// Bounds of the database load of a gauge, per replica.
const (
	// freshFor is how long a value is reused.
	freshFor = 10 * time.Second
	// timeShare bounds the load: a value is reused for at least this many times as long as
	// it took to load.
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
