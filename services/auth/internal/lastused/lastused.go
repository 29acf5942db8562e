// Package lastused collects the last use of keys and saves it periodically, so that a request needs no
// write.
package lastused

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Interval is the time between saves.
const Interval = 30 * time.Second

// finalSave bounds the last save when the service stops.
const finalSave = 5 * time.Second

// Recorder gathers last uses by key id. It is safe for concurrent use.
type Recorder struct {
	save func(ctx context.Context, used map[string]time.Time) error
	log  *slog.Logger

	mu   sync.Mutex
	used map[string]time.Time
}

// New returns a Recorder that calls save once for all collected keys.
func New(save func(context.Context, map[string]time.Time) error, log *slog.Logger) *Recorder {
	return &Recorder{save: save, log: log, used: map[string]time.Time{}}
}

// Mark notes that a key was used, at the database's time.
func (r *Recorder) Mark(keyID string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at.After(r.used[keyID]) {
		r.used[keyID] = at
	}
}

// Run saves at every tick, until ctx ends and then once more.
func (r *Recorder) Run(ctx context.Context, tick <-chan time.Time) {
	for {
		select {
		case <-tick:
			r.flush(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), finalSave)
			defer cancel()
			r.flush(last)
			return
		}
	}
}

// flush saves the collected times. After an error it keeps those that are not newer by then.
func (r *Recorder) flush(ctx context.Context) {
	r.mu.Lock()
	used := r.used
	r.used = map[string]time.Time{}
	r.mu.Unlock()
	if len(used) == 0 {
		return
	}
	if err := r.save(ctx, used); err != nil {
		r.log.Warn("last use of keys not saved", "keys", len(used), "error", err)
		for key, at := range used {
			r.Mark(key, at)
		}
	}
}
