// Package erasure erases documents: from the database in one transaction, then from the object
// store and the streams. It completes later what a crash or an outage leaves, and repeats
// everything once when no worker can write for the document any more.
package erasure

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"time"

	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Eraser erases documents.
type Eraser struct {
	Store      *store.Store
	Blob       *blob.Store
	Conn       *bus.Conn
	Propagator propagation.TextMapPropagator
	Log        *slog.Logger
	// WriteLife is how long a document's presigned addresses can be written to; the second pass
	// comes after it.
	WriteLife time.Duration
	// Forget makes the notifier erase its copies of events about documents and batches; nil if
	// there are none.
	Forget func(ctx context.Context, accountID string, ids ...string) error
	// Mark stores a mark with the id of each erased document, so that a restored database does
	// not bring it back.
	Mark bool
	// Erased is called after a document's row was deleted.
	Erased func(ctx context.Context, documentID string)
}

const (
	// patience is how long a client waits for the work outside the database.
	patience = 3 * time.Second
	// oneTimeout bounds that work for one document if no request waits for it.
	oneTimeout = 10 * time.Second
	// RetryPause is the pause before the next attempt.
	RetryPause = 30 * time.Second
	// lookPause is the pause between two rounds, lookBatch the number of erasures of a round.
	lookPause = 5 * time.Second
	lookBatch = 20
)

// Erase removes a document of the account; ok is false if there is none. The work outside the
// database is done at once if possible. It completes even if the caller leaves. by is the id of
// the key or user, "" for the retention.
func (e *Eraser) Erase(ctx context.Context, accountID, documentID, by string) (ok bool, err error) {
	ctx = context.WithoutCancel(ctx)
	headers := propagation.MapCarrier{}
	e.Propagator.Inject(ctx, headers)
	left, ok, err := e.Store.Erase(ctx, accountID, documentID, by, RetryPause, headers)
	if err != nil || !ok {
		return false, err
	}
	e.Erased(ctx, documentID)
	if err := e.finish(ctx, left, patience); err != nil {
		e.Log.Warn("an erasure is left to be finished later", "document", documentID, "error", err)
	}
	return true, nil
}

// Run carries out due erasures until ctx ends.
func (e *Eraser) Run(ctx context.Context) error {
	tick := time.NewTicker(lookPause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := e.Look(ctx); err != nil && ctx.Err() == nil {
			e.Log.Warn("erasures", "error", err)
		}
	}
}

// Look carries out all due erasures. One that fails does not block others and is not repeated in
// this round.
func (e *Eraser) Look(ctx context.Context) error {
	for {
		began := time.Now()
		due, err := e.Store.DueErasures(ctx, lookBatch, RetryPause)
		if err != nil || len(due) == 0 {
			return err
		}
		var errs []error
		for _, one := range due {
			errs = append(errs, e.finish(ctx, one, oneTimeout))
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
		rest(ctx, time.Since(began))
	}
}

func (e *Eraser) finish(ctx context.Context, one store.Erasure, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := errors.Join(e.purge(ctx, one), e.remove(ctx, one), e.forget(ctx, one)); err != nil {
		return err
	}
	return e.Store.SettleErasure(ctx, one, e.WriteLife)
}

// purge removes the document's command, events and dead letters, and the event of its batch if that names the file.
func (e *Eraser) purge(ctx context.Context, one store.Erasure) error {
	event := func(t contract.EventType, id string) error {
		return e.Conn.Purge(ctx, contract.StreamEvents, contract.EventSubject(t, one.Account, id))
	}
	errs := []error{
		e.Conn.Purge(ctx, contract.StreamCommands, contract.CommandSubject(one.Lane, one.DocumentID)),
		event(contract.EventExtractionCompleted, one.DocumentID),
		event(contract.EventExtractionFailed, one.DocumentID),
	}
	about := []string{one.DocumentID}
	if one.BatchID != nil {
		about = append(about, *one.BatchID)
		errs = append(errs, event(contract.EventBatchCompleted, *one.BatchID), event(contract.EventBatchFailed, *one.BatchID))
	}
	for _, id := range about {
		errs = append(errs, e.Conn.Purge(ctx, contract.StreamDeadLetters, contract.DeadLettersAbout(id)))
	}
	return errors.Join(errs...)
}

// forget erases webhook deliveries of the document's events.
func (e *Eraser) forget(ctx context.Context, one store.Erasure) error {
	if e.Forget == nil {
		return nil
	}
	ids := []string{one.DocumentID}
	if one.BatchID != nil {
		ids = append(ids, *one.BatchID)
	}
	return e.Forget(ctx, one.Account, ids...)
}

// Marks is the prefix of the empty objects that mark erased documents.
const Marks = "erased/"

// Mark is the key of a mark.
func Mark(documentID string) string { return blob.Foldered(Marks, documentID) }

// remove deletes the file and everything that was made of it.
func (e *Eraser) remove(ctx context.Context, one store.Erasure) error {
	errs := []error{e.Blob.Delete(ctx, one.ObjectKey)}
	if e.Mark && !one.Again {
		_, err := e.Blob.Put(ctx, Mark(one.DocumentID), strings.NewReader(""))
		errs = append(errs, err)
	}
	anyAge := time.Unix(math.MaxInt32, 0)
	for _, prefix := range []string{claims.ResultPrefix(one.DocumentID), pages.Prefix(one.DocumentID)} {
		errs = append(errs, e.Blob.Each(ctx, prefix, anyAge, func(key string) error { return e.Blob.Delete(ctx, key) }))
	}
	return errors.Join(errs...)
}

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

// rest pauses for as long as a group of erasures took, to leave at least half of a processor and the disk to uploads.
func rest(ctx context.Context, took time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(took):
	}
}
