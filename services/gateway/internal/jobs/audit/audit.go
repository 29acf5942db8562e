// Package audit has what people and keys did written down in the audit of their
// account, which the auth service keeps. A deed is committed with what was done
// and waits for as long as auth is away.
package audit

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Relay hands deeds to the auth service. Replicas may do it side by side: a deed
// that comes twice is written down once.
type Relay struct {
	store *store.Audit
	conn  *bus.Conn
	log   *slog.Logger
	wake  chan struct{}
}

// New makes a relay; Run begins it.
func New(s *store.Audit, conn *bus.Conn, log *slog.Logger) *Relay {
	return &Relay{store: s, conn: conn, log: log, wake: make(chan struct{}, 1)}
}

// every is the pause between two looks when the relay is not woken.
const every = 5 * time.Second

// Wake makes the relay look at once.
func (r *Relay) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run hands deeds over until ctx ends.
func (r *Relay) Run(ctx context.Context) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := r.Look(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn("deeds are written down later", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-r.wake:
		}
	}
}

// Look hands over all that wait.
func (r *Relay) Look(ctx context.Context) error {
	for {
		waiting, err := r.store.AuditEntries(ctx, contract.MaxAuditReports)
		if err != nil || len(waiting) == 0 {
			return err
		}
		if _, err := bus.Call[contract.Empty](ctx, r.conn, contract.RPCAuthAuditRecord,
			contract.RecordAuditRequest{Reports: waiting}); err != nil {
			return err
		}
		if err := r.store.DeleteAuditEntries(ctx, waiting); err != nil {
			return err
		}
	}
}
