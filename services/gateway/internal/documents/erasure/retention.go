package erasure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

const (
	// expiredBatch is how many expired documents are looked up at a time.
	expiredBatch = 100
	// failuresTold is how many errors of one round of the retention are reported in full.
	failuresTold = 10
)

// Expire erases documents whose time is over, exactly as a client would, and
// removes batches of which nothing else is left. A document that cannot be erased keeps
// no other waiting: it is tried again in the next round, which begins anew.
func (e *Eraser) Expire(ctx context.Context) error {
	var done expiry
	err := e.expireAll(ctx, &done)
	batches, batchesErr := e.Store.ForgetBatches(ctx)
	if done.erased > 0 || batches > 0 {
		e.Log.Info("documents expired", "documents", done.erased, "batches", batches)
	}
	return errors.Join(done.err(), err, batchesErr)
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
			done.add(ok, err)
		}
		last = expired[len(expired)-1]
		rest(ctx, time.Since(began))
	}
	return nil
}

// expiry is what one round of the retention did.
type expiry struct {
	erased, failed int
	errs           []error // the first ones
}

func (x *expiry) add(erased bool, err error) {
	switch {
	case err != nil:
		if x.failed++; x.failed <= failuresTold {
			x.errs = append(x.errs, err)
		}
	case erased: // if not, another replica was faster
		x.erased++
	}
}

func (x *expiry) err() error {
	if x.failed == 0 {
		return nil
	}
	return fmt.Errorf("%d overdue documents could not be erased, among them: %w", x.failed, errors.Join(x.errs...))
}

// rest pauses for as long as a group of erasures took, so that many documents whose time
// is over at once leave at least half of a processor, and of the disk's time, to uploads.
func rest(ctx context.Context, took time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(took):
	}
}
