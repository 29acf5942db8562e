// Package clock notices when the database's clock has gone back, after which times
// that were written before would be waited for as long as it went back.
package clockskew

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Watch compares the database's clock with this process's monotonic one.
type Watch struct {
	Store   *store.System
	Horizon store.Horizon
	Log     *slog.Logger

	last seen
}

// seen is the database's time, and when it was answered.
type seen struct{ database, answered time.Time }

const (
	// Every is the pause between two looks.
	Every = 2 * time.Second
	// tolerance is what two looks may be apart by the clocks' own drift.
	tolerance = time.Second
	// settle is how long times are looked after once the clock went back:
	// transactions that began before may still commit.
	settle = time.Minute
)

// Run looks until ctx ends. At the start, the clock may have gone back while
// nobody looked.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	until := time.Now().Add(settle)
	for {
		if back, err := w.look(ctx); err != nil && ctx.Err() == nil {
			w.Log.Debug("the database's clock was not read", "error", err)
		} else if back > tolerance {
			w.Log.Warn("the database's clock went back", "by", back.Round(time.Second).String())
			until = time.Now().Add(settle)
		}
		if time.Now().Before(until) {
			w.pullBack(ctx)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// look returns how far the clock went back since the last look, at least; zero or
// less where it did not.
func (w *Watch) look(ctx context.Context) (back time.Duration, err error) {
	asked := time.Now()
	now, err := w.Store.Now(ctx)
	if err != nil {
		return 0, err
	}
	if w.last.answered.IsZero() {
		back = 0
	} else {
		back = w.last.database.Add(asked.Sub(w.last.answered)).Sub(now)
	}
	w.last = seen{database: now, answered: time.Now()}
	return back, nil
}

func (w *Watch) pullBack(ctx context.Context) {
	n, err := w.Store.PullBack(ctx, w.Horizon)
	if err != nil && ctx.Err() == nil {
		w.Log.Warn("times that lie ahead were not corrected", "error", err)
	}
	if n > 0 {
		w.Log.Warn("times lay ahead of the database's clock and were corrected", "rows", n)
	}
}
