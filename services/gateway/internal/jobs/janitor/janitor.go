// Package janitor removes from the object store what no document refers to: uploads
// that were broken off or refused, results that came too late, and what documents left
// that a restored database does not know. Documents that were erased after the state
// of a restored database are erased again.
package janitor

import (
	"context"
	"errors"
	"log/slog"
	"strings"
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
	// ErasedFor is how long the marks of erased documents are kept.
	ErasedFor time.Duration
	// Pages is the prefix of pictures and words of pages, Marks that of the marks of erased
	// documents; both have a document's id behind them. What has no prefix is left alone.
	Pages, Marks string
}

// Janitor sweeps once in a while.
type Janitor struct {
	Config Config
	Store  *store.Store
	Blob   *blob.Store
	Log    *slog.Logger
	Now    func() time.Time
	// Erase erases a document of an account.
	Erase func(ctx context.Context, accountID, documentID string) error
}

// batchSize is how many keys are looked up at a time.
const batchSize = 500

// Run sweeps until ctx ends. What was erased before is erased again first: the
// database may have been restored before this start.
func (j *Janitor) Run(ctx context.Context) error {
	if err := j.EraseAgain(ctx); err != nil && ctx.Err() == nil {
		j.Log.Warn("marks of erased documents not looked at, they are later", "error", err)
	}
	c := schedule.Job{Name: "janitor", Every: j.Config.Every, Work: j.Sweep}
	return c.Run(ctx, j.Store, j.Log)
}

// Sweep removes every orphan, and the parts of uploads that were never
// completed.
func (j *Janitor) Sweep(ctx context.Context) error {
	before := j.Now().Add(-j.Config.MinAge)
	errs := []error{j.EraseAgain(ctx)}
	for prefix, orphans := range map[string]pick{
		"docs/": j.Store.Unreferenced, "results/": j.Store.Unreferenced, j.Config.Pages: j.pagesOfNone,
	} {
		if prefix == "" {
			continue
		}
		n, err := j.sweep(ctx, prefix, before, orphans)
		if n > 0 {
			j.Log.Info("orphans removed", "prefix", prefix, "objects", n)
		}
		errs = append(errs, err, j.Blob.AbortUploads(ctx, prefix, before))
	}
	return errors.Join(errs...)
}

// pick returns those of the keys that are orphans.
type pick func(ctx context.Context, keys []string) ([]string, error)

func (j *Janitor) sweep(ctx context.Context, prefix string, before time.Time, orphans pick) (removed int, err error) {
	err = j.batches(ctx, prefix, before, func(keys []string) error {
		found, err := orphans(ctx, keys)
		if err != nil {
			return err
		}
		for _, key := range found {
			if err := j.Blob.Delete(ctx, key); err != nil {
				return err
			}
			removed++
		}
		return nil
	})
	return removed, err
}

// batches calls visit with the keys under prefix of objects written before the time
// given, batchSize at a time.
func (j *Janitor) batches(
	ctx context.Context, prefix string, before time.Time, visit func(keys []string) error,
) error {
	var batch []string
	err := j.Blob.Each(ctx, prefix, before, func(key string) error {
		if batch = append(batch, key); len(batch) < batchSize {
			return nil
		}
		err := visit(batch)
		batch = batch[:0]
		return err
	})
	if err != nil || len(batch) == 0 {
		return err
	}
	return visit(batch)
}

// pagesOfNone picks the pictures and words of pages whose document is gone. Rows do
// not name them: the id in the key does.
func (j *Janitor) pagesOfNone(ctx context.Context, keys []string) (orphans []string, err error) {
	known, err := j.known(ctx, j.Config.Pages, keys)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if known[documentOf(j.Config.Pages, key)] == "" {
			orphans = append(orphans, key)
		}
	}
	return orphans, nil
}

// known returns the accounts of the documents that keys name and that there are, by
// document.
func (j *Janitor) known(ctx context.Context, prefix string, keys []string) (map[string]string, error) {
	ids := make([]string, 0, len(keys))
	for _, key := range keys {
		ids = append(ids, documentOf(prefix, key))
	}
	return j.Store.AccountsOf(ctx, ids)
}

// documentOf is the id behind a prefix: "pages/ext_…/1-800.png".
func documentOf(prefix, key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, prefix), "/")
	return id
}

// EraseAgain erases the documents that were erased before and are there all the same,
// as in a database that was restored, and forgets marks that are older than any backup.
func (j *Janitor) EraseAgain(ctx context.Context) error {
	if j.Config.Marks == "" {
		return nil
	}
	var again int
	err := j.batches(ctx, j.Config.Marks, j.Now().Add(time.Hour), func(keys []string) error {
		known, err := j.known(ctx, j.Config.Marks, keys)
		if err != nil {
			return err
		}
		for id, account := range known {
			if err := j.Erase(ctx, account, id); err != nil {
				return err
			}
			again++
		}
		return nil
	})
	if again > 0 {
		j.Log.Warn("documents were there again that had been erased, as after a restore, and were erased again",
			"documents", again)
	}
	if err != nil {
		return err
	}
	return j.Blob.Each(ctx, j.Config.Marks, j.Now().Add(-j.Config.ErasedFor), func(key string) error {
		return j.Blob.Delete(ctx, key)
	})
}
