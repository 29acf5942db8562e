// Package store stores the counts in Postgres: the rolling minute and the calendar month of each account,
// by the database's clock. Accounts have their public ids.
package store

import (
	"context"
	"fmt"
	"time"

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

// Window is how long an admitted request counts.
const Window = 60 * time.Second

// State of an account at one instant of the database's clock.
type State struct {
	At       time.Time
	Admitted int           // requests in the window that ends At
	Reset    time.Duration // until the oldest of them leaves it; 0 when there is none
	Used     int           // documents charged in At's calendar month (UTC)
}

// Verdict on a request. State has it counted if it was allowed.
type Verdict struct {
	Allowed    bool
	RetryAfter time.Duration // until a request will be allowed; 0 when Allowed
	State
}

// The clock is read after locking the account's row, which serializes the account's admissions over all
// replicas. A request leaves the window when it is exactly 60 s old. A refusal rewrites the row without
// itself. Instants more than a window ahead were written before the database's clock went back; they are
// dropped, because they would refuse everything until the clock is there again.
//
// The array is sorted, so that width_bucket, a binary search, counts the expired, past and kept instants:
// reading and sorting all took half of the statement's time.
const admit = `
	INSERT INTO rate_windows AS w (account, admitted, allowed, decided_at)
	VALUES ($1, ARRAY[now()], true, now())
	ON CONFLICT (account) DO UPDATE SET (admitted, allowed, decided_at) = (
		SELECT CASE WHEN kept - gone < $2 THEN w.admitted[gone + 1:before] || at || w.admitted[before + 1:kept]
			ELSE w.admitted[gone + 1:kept] END, kept - gone < $2, at
		FROM (SELECT clock_timestamp() AS at) clock
		CROSS JOIN LATERAL (SELECT width_bucket(at - $3::interval, w.admitted), width_bucket(at, w.admitted),
			width_bucket(at + $3::interval, w.admitted)) AS places (gone, before, kept))
	RETURNING allowed, decided_at, cardinality(admitted), admitted[1], admitted[cardinality(admitted) - $2 + 1],
		coalesce((SELECT m.used FROM months m WHERE m.account = w.account
			AND m.month = date_trunc('month', w.decided_at AT TIME ZONE 'UTC')::date), 0)`

// Admit counts one more request of the account if fewer than limit were admitted in the last 60 s.
func (s *Store) Admit(ctx context.Context, account string, limit int) (Verdict, error) {
	var v Verdict
	var oldest, blocking *time.Time // blocking: the limit-th last
	err := s.pool.QueryRow(ctx, admit, account, limit, Window).
		Scan(&v.Allowed, &v.At, &v.Admitted, &oldest, &blocking, &v.Used)
	if err != nil {
		return Verdict{}, fmt.Errorf("admit: %w", err)
	}
	v.Reset = untilLeft(oldest, v.At)
	if !v.Allowed {
		v.RetryAfter = untilLeft(blocking, v.At)
	}
	return v, nil
}

// untilLeft is the time after at until an instant leaves the window.
func untilLeft(t *time.Time, at time.Time) time.Duration {
	if t == nil {
		return 0
	}
	return t.Add(Window).Sub(at)
}

// Usage returns the account's state without counting.
func (s *Store) Usage(ctx context.Context, account string) (State, error) {
	var u State
	var oldest *time.Time
	err := s.pool.QueryRow(ctx, `
		SELECT at, counted.n, counted.oldest, coalesce(m.used, 0)
		FROM (SELECT clock_timestamp() AS at) clock
		CROSS JOIN LATERAL (
			SELECT count(*), min(t) FROM rate_windows w, unnest(w.admitted) AS t
			WHERE w.account = $1 AND t > at - $2::interval AND t <= at + $2::interval
		) AS counted (n, oldest)
		LEFT JOIN months m ON m.account = $1 AND m.month = date_trunc('month', at AT TIME ZONE 'UTC')::date`,
		account, Window).Scan(&u.At, &u.Admitted, &oldest, &u.Used)
	if err != nil {
		return State{}, fmt.Errorf("usage: %w", err)
	}
	u.Reset = untilLeft(oldest, u.At)
	return u, nil
}
