package janitor

import (
	"context"
	"errors"
	"path"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

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

// take erases the existing documents of the batch again and removes its old marks, except those
// of documents that existed: their erasure is new.
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
