package sandbox

import (
	"context"
	"sync"
	"time"
)

// Budget is a context that ends with context.DeadlineExceeded when its time is used up. Its time does
// not run while it is paused. It also ends with its parent.
type Budget struct {
	context.Context
	done       chan struct{}
	stopParent func() bool

	mu     sync.Mutex
	timer  *time.Timer
	left   time.Duration // at since
	since  time.Time     // zero while paused
	pauses int           // without Resume
	err    error
}

// WithBudget makes a context with a time limit that can be paused. cancel must be called.
func WithBudget(parent context.Context, limit time.Duration) (b *Budget, cancel context.CancelFunc) {
	b = &Budget{Context: parent, done: make(chan struct{}), left: limit, since: time.Now()}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer = time.AfterFunc(limit, b.expire)
	b.stopParent = context.AfterFunc(parent, func() { b.end(parent.Err()) })
	return b, func() { b.end(context.Canceled) }
}

// Done is closed when the budget has ended.
func (b *Budget) Done() <-chan struct{} { return b.done }

// Err is nil until the budget has ended.
func (b *Budget) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// Deadline is when the budget ends if it is not paused again.
func (b *Budget) Deadline() (time.Time, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	deadline := time.Now().Add(b.remaining())
	if outer, ok := b.Context.Deadline(); ok && outer.Before(deadline) {
		return outer, true
	}
	return deadline, true
}

// Pause stops the time until Resume was called as often as Pause.
func (b *Budget) Pause() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pauses++; b.pauses == 1 {
		b.left, b.since = b.remaining(), time.Time{}
		b.timer.Stop()
	}
}

// Resume ends a pause.
func (b *Budget) Resume() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pauses--; b.pauses == 0 && b.err == nil {
		b.since = time.Now()
		b.timer.Reset(b.left)
	}
}

func (b *Budget) remaining() time.Duration {
	if b.since.IsZero() {
		return b.left
	}
	return max(b.left-time.Since(b.since), 0)
}

// expire ends the budget if its time is used up: it may have been paused since the timer was set.
func (b *Budget) expire() {
	b.mu.Lock()
	over := b.pauses == 0 && b.remaining() == 0
	b.mu.Unlock()
	if over {
		b.end(context.DeadlineExceeded)
	}
}

func (b *Budget) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return
	}
	b.err = err
	b.timer.Stop()
	b.stopParent()
	close(b.done)
}
