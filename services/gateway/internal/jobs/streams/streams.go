// Package streams recreates missing NATS streams while the gateway runs. Until then uploads are
// refused that need them.
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

// Keeper recreates missing streams and consumers of the contract. Replicas run it side by side.
type Keeper struct {
	Conn  *bus.Conn
	Specs []contract.StreamSpec
	// Every is the pause between two checks.
	Every time.Duration
	Log   *slog.Logger
	// Made is called after something was recreated.
	Made func()

	mu      sync.Mutex
	missing []bus.Missing
}

// lookTimeout bounds one check.
const lookTimeout = 10 * time.Second

// retryAfter is the Retry-After of refused uploads.
const retryAfter = 5 * time.Second

// Run checks the streams until ctx ends.
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

// Look recreates missing streams and consumers.
func (k *Keeper) Look(ctx context.Context) {
	looking, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	made, err := k.Conn.Restore(looking, k.Specs)
	if len(made) > 0 {
		k.Log.Warn("recreated missing streams or consumers", "made", made)
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

// Missing returns how many were missing at the last check and could not be recreated.
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

// Admit refuses an upload while a stream is missing that its document needs.
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
