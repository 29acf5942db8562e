// Package replica reserves a number for this process, by a lock, for as long as it
// lives: what it holds under the number is free for others once it is gone.
package replicalock

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Holder holds a number until the connection to the database is lost, which is
// an error, or ctx ends; *store.Store is one.
type Holder interface {
	Hold(ctx context.Context, held func(number int32)) error
}

// Lock keeps a number for this process, a new one after each loss of the connection.
type Lock struct {
	holder Holder
	log    *slog.Logger
	number atomic.Int32 // 0 for none
}

// New makes a Lock; Run takes the number.
func New(h Holder, log *slog.Logger) *Lock { return &Lock{holder: h, log: log} }

const (
	firstPause = 100 * time.Millisecond
	maxPause   = 5 * time.Second
)

// Run keeps a number until ctx ends; ready is called once the first one is
// there.
func (l *Lock) Run(ctx context.Context, ready func()) error {
	pause := firstPause
	for {
		err := l.holder.Hold(ctx, func(number int32) {
			l.number.Store(number)
			pause = firstPause
			if ready != nil {
				ready()
				ready = nil
			}
		})
		l.number.Store(0)
		if ctx.Err() != nil {
			return nil
		}
		l.log.Warn("the number of this process was lost, taking another one", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, maxPause)
	}
}

// Number returns the present number; ok is false while there is none.
func (l *Lock) Number() (number int32, ok bool) {
	n := l.number.Load()
	return n, n != 0
}
