package testkit

import (
	"sync"
	"time"
)

// Clock is a time that only the test changes.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that shows the time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
