// Package janitor removes from the object store what no document refers to:
// uploads that were broken off or refused, and results that came too late.
package janitor

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/services/gateway/internal/jobs/schedule"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Config of the janitor.
type Config struct {
	Every time.Duration // pause between two rounds, over all replicas
	// MinAge is how old an object must be: younger ones may belong to a
	// document that is being accepted.
	MinAge time.Duration
}

// Janitor sweeps once in a while.
type Janitor struct {
	Config Config
	Store  *store.Store
	Blob   *blob.Store
	Log    *slog.Logger
	Now    func() time.Time
}

// batchSize is how many keys are looked up at a time.
const batchSize = 500

// Run sweeps until ctx ends.
func (j *Janitor) Run(ctx context.Context) error {
	c := schedule.Job{Name: "janitor", Every: j.Config.Every, Work: j.Sweep}
	return c.Run(ctx, j.Store, j.Log)
}

// Sweep removes every orphan, and the parts of uploads that were never
// completed.
func (j *Janitor) Sweep(ctx context.Context) error {
	before := j.Now().Add(-j.Config.MinAge)
	var errs []error
	for _, prefix := range []string{"docs/", "results/"} {
		n, err := j.sweep(ctx, prefix, before)
		if n > 0 {
			j.Log.Info("orphans removed", "prefix", prefix, "objects", n)
		}
		errs = append(errs, err, j.Blob.AbortUploads(ctx, prefix, before))
	}
	return errors.Join(errs...)
}

func (j *Janitor) sweep(ctx context.Context, prefix string, before time.Time) (removed int, err error) {
	var batch []string
	flush := func() error {
		orphans, err := j.Store.Unreferenced(ctx, batch)
		if err != nil {
			return err
		}
		for _, key := range orphans {
			if err := j.Blob.Delete(ctx, key); err != nil {
				return err
			}
			removed++
		}
		batch = batch[:0]
		return nil
	}
	err = j.Blob.Each(ctx, prefix, before, func(key string) error {
		if batch = append(batch, key); len(batch) < batchSize {
			return nil
		}
		return flush()
	})
	return removed, errors.Join(err, flush())
}
