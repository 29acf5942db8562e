// Package schedule runs what one replica does for all, once in a while.
package schedule

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Chore is a piece of work that comes round again.
type Chore struct {
	Name  string        // as the store knows it
	Every time.Duration // pause between two rounds, over all replicas
	Work  func(ctx context.Context) error
}

// looks is how often within Every a replica asks whether it is its turn.
const looks = 4

// Run does the chore until ctx ends. What fails is done again in the next round.
func (c Chore) Run(ctx context.Context, s *store.Store, log *slog.Logger) error {
	tick := time.NewTicker(c.Every / looks)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		mine, err := s.TakeChore(ctx, c.Name, c.Every)
		if err == nil && mine {
			err = c.Work(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.Warn("chore", "name", c.Name, "error", err)
		}
	}
}
