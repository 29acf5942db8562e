package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Errors of an acceptance whose connection was lost while it was committed.
var (
	// ErrRolledBack means that nothing was kept.
	ErrRolledBack = errors.New("the connection was lost at the commit and the transaction rolled back")
	// ErrOutcomeUnknown means that the database did not return in time to report how the
	// transaction ended.
	ErrOutcomeUnknown = errors.New("it is not known whether the transaction was committed")
)

// committed runs f in a transaction. If the connection is lost during the commit it asks the
// database for the outcome of the transaction that f named in xid.
func (p pools) committed(ctx context.Context, xid *string, f func(pgx.Tx) error) error {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, rollback(context.WithoutCancel(ctx), tx))
	}
	return p.resolveCommit(ctx, tx.Commit(ctx), *xid)
}

// resolveCommit resolves the error of a commit.
func (p pools) resolveCommit(ctx context.Context, err error, xid string) error {
	// pgconn.SafeToRetry does not suffice: it also holds for a connection that was lost after the
	// commit was sent.
	var refused *pgconn.PgError
	if err == nil || errors.As(err, &refused) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}
	if xid == "" {
		return err // nothing was kept whose outcome could be asked for
	}
	return p.outcome(ctx, xid)
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

// outcome waits until the database reports how a transaction ended; nil if it was committed.
func (p pools) outcome(ctx context.Context, xid string) error {
	ctx, cancel := context.WithTimeout(ctx, outcomeTimeout)
	defer cancel()
	for {
		var status *string
		err := p.pool.QueryRow(ctx, `SELECT pg_xact_status($1::xid8)`, xid).Scan(&status)
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
