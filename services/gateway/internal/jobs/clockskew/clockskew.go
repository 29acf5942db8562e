// Package clockskew notices when the database's clock is set back. Times that were written before
// lie in the future then, and documents would wait for them.
package clockskew

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Watch compares the database's clock with the monotonic clock of this process.
type Watch struct {
	Store   *store.System
	Horizon store.Horizon
	Log     *slog.Logger

	last seen
}

// seen is a reading of the database's clock, and when it arrived.
type seen struct{ database, answered time.Time }

const (
	// Every is the pause between two readings.
	Every = 2 * time.Second
	// tolerance is the drift between two readings that is ignored.
	tolerance = time.Second
	// setClock is how long times are corrected after a clock was set back: earlier transactions may still commit.
	setClock = time.Minute
)

// Run checks the clock until ctx ends. It corrects times once at the start, because the clock may
// have been set back while no gateway ran.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	until := time.Now().Add(setClock)
	for {
		if back, err := w.look(ctx); err != nil && ctx.Err() == nil {
			w.Log.Debug("the database's clock was not read", "error", err)
		} else if back > tolerance {
			w.Log.Warn("the database's clock went back", "by", back.Round(time.Second).String())
			until = time.Now().Add(setClock)
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

// look returns by how much the clock was set back since the last reading, at least; zero or less if it was not.
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
