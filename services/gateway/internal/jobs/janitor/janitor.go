// Package janitor removes from the object store what no document refers to: uploads
// that were broken off or refused, results that came too late, and what documents left
// that a restored database does not know. Documents that were erased after the state
// of a restored database are erased again.
package janitor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
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

	// When this replica last did, without an error; looked is when it looked at the marks.
	swept, sweptAll, looked time.Time
}

// To look at every object takes the longer the more are stored. Keys begin with the time
// at which they were made, so that most sweeps look at what is new alone.
const (
	// sweepAllEvery is how often a replica looks at all, which it does first of all, too:
	// the database may have been restored before it was started.
	sweepAllEvery = 7 * 24 * time.Hour
	// overlap is for objects that are written after their key was made, as uploads take a
	// while and documents wait, and for clocks that differ. Those written later yet, of which
	// few are orphans, wait for a look at all.
	overlap = 2 * time.Hour
)

// batchSize is how many keys are looked up at a time.
const batchSize = 500

// Run sweeps until ctx ends. What was erased before is erased again first: the
// database may have been restored before this start. Each replica does so without waiting
// for its turn: turns are in the database, where that of a replica that ended half-way, or
// one from shortly before the state that was restored, would keep the next from looking.
func (j *Janitor) Run(ctx context.Context) error {
	if err := j.EraseAgain(ctx); err != nil && ctx.Err() == nil {
		j.Log.Warn("marks of erased documents not looked at, they are later", "error", err)
	}
	c := schedule.Job{Name: "janitor", Every: j.Config.Every, Work: j.Sweep}
	return c.Run(ctx, j.Store.System, j.Log)
}

// Sweep removes orphans, and the parts of uploads that were never completed: of all
// objects, or of those made since the last sweep. What is erased for good is erased again
// as seldom as all objects are looked at, and where Run could not.
func (j *Janitor) Sweep(ctx context.Context) error {
	now := j.Now()
	before, all := now.Add(-j.Config.MinAge), now.Sub(j.sweptAll) >= sweepAllEvery
	var since time.Time
	if !all {
		since = j.swept.Add(-j.Config.MinAge - overlap)
	}
	var again error
	if now.Sub(j.looked) >= sweepAllEvery {
		again = j.EraseAgain(ctx)
	}
	if err := j.sweepPlaces(ctx, since, before); err != nil {
		return errors.Join(again, err)
	}
	j.swept = now
	if all {
		j.sweptAll = now
	}
	return again
}

func (j *Janitor) sweepPlaces(ctx context.Context, since, before time.Time) error {
	var errs []error
	for _, p := range []place{
		{"docs/", blob.Foldered, "", j.Store.Unreferenced},
		{"results/", plain, contract.PrefixDocument, j.Store.Unreferenced},
		{j.Config.Pages, plain, contract.PrefixDocument, j.pagesOfNone},
	} {
		if p.prefix == "" {
			continue
		}
		n, err := j.sweep(ctx, p, since, before)
		if n > 0 {
			j.Log.Info("orphans removed", "prefix", p.prefix, "objects", n)
		}
		errs = append(errs, err, j.Blob.AbortUploads(ctx, p.prefix, before))
	}
	return errors.Join(errs...)
}

// place is where objects lie whose keys begin with prefix and an id, as key puts them
// together.
type place struct {
	prefix   string
	key      func(prefix, id string) string
	idPrefix string
	orphans  pick
}

func plain(prefix, id string) string { return prefix + id }

// after comes before the keys of all ids that were made at the time given or later: an id
// begins with its millisecond in 48 bits (RFC 9562, 5.7). The zero time takes all.
func (p place) after(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	ms := at.UnixMilli()
	return p.key(p.prefix, fmt.Sprintf("%s%08x-%04x", p.idPrefix, ms>>16, ms&0xffff))
}

// pick returns those of the keys that are orphans.
type pick func(ctx context.Context, keys []string) ([]string, error)

func (j *Janitor) sweep(ctx context.Context, p place, since, before time.Time) (removed int, err error) {
	err = j.batches(ctx, p.prefix, p.after(since), before, func(keys []string) error {
		found, err := p.orphans(ctx, keys)
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

// batches calls visit with the keys under prefix that come after one, of objects written
// before the time given, batchSize at a time.
func (j *Janitor) batches(
	ctx context.Context, prefix, after string, before time.Time, visit func(keys []string) error,
) error {
	var batch []string
	err := j.Blob.EachAfter(ctx, prefix, after, before, func(key string) error {
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
	ids := make([]string, len(keys))
	for i, key := range keys {
		ids[i], _, _ = strings.Cut(strings.TrimPrefix(key, j.Config.Pages), "/") // "pages/ext_…/1-800.png"
	}
	known, err := j.Store.AccountsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		if known[ids[i]] == "" {
			orphans = append(orphans, key)
		}
	}
	return orphans, nil
}
