// Package erasure removes documents for good: from the database in one
// transaction, and then what lies outside of it, files and messages. What a
// crash or an outage leaves is done later, and everything is looked after a
// second time, when no worker can write for the document any more.
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
	// WriteLife is how long an address can be written to that was lent out for
	// the document: the second look comes after it.
	WriteLife time.Duration
	// Forget has the notifier erase what it keeps of events about documents and
	// batches; nil where it keeps nothing.
	Forget func(ctx context.Context, accountID string, ids ...string) error
	// Mark leaves a mark of each erased document in the object store, by its id alone,
	// by which one that a restored database brings back is erased again.
	Mark bool
	// Erased is called after a document's row was removed.
	Erased func(ctx context.Context, documentID string)
}

const (
	// patience is how long a client is kept waiting for the work outside.
	patience = 3 * time.Second
	// oneTimeout bounds that work for one document, when no request waits for it.
	oneTimeout = 10 * time.Second
	// RetryPause is when it is tried again.
	RetryPause = 30 * time.Second
	// lookPause is the pause between two looks at what is due, lookBatch how
	// much one takes on at a time.
	lookPause = 5 * time.Second
	lookBatch = 20
)

// Erase removes a document of the account; ok is false when there is none. With
// the row it is gone for everyone; the work outside is done at once if it can be
// done now. It is carried through even if the caller leaves. by is the id of the
// key or user who asks, "" where the retention does.
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

// Run carries out what is due until ctx ends.
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

// Look carries out everything that is due. An erasure that fails holds no other
// up, but is not tried again in this look.
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

// purge takes the document's command and events out of their streams, the event
// of its batch if that named the file, and what could not be used of them out of
// the dead letters.
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

// forget has deliveries erased that are on their way to webhooks, or were made.
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

// Marks is under which an empty object stands for each document that was erased.
const Marks = "erased/"

// Mark is the key of that object.
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
