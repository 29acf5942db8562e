package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
)

// Clear erases all events and deliveries, but not subscriptions. It runs in small statements within the
// timeout, because a start that fails on it would fail every time.
func (s *Store) Clear(ctx context.Context) error {
	var some bool // most starts find none, and lock nothing
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM payloads)`).Scan(&some); err != nil || !some {
		return wrap(err, "clear deliveries")
	}
	truncate := s.truncate(ctx)
	if truncate == nil {
		return nil
	}
	// A long reader, such as a database dump, blocks TRUNCATE but not DELETE.
	_, err := pgstore.ExecBatched(ctx, s.pool, pruneAtOnce, `
		DELETE FROM payloads WHERE event_id IN (SELECT event_id FROM payloads ORDER BY created_at LIMIT $1)`)
	if err != nil {
		err = errors.Join(truncate, err)
	}
	return wrap(err, "clear deliveries")
}

// truncate empties the tables of deliveries at once.
func (s *Store) truncate(ctx context.Context) error {
	return pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// Other users of the tables wait behind this.
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '1s'`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `TRUNCATE payloads, deliveries, attempts, claims`)
		return err
	})
}
