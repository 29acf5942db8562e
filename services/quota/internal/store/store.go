// Package store stores the counts in Postgres: the rolling minute and the calendar month of each account,
// by the database's clock. Accounts have their public ids.
package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Schema that the service owns.
const Schema = "quota"

// Store runs the service's SQL.
type Store struct{ pool *pgxpool.Pool }

// New makes a store on a pool bound to Schema.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Ping reports whether the database is available.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Provision makes the table of plans equal to plans and, if there is a database role with the name caller,
// grants it only the call of charge.
func (s *Store) Provision(ctx context.Context, plans []contract.Plan, caller string) error {
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// Concurrent grants fail.
		if _, err := tx.Exec(ctx, `LOCK TABLE plans IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		if err := writePlans(ctx, tx, plans); err != nil {
			return err
		}
		return grantCharge(ctx, tx, caller)
	})
	if err != nil {
		return fmt.Errorf("provision quota: %w", err)
	}
	return nil
}

func writePlans(ctx context.Context, tx pgx.Tx, plans []contract.Plan) error {
	for _, p := range plans {
		l, ok := p.Limits()
		if !ok {
			return fmt.Errorf("plan %q has no limits", p)
		}
		warnAt := (l.DocumentsPerMonth*contract.WarningShare + 99) / 100
		if _, err := tx.Exec(ctx, `
			INSERT INTO plans (name, documents_per_month, warn_at) VALUES ($1, $2, $3)
			ON CONFLICT (name) DO UPDATE SET documents_per_month = excluded.documents_per_month, warn_at = excluded.warn_at`,
			p, l.DocumentsPerMonth, warnAt); err != nil {
			return fmt.Errorf("plan %s: %w", p, err)
		}
	}
	_, err := tx.Exec(ctx, `DELETE FROM plans WHERE name <> ALL ($1)`, plans)
	return err
}

func grantCharge(ctx context.Context, tx pgx.Tx, caller string) error {
	var there bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, caller).Scan(&there)
	if err != nil || !there {
		return err
	}
	role := pgx.Identifier{caller}.Sanitize()
	for _, grant := range []string{
		"GRANT USAGE ON SCHEMA " + pgx.Identifier{Schema}.Sanitize() + " TO " + role,
		"GRANT EXECUTE ON FUNCTION charge(text, text, uuid[], int) TO " + role,
	} {
		if _, err := tx.Exec(ctx, grant); err != nil {
			return fmt.Errorf("let %s charge: %w", caller, err)
		}
	}
	return nil
}
