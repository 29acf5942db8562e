package erasure

import (
	"context"
	"time"
)

// expiredBatch is how many expired documents are looked up at a time.
const expiredBatch = 100

// Expire erases documents whose time is over, exactly as a client would, and
// removes batches of which nothing else is left.
func (e *Eraser) Expire(ctx context.Context) error {
	erased := 0
	for ctx.Err() == nil {
		began := time.Now()
		expired, err := e.Store.Expired(ctx, expiredBatch)
		if err != nil {
			return err
		}
		if len(expired) == 0 {
			break
		}
		for _, d := range expired {
			ok, err := e.Erase(ctx, d.AccountID, d.DocumentID, "")
			if err != nil {
				return err
			}
			if ok { // if not, another replica was faster
				erased++
			}
		}
		rest(ctx, time.Since(began))
	}
	batches, err := e.Store.ForgetBatches(ctx)
	if erased > 0 || batches > 0 {
		e.Log.Info("documents expired", "documents", erased, "batches", batches)
	}
	return err
}

// rest pauses for as long as a group of erasures took, so that many documents whose time
// is over at once leave at least half of a processor, and of the disk's time, to uploads.
func rest(ctx context.Context, took time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(took):
	}
}
