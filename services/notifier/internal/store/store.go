// Package store stores webhook subscriptions and their deliveries in Postgres. Accounts have their public
// ids.
package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
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

// collect runs a query and returns its rows.
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
