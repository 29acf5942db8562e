// Package store stores webhook subscriptions and their deliveries in Postgres. Accounts have their public
// ids.
package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Schema that the service owns.
const Schema = "notifier"

// Store runs the service's SQL.
type Store struct {
	pool  *pgxpool.Pool
	clock Clock
}

// Clock returns the time of statements. Replicas share the database's clock, which a nil Clock selects.
type Clock func() time.Time

// New makes a store on a pool bound to Schema.
func New(pool *pgxpool.Pool, clock Clock) *Store { return &Store{pool, clock} }

// clockSQL is the time of a statement whose first parameter is s.now().
const clockSQL = `coalesce($1::timestamptz, clock_timestamp())`

func (s *Store) now() *time.Time {
	if s.clock == nil {
		return nil
	}
	t := s.clock()
	return &t
}

// Ping reports whether the database is available.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// NotFound is the refusal of an id that the account has no subscription of.
func NotFound() error {
	return apierror.New(contract.CodeNotFound, "No webhook subscription has this id.")
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func collect[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}

func wrap(err error, what string) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// PullBack corrects times that are too far ahead because the database's clock went back: first attempts
// become due at once, retries after the longest pause, and claims end one lease from now. It returns the
// number of corrections.
func (s *Store) PullBack(ctx context.Context) (n int64, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE deliveries d SET due_at = t.now + CASE WHEN d.round = 0 THEN interval '0' ELSE $2::interval END
			FROM (SELECT `+clockSQL+` AS now) t
			WHERE d.state = 'pending' AND d.due_at > t.now AND (d.round = 0 OR d.due_at > t.now + $2::interval)`,
			s.now(), slices.Max(webhook.Schedule()))
		if err != nil {
			return err
		}
		n = tag.RowsAffected()
		tag, err = tx.Exec(ctx, `
			UPDATE claims SET until = t.now + $2::interval FROM (SELECT `+clockSQL+` AS now) t
			WHERE until > t.now + $2::interval`, s.now(), webhook.Lease)
		n += tag.RowsAffected()
		return err
	})
	return n, wrap(err, "pull times back")
}

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
