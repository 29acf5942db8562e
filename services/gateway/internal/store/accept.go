package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// Charge is what the quota service's function said.
type Charge struct {
	Granted   bool // false: the month is full and nothing was kept
	Limit     int  // documents in a month
	Signalled bool // a signal waits to be relayed
	At        time.Time
}

// Errors of an acceptance whose connection was lost while it was committed.
var (
	// ErrRolledBack means that nothing was kept.
	ErrRolledBack = errors.New("the connection was lost at the commit and the transaction rolled back")
	// ErrOutcomeUnknown means that the database did not come back in time to
	// tell how the transaction ended.
	ErrOutcomeUnknown = errors.New("it is not known whether the transaction was committed")
)

// Accept charges a document and, if the month has room, keeps it, in one
// transaction. Without room the transaction is committed all the same: the
// charge may have left a signal.
func (s *Store) Accept(ctx context.Context, a register.Acceptance, traceparent string) (Charge, error) {
	id, err := contract.ParseID(contract.PrefixDocument, a.Document.ID)
	if err != nil {
		return Charge{}, err
	}
	var c Charge
	var xid string
	err = s.committed(ctx, &xid, func(tx pgx.Tx) error {
		if c, err = charge(ctx, tx, a.Principal, id); err != nil || !c.Granted {
			return err
		}
		xid, err = insert(ctx, tx, a, id, traceparent)
		return err
	})
	if err != nil {
		return Charge{}, fmt.Errorf("accept %s: %w", a.Document.ID, err)
	}
	return c, nil
}

func charge(ctx context.Context, tx pgx.Tx, p contract.Principal, id string) (c Charge, err error) {
	var charged int
	err = tx.QueryRow(ctx, `
		SELECT charged, month_limit, signalled, now() FROM quota.charge($1, $2, ARRAY[$3::uuid], 1)`,
		p.AccountID, string(p.Plan), id).Scan(&charged, &c.Limit, &c.Signalled, &c.At)
	if err != nil {
		return c, fmt.Errorf("charge: %w", err)
	}
	c.Granted = charged == 1
	return c, nil
}

// insert gives the transaction's id, under which the database knows for a while
// how it ended.
func insert(ctx context.Context, tx pgx.Tx, a register.Acceptance, id, traceparent string) (xid string, err error) {
	d := a.Document
	err = tx.QueryRow(ctx, `
		INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256,
		                       object_key, asked_type, lane, traceparent)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		RETURNING pg_current_xact_id()::text`,
		id, a.Principal.AccountID, string(a.Principal.Plan), d.FileName, d.FileSize, d.MIMEType, d.SHA256,
		d.ObjectKey, d.DocumentType, string(d.Lane), traceparent).Scan(&xid)
	if err != nil {
		return "", fmt.Errorf("insert: %w", err)
	}
	return xid, nil
}

// committed runs f in a transaction. When the connection is lost at the commit,
// it asks the database how the transaction that f named in xid ended.
func (s *Store) committed(ctx context.Context, xid *string, f func(pgx.Tx) error) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, rollback(context.WithoutCancel(ctx), tx))
	}
	err = tx.Commit(ctx)
	// pgconn.SafeToRetry would not do: it also holds for a connection that was
	// lost after the commit was sent.
	var refused *pgconn.PgError
	if err == nil || errors.As(err, &refused) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}
	if *xid == "" {
		return err // nothing was kept whose outcome could be asked for
	}
	return s.outcome(ctx, *xid)
}

func rollback(ctx context.Context, tx pgx.Tx) error {
	err := tx.Rollback(ctx)
	if tx.Conn().IsClosed() {
		return nil // a transaction whose connection is gone is rolled back by that
	}
	return err
}

const (
	outcomePause   = 50 * time.Millisecond
	outcomeTimeout = 5 * time.Second
)

// outcome waits until the database tells how a transaction ended: nil when it
// was committed.
func (s *Store) outcome(ctx context.Context, xid string) error {
	ctx, cancel := context.WithTimeout(ctx, outcomeTimeout)
	defer cancel()
	for {
		var status *string
		err := s.pool.QueryRow(ctx, `SELECT pg_xact_status($1::xid8)`, xid).Scan(&status)
		switch {
		case err == nil && status != nil && *status == "committed":
			return nil
		case err == nil && status != nil && *status == "aborted":
			return ErrRolledBack
		}
		select {
		case <-ctx.Done():
			return errors.Join(ErrOutcomeUnknown, err)
		case <-time.After(outcomePause):
		}
	}
}
