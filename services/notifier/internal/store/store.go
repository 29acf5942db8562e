// Package store keeps webhook subscriptions in Postgres. Accounts are named by
// their public ids.
package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

// Schema that the service owns.
const Schema = "notifier"

// Store runs the service's SQL.
type Store struct{ pool *pgxpool.Pool }

// New makes a store on a pool bound to Schema.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Ping tells whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Subscriptions lists those of an account, newest first.
func (s *Store) Subscriptions(ctx context.Context, account string) ([]contract.Subscription, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT id, url, events, is_active, created_at FROM subscriptions
		WHERE account = $1 ORDER BY created_at DESC, id DESC`, account)
	if err != nil {
		return nil, fmt.Errorf("list subscriptions: %w", err)
	}
	items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (contract.Subscription, error) {
		var sub contract.Subscription
		var created time.Time
		err := row.Scan(&sub.ID, &sub.URL, &sub.Events, &sub.IsActive, &created)
		sub.CreatedAt = contract.TimeOf(created)
		return sub, err
	})
	if err != nil {
		return nil, fmt.Errorf("list subscriptions: %w", err)
	}
	return items, nil
}

// Delete removes a subscription; CodeNotFound when the account has none of that
// id.
func (s *Store) Delete(ctx context.Context, account, id string) error {
	tag, err := s.pool.Exec(ctx, `DELETE FROM subscriptions WHERE account = $1 AND id = $2`, account, id)
	if err != nil {
		return fmt.Errorf("delete subscription: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return NotFound()
	}
	return nil
}

// NotFound is the refusal of an id that the account has no subscription of.
func NotFound() error {
	return fault.New(contract.CodeNotFound, "There is no webhook subscription of this id.")
}
