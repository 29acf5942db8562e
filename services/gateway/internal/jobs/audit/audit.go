// Package audit sends audit entries to the auth service, which keeps the accounts' audit. An
// entry is committed together with the change that it describes, and waits while auth is
// unavailable.
package audit

import (
	"context"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Relay sends audit entries to the auth service. Replicas may run it side by side: auth stores an
// entry that arrives twice once.
type Relay struct {
	store *store.Audit
	conn  *bus.Conn
	log   *slog.Logger
	wake  chan struct{}
}

// New returns a relay; Run starts it.
func New(s *store.Audit, conn *bus.Conn, log *slog.Logger) *Relay {
	return &Relay{store: s, conn: conn, log: log, wake: make(chan struct{}, 1)}
}

// every is the longest pause between two rounds.
const every = 5 * time.Second

// Wake starts a round at once.
func (r *Relay) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run sends entries until ctx ends.
func (r *Relay) Run(ctx context.Context) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := r.Look(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn("audit entries are sent later", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-r.wake:
		}
	}
}

// Look sends all waiting entries.
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
