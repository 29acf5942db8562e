// Package documents is the register that the HTTP front works with: it accepts
// documents, reads their records and lets requests wait for their end.
package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/record"
	"github.com/docmill/docmill/services/gateway/internal/register"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/internal/wake"
)

// Documents is a register.Register over the store.
type Documents struct {
	Store      *store.Store
	Blob       *blob.Store
	Conn       *bus.Conn
	Waiters    *wake.Waiters
	Backlog    *Backlog
	Propagator propagation.TextMapPropagator
	Log        *slog.Logger
	// Accepted is called after a document was committed.
	Accepted func(context.Context)
}

var _ register.Register = (*Documents)(nil)

// retryAfter is what clients are told while the database is away.
const retryAfter = 2 * time.Second

// acceptTimeout bounds an acceptance, the question for a lost commit's outcome
// included.
const acceptTimeout = 15 * time.Second

// Admit implements register.Register.
func (d *Documents) Admit(ctx context.Context, accountID string) error {
	return d.Backlog.Admit(ctx, accountID)
}

// Await implements register.Register.
func (d *Documents) Await(documentID string) (ended <-chan struct{}, cancel func()) {
	return d.Waiters.Await(documentID)
}

// Accept implements register.Register. It is carried through even if the client
// leaves: the file is here in whole.
func (d *Documents) Accept(ctx context.Context, a register.Acceptance) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), acceptTimeout)
	defer cancel()
	carrier := propagation.MapCarrier{}
	d.Propagator.Inject(ctx, carrier)
	charge, err := d.Store.Accept(ctx, a, carrier[contract.HeaderTraceparent])
	if err != nil {
		return store.Fault(err)
	}
	if charge.Signalled {
		d.wakeQuota(ctx)
	}
	if !charge.Granted {
		return quotaExceeded(a.Principal.Plan, charge)
	}
	d.Accepted(ctx)
	return nil
}

// wakeQuota has a signal relayed at once; lost wakes are made up for by the
// quota service's own timer.
func (d *Documents) wakeQuota(ctx context.Context) {
	if err := d.Conn.Publish(ctx, contract.SubjectWakeQuota, contract.Empty{}); err != nil {
		d.Log.Warn("quota service not woken", "error", err)
	}
}

func quotaExceeded(plan contract.Plan, c store.Charge) error {
	reset := contract.TimeOf(contract.MonthStart(c.At).AddDate(0, 1, 0))
	return fault.New(contract.CodeQuotaExceeded,
		"The %s plan allows %d documents a month and they are used up. The count starts again at %s; a larger plan applies at once.",
		plan, c.Limit, reset.Format(contract.TimeLayout))
}

// Record implements register.Register.
func (d *Documents) Record(ctx context.Context, accountID, documentID string) (contract.Record, error) {
	row, ok, err := d.Store.Document(ctx, accountID, documentID)
	if err != nil {
		return contract.Record{}, store.Fault(err)
	}
	if !ok {
		return contract.Record{}, fault.New(contract.CodeNotFound, "There is no document with this id.")
	}
	if row.FieldsKey != nil {
		if row.Fields, err = d.fields(ctx, *row.FieldsKey); err != nil {
			return contract.Record{}, fmt.Errorf("fields of %s: %w", documentID, err)
		}
	}
	return record.Of(row), nil
}

// fields reads the fields that are too large for the row.
func (d *Documents) fields(ctx context.Context, key string) (fields json.RawMessage, err error) {
	object, _, err := d.Blob.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, err
	}
	if err != nil {
		return nil, fault.Unavailable(err, retryAfter)
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	if fields, err = io.ReadAll(object); err != nil {
		return nil, fault.Unavailable(err, retryAfter)
	}
	return fields, nil
}
