// Package janitor removes objects that no document refers to: aborted or refused uploads, late
// results, and objects of documents that a restored database does not have. It also erases
// documents again that were erased after the backup from which the database was restored.
package janitor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
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
	// MinAge is the minimum age of an object to remove: a younger one may belong to a document
	// that is being accepted.
	MinAge time.Duration
	// ErasedFor is how long the marks of erased documents are kept.
	ErasedFor time.Duration
	// Pages is the prefix of page images and words, Marks that of the marks of erased documents.
	// Both are followed by a document's id.
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

// Full listings get slow. Keys begin with their time of creation, so most sweeps list only new objects.
const (
	// sweepAllEvery is how often a replica lists all objects, first at its start, which may follow a restore.
	sweepAllEvery = 7 * 24 * time.Hour
	// overlap covers clock differences and objects written after their key was made. Full sweeps find later orphans.
	overlap = 2 * time.Hour
)

// batchSize is the number of keys per query.
const batchSize = 500

// Run sweeps until ctx ends. First it erases again what was erased before, since the database may
// have been restored. Each replica does so without taking turns: the turn is in the database,
// where that of a replica that stopped half-way, or one from shortly before the backup, would
// block the next.
func (j *Janitor) Run(ctx context.Context) error {
	if err := j.EraseAgain(ctx); err != nil && ctx.Err() == nil {
		j.Log.Warn("marks of erased documents not looked at, they are later", "error", err)
	}
	c := schedule.Job{Name: "janitor", Every: j.Config.Every, Work: j.Sweep}
	return c.Run(ctx, j.Store.System, j.Log)
}

// Sweep removes orphans and the parts of incomplete uploads: of all objects, or of those made
// since the last sweep. Documents are erased again only in full sweeps, and if Run could not.
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

// place is a prefix, and how keys under it are made of it and an id.
type place struct {
	prefix   string
	key      func(prefix, id string) string
	idPrefix string
	orphans  pick
}

func plain(prefix, id string) string { return prefix + id }

// after returns a key before those of ids made since at, "" for zero. Ids begin with milliseconds (RFC 9562, 5.7).
func (p place) after(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	ms := at.UnixMilli()
	return p.key(p.prefix, fmt.Sprintf("%s%08x-%04x", p.idPrefix, ms>>16, ms&0xffff))
}

// pick returns the keys that are orphans.
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

// batches calls visit with keys under prefix after a key, of objects older than a time, batchSize at a time.
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

// pagesOfNone returns the page images and words of documents that do not exist. The key has the document's id.
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

// EraseAgain erases documents that were erased before and exist again, as in a restored database,
// and removes marks that are older than any backup. One listing serves both. A document that
// cannot be erased does not block others.
func (j *Janitor) EraseAgain(ctx context.Context) error {
	if j.Config.Marks == "" {
		return nil
	}
	began := j.Now()
	look := marksLook{janitor: j, old: began.Add(-j.Config.ErasedFor)}
	err := j.Blob.List(ctx, j.Config.Marks, func(mark blob.Object) error { return look.add(ctx, mark) })
	if err == nil {
		err = look.take(ctx)
	}
	if look.again > 0 {
		j.Log.Warn("documents were there again that had been erased, as after a restore, and were erased again",
			"documents", look.again)
	}
	if err := errors.Join(look.failed.Err("documents could not be erased again"), err); err != nil {
		return err
	}
	j.looked = began
	return nil
}

// marksLook is one pass over all marks, batchSize at a time.
type marksLook struct {
	janitor *Janitor
	old     time.Time // marks that were written before are forgotten
	batch   []blob.Object
	again   int // documents that were erased again
	failed  store.Failures
}

func (l *marksLook) add(ctx context.Context, mark blob.Object) error {
	if l.batch = append(l.batch, mark); len(l.batch) < batchSize {
		return nil
	}
	return l.take(ctx)
}

// take erases the batch's existing documents again, and removes the old marks of documents that did not exist.
func (l *marksLook) take(ctx context.Context) error {
	ids := make([]string, len(l.batch))
	for i, mark := range l.batch {
		ids[i] = path.Base(mark.Key) // with a folder before it, or without as in earlier versions
	}
	known, err := l.janitor.Store.AccountsOf(ctx, ids)
	if err != nil {
		return err
	}
	for id, account := range known {
		err := l.janitor.Erase(ctx, account, id)
		if l.failed.Add(err); err == nil {
			l.again++
		}
	}
	var old []string
	for i, mark := range l.batch {
		if known[ids[i]] == "" && mark.Written.Before(l.old) {
			old = append(old, mark.Key)
		}
	}
	l.batch = l.batch[:0]
	return l.janitor.Blob.DeleteAll(ctx, old)
}
