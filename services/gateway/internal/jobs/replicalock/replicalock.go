// Package replicalock reserves a number for this process by a database lock, which is released when the
// process ends.
package replicalock

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Holder holds a number until ctx ends. It returns an error if the connection to the database is lost.
// *store.Store is one.
type Holder interface {
	Hold(ctx context.Context, held func(number int32)) error
}

// Lock holds a number for this process, a new one after each lost connection.
type Lock struct {
	holder Holder
	log    *slog.Logger
	number atomic.Int32 // 0 for none
}

// New returns a Lock; Run takes the number.
func New(h Holder, log *slog.Logger) *Lock { return &Lock{holder: h, log: log} }

const (
	firstPause = 100 * time.Millisecond
	maxPause   = 5 * time.Second
)

// Run holds a number until ctx ends. It calls ready once it has the first one.
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

// Number returns the current number; ok is false while there is none.
func (l *Lock) Number() (number int32, ok bool) {
	n := l.number.Load()
	return n, n != 0
}
