// Package streams looks after the streams of NATS while the gateway runs: what
// is missing is made again, and until it is there uploads that need it are
// refused.
package streams

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Keeper looks after the streams of the contract. Replicas do the same side by
// side.
type Keeper struct {
	Conn  *bus.Conn
	Specs []contract.StreamSpec
	// Every is the pause between two looks.
	Every time.Duration
	Log   *slog.Logger
	// Made is called after something was made again.
	Made func()

	mu      sync.Mutex
	missing []bus.Missing
}

// lookTimeout bounds one look.
const lookTimeout = 10 * time.Second

// retryAfter is what a refused client is told.
const retryAfter = 5 * time.Second

// Run looks after the streams until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	tick := time.NewTicker(k.Every)
	defer tick.Stop()
	for {
		k.Look(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Look makes what is missing.
func (k *Keeper) Look(ctx context.Context) {
	looking, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	made, err := k.Conn.Restore(looking, k.Specs)
	if len(made) > 0 {
		k.Log.Warn("streams or consumers were missing and were made again", "made", made)
	}
	missing := bus.MissingOf(err)
	k.mu.Lock()
	before := len(k.missing)
	if err == nil || len(missing) > 0 { // otherwise NATS does not answer, and nothing is known
		k.missing = missing
	}
	k.mu.Unlock()
	if len(missing) != before && ctx.Err() == nil {
		k.Log.Error("streams are missing", "missing", len(missing), "error", err)
	}
	if len(made) > 0 {
		k.Made()
	}
}

// Missing counts what was not there at the last look and could not be made.
func (k *Keeper) Missing() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.missing)
}

// Check is a dependency check: it fails while something is missing.
func (k *Keeper) Check(context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	var errs []error
	for _, m := range k.missing {
		errs = append(errs, m)
	}
	return errors.Join(errs...)
}

// Admit refuses an upload while a stream is missing without which its document
// would not be worked on.
func (k *Keeper) Admit() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, m := range k.missing {
		if m.Stream == contract.StreamCommands || m.Stream == contract.StreamResults {
			return apierror.Unavailable(m, retryAfter)
		}
	}
	return nil
}
