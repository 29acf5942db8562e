// Package documents is the gateway's documents service: it accepts, reads, lists, corrects and
// erases documents, and lets requests wait for their end. Its types are in package model.
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
	// Wake starts a round soon.
	Wake()
	// Released publishes the command of a released document; it reports whether it will.
	Released(c store.Command) bool
}

// Documents is the service. Unknown, malformed, deleted and other accounts' ids all give the same
// CodeNotFound.
type Documents struct {
	Store   *store.Store
	Blob    *blob.Store
	Conn    *bus.Conn
	Waiters *wake.Waiters
	Backlog *Backlog
	Eraser  *erasure.Eraser
	Replica *replicalock.Lock
	// Searches limits text and confidence searches and the review queue, Exports limits exports;
	// nil does not limit.
	Searches, Exports *limiter.Limiter
	Propagator        propagation.TextMapPropagator
	Log               *slog.Logger
	// Retention is the default retention of accounts; 0 is unlimited.
	Retention time.Duration
	// Working returns why new documents would not be processed, nil if they would; it may be nil.
	Working func() error
	// Queue dispatches accepted documents.
	Queue Queue
	// Release is store.Terms.Release of single documents.
	Release time.Duration
	// Accepted is called after documents are committed, BatchAccepted after a batch is, with or
	// without documents.
	Accepted      func(ctx context.Context, documents int)
	BatchAccepted func(ctx context.Context)
	// Said is called after a correction or review that layouts may learn from; it may be nil.
	Said func()
}

// retryAfter is the Retry-After while the database is unavailable.
const retryAfter = 2 * time.Second

// writeTimeout bounds writes that go on without their client, including the query for the outcome of a lost commit.
const writeTimeout = 15 * time.Second

func carried(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
}

func (d *Documents) trace(ctx context.Context) map[string]string {
	headers := propagation.MapCarrier{}
	d.Propagator.Inject(ctx, headers)
	return headers
}

// Admit refuses an upload before its body is read if too many documents wait, of this account
// first, then in all: CodeServiceUnavailable with RetryAfter.
func (d *Documents) Admit(ctx context.Context, accountID string) error {
	if d.Working != nil {
		if err := d.Working(); err != nil {
			return err
		}
	}
	return d.Backlog.Admit(ctx, accountID)
}

// Await reports when a document has ended: ended is closed at most once, with the record before
// if this process has it. cancel must be called. Wakes can be lost.
func (d *Documents) Await(documentID string) (ended <-chan *contract.Record, cancel func()) {
	return d.Waiters.Await(documentID)
}

// Erase removes a document with everything made of it, in any state. by is the caller,
// "key_<uuid>" or "user_<uuid>".
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
