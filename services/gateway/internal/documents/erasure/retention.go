package erasure

import "context"

// expiredBatch is how many expired documents are looked up at a time.
const expiredBatch = 100

// Expire erases documents whose time is over, exactly as a client would, and
// removes batches of which nothing else is left.
func (e *Eraser) Expire(ctx context.Context) error {
	erased := 0
	for ctx.Err() == nil {
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
	}
	batches, err := e.Store.ForgetBatches(ctx)
	if erased > 0 || batches > 0 {
		e.Log.Info("documents expired", "documents", erased, "batches", batches)
	}
	return err
}
