// Package schedule runs a periodic job on one of all replicas.
package schedule

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Job is a periodic job.
type Job struct {
	Name  string        // as the store knows it
	Every time.Duration // pause between two rounds, over all replicas
	Work  func(ctx context.Context) error
}

// looks is how often per Every a replica asks whether it is its turn.
const looks = 4

// Run runs the job until ctx ends, at once if it is due: replicas that restart more often than
// they ask would never run it. A failed run is repeated in the next round.
func (j Job) Run(ctx context.Context, s *store.System, log *slog.Logger) error {
	tick := time.NewTicker(j.Every / looks)
	defer tick.Stop()
	for {
		mine, err := s.TakeTurn(ctx, j.Name, j.Every)
		if err == nil && mine {
			err = j.Work(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.Warn("scheduled job failed", "name", j.Name, "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
