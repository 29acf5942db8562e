// Package schedule runs what one replica does for all, once in a while.
package schedule

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Job is work that is done again and again.
type Job struct {
	Name  string        // as the store knows it
	Every time.Duration // pause between two rounds, over all replicas
	Work  func(ctx context.Context) error
}

// looks is how often within Every a replica asks whether it is its turn.
const looks = 4

// Run runs the job until ctx ends, at once where it is due: replicas that are started
// anew more often than it is looked at would never do it. What fails is done again in
// the next round.
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
