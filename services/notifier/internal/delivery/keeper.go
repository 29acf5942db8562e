package delivery

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

// Keeper maintains subscriptions: it disables those that have failed for too long, reports changes, erases
// old data, and corrects times written before the database's clock went back.
type Keeper struct {
	Store *store.Store
	Log   *slog.Logger
	// Publish sends a signal.
	Publish func(context.Context, contract.SubscriptionChanged) error
	// Keep is how long events and the log of their deliveries are kept.
	Keep time.Duration

	wake chan struct{}
	// unended is set if disabled subscriptions may have pending deliveries.
	unended bool
}

// NewKeeper makes a keeper.
func NewKeeper(
	st *store.Store, log *slog.Logger, keep time.Duration,
	publish func(context.Context, contract.SubscriptionChanged) error,
) *Keeper {
	return &Keeper{Store: st, Log: log, Publish: publish, Keep: keep, wake: make(chan struct{}, 1), unended: true}
}

// Wake triggers the report of changes; it never blocks.
func (k *Keeper) Wake() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

const (
	lookEvery  = time.Second
	clockEvery = 5 * time.Second
	pruneEvery = 10 * time.Minute
)

// Run works until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	look, clock, prune := time.NewTicker(lookEvery), time.NewTicker(clockEvery), time.NewTicker(pruneEvery)
	defer look.Stop()
	defer clock.Stop()
	defer prune.Stop()
	for {
		k.attempt(ctx, "look", k.Look)
		select {
		case <-ctx.Done():
			return nil
		case <-k.wake:
		case <-look.C:
		case <-clock.C:
			k.attempt(ctx, "clock", k.pullBack)
		case <-prune.C:
			k.attempt(ctx, "prune", k.prune)
		}
	}
}

func (k *Keeper) attempt(ctx context.Context, what string, f func(context.Context) error) {
	if err := f(ctx); err != nil && ctx.Err() == nil {
		k.Log.Warn("subscriptions", "step", what, "error", err)
	}
}

// Look disables subscriptions, reports changes, and ends pending deliveries of disabled ones. It continues
// after errors.
func (k *Keeper) Look(ctx context.Context) error {
	disabled, err := k.Store.DisableSpent(ctx)
	if disabled > 0 {
		k.Log.Info("subscriptions disabled after days of failures", "subscriptions", disabled)
		k.unended = true
	}
	publish := func(c contract.SubscriptionChanged) error { return k.Publish(ctx, c) }
	err = errors.Join(err, k.Store.PublishChanges(ctx, publish))
	if !k.unended {
		return err
	}
	ended := k.Store.EndDisabled(ctx)
	k.unended = ended != nil
	return errors.Join(err, ended)
}

func (k *Keeper) pullBack(ctx context.Context) error {
	n, err := k.Store.PullBack(ctx)
	if n > 0 {
		k.Log.Warn("times lay ahead of the database's clock and were corrected", "rows", n)
	}
	return err
}

func (k *Keeper) prune(ctx context.Context) error {
	// Deliveries left by another replica, or added while their subscription was disabled, are ended by the
	// next look.
	k.unended = true
	if err := k.Store.PruneClaims(ctx); err != nil {
		return err
	}
	return k.Store.Prune(ctx, k.Keep)
}
