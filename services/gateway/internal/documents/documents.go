// Package documents is the documents service of the gateway: it accepts documents,
// reads, lists, corrects and erases them, and lets requests wait for their end. The
// HTTP packages call it; its types are in package model.
package documents

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/jobs/replicalock"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Queue is the dispatcher.
type Queue interface {
	// Wake has it look for what is to be released.
	Wake()
	// Released has it publish the command of a document that is released; it
	// reports whether it will.
	Released(c store.Command) bool
}

// Documents is the service over the store. Unknown, malformed, deleted and other
// accounts' ids are one and the same CodeNotFound everywhere.
type Documents struct {
	Store   *store.Store
	Blob    *blob.Store
	Conn    *bus.Conn
	Waiters *wake.Waiters
	Backlog *Backlog
	Eraser  *erasure.Eraser
	Replica *replicalock.Lock
	// Searches, by text or confidence or through the queue of reviews, and Exports are
	// let in by these; nil bounds nothing.
	Searches, Exports *limiter.Limiter
	Propagator        propagation.TextMapPropagator
	Log               *slog.Logger
	// Retention is how long documents are kept of accounts that say nothing of
	// it; 0 is for ever.
	Retention time.Duration
	// Working returns why documents would not be worked on, nil if they would; it
	// may be nil.
	Working func() error
	// Queue is told of accepted documents.
	Queue Queue
	// Release is store.Terms.Release of documents that come alone.
	Release time.Duration
	// Accepted counts documents after they were committed; BatchAccepted is called
	// after a batch was, with or without documents.
	Accepted      func(ctx context.Context, documents int)
	BatchAccepted func(ctx context.Context)
	// Said is called after something was said of a document, which layouts are to be
	// taught by; it may be nil.
	Said func()
}

// retryAfter is what clients are told while the database is away.
const retryAfter = 2 * time.Second

// writeTimeout bounds what must be carried through even if the client leaves,
// the question for a lost commit's outcome included.
const writeTimeout = 15 * time.Second

// carried returns a context that outlives the client's patience.
func carried(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
}

// trace is the present trace context in the form of headers.
func (d *Documents) trace(ctx context.Context) map[string]string {
	headers := propagation.MapCarrier{}
	d.Propagator.Inject(ctx, headers)
	return headers
}

// Admit refuses an upload before its body is read when too much waits, for this
// account first, then over all: CodeServiceUnavailable with RetryAfter.
func (d *Documents) Admit(ctx context.Context, accountID string) error {
	if d.Working != nil {
		if err := d.Working(); err != nil {
			return err
		}
	}
	return d.Backlog.Admit(ctx, accountID)
}

// Await reports when a document has ended: ended is closed at most once, with the record
// before where it is at hand, and cancel must be called. Wakes can be lost.
func (d *Documents) Await(documentID string) (ended <-chan *contract.Record, cancel func()) {
	return d.Waiters.Await(documentID)
}

// Erase removes a document and everything that was made of it, at any state. by is
// who asks, "key_<uuid>" or "user_<uuid>".
func (d *Documents) Erase(ctx context.Context, accountID, documentID, by string) error {
	ok, err := d.Eraser.Erase(ctx, accountID, documentID, by)
	if err != nil {
		return store.Fault(err)
	}
	if !ok {
		return notFound()
	}
	return nil
}

func notFound() error { return apierror.New(contract.CodeNotFound, "No document has this id.") }
