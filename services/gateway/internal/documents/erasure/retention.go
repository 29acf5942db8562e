package erasure

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

// expiredBatch is the number of expired documents per query.
const expiredBatch = 100

// Expire erases documents past their retention deadline, as a client would, and deletes batches
// of which nothing else is left. A document that cannot be erased does not block others and is
// tried again in the next round.
func (e *Eraser) Expire(ctx context.Context) error {
	var done expiry
	err := e.expireAll(ctx, &done)
	batches, batchesErr := e.Store.ForgetBatches(ctx)
	if done.erased > 0 || batches > 0 {
		e.Log.Info("documents expired", "documents", done.erased, "batches", batches)
	}
	return errors.Join(done.failed.Err("overdue documents could not be erased"), err, batchesErr)
}

func (e *Eraser) expireAll(ctx context.Context, done *expiry) error {
	var last store.Expired
	for ctx.Err() == nil {
		began := time.Now()
		expired, err := e.Store.Expired(ctx, last, expiredBatch)
		if err != nil || len(expired) == 0 {
			return err
		}
		for _, d := range expired {
			ok, err := e.Erase(ctx, d.AccountID, d.DocumentID, "")
			if done.failed.Add(err); ok { // if not, another replica was faster
				done.erased++
			}
		}
		last = expired[len(expired)-1]
		rest(ctx, time.Since(began))
	}
	return nil
}

// expiry is the outcome of one round.
type expiry struct {
	erased int
	failed store.Failures
}

// rest pauses for as long as a group of erasures took, which leaves at least half of a processor
// and of the disk to uploads.
func rest(ctx context.Context, took time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(took):
	}
}
