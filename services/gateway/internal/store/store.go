// Package store is the gateway's SQL: documents and the queue of those that have not ended. Every
// change of a document's state is one conditional statement, so of several concurrent ones
// exactly one succeeds. All times are the database's.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Store is the gateway's schema: one part for each area, over the same pools.
type Store struct {
	*Queue
	*Documents
	*Batches
	*Corrections
	*Learning
	*Reviews
	*Views
	*Types
	*Keys
	*Erasures
	*Audit
	*System
}

// The parts of a Store.
type (
	// Queue hands documents out and ends them: release, claims, leases, results.
	Queue struct{ pools }
	// Documents accepts, reads and lists documents.
	Documents struct{ pools }
	// Batches accepts and reads batches.
	Batches struct{ pools }
	// Corrections changes values of documents.
	Corrections struct{ pools }
	// Learning keeps layouts and the documents that they are still to be learned from.
	Learning struct{ pools }
	// Reviews keeps the rules of review and who has which document open.
	Reviews struct{ pools }
	// Views keeps users' saved filters and columns.
	Views struct{ pools }
	// Types keeps accounts' document types.
	Types struct{ pools }
	// Keys keeps idempotency keys.
	Keys struct{ pools }
	// Erasures removes documents and remembers what is left of them elsewhere.
	Erasures struct{ pools }
	// Audit keeps audit entries until the auth service has them.
	Audit struct{ pools }
	// System looks after the database itself, scheduled jobs and process numbers.
	System struct{ pools }
)

// pools are the connections that all parts share.
type pools struct {
	pool    *pgxpool.Pool // for what must not be lost
	relaxed *pgxpool.Pool // may commit without waiting for the disk
	heavy   *pgxpool.Pool // of searches, the review queue and exports
}

// New uses two pools. relaxed may commit without waiting for the disk; it serves what is
// made again by itself: releases and extended leases.
func New(pool, relaxed *pgxpool.Pool) *Store {
	return over(pools{pool: pool, relaxed: relaxed, heavy: pool})
}

// WithHeavy returns a store whose searches, by text or confidence, review queue and exports
// use a separate pool, so that they leave the other connections alone.
func (s *Store) WithHeavy(pool *pgxpool.Pool) *Store {
	return over(pools{pool: s.Queue.pool, relaxed: s.Queue.relaxed, heavy: pool})
}

func over(p pools) *Store {
	return &Store{
		Queue: &Queue{p}, Documents: &Documents{p}, Batches: &Batches{p}, Corrections: &Corrections{p},
		Learning: &Learning{p}, Reviews: &Reviews{p}, Views: &Views{p}, Types: &Types{p}, Keys: &Keys{p},
		Erasures: &Erasures{p}, Audit: &Audit{p}, System: &System{p},
	}
}

// Check reports whether the database takes writes, which a server that was demoted to a
// standby does not.
func (s *System) Check(ctx context.Context) error {
	var readOnly bool
	err := s.pool.QueryRow(ctx, `SELECT current_setting('transaction_read_only')::boolean`).Scan(&readOnly)
	if err == nil && readOnly {
		err = errors.New("it is read-only")
	}
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return nil
}

// CheckSchema applies pgstore.CheckSchema to the gateway's database.
func (s *System) CheckSchema(ctx context.Context, all ...pgstore.Migrations) error {
	return pgstore.CheckSchema(ctx, s.pool, all...)
}

// SchemaVersion returns the last applied migration, 0 for none, and whether quota.charge may be
// called.
func (s *System) SchemaVersion(ctx context.Context) (version int64, mayCharge bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM schema_migrations WHERE is_applied`).Scan(
		&version)
	if sqlState(err) == undefinedTable {
		version, err = 0, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("schema version: %w", err)
	}
	err = s.pool.QueryRow(ctx, `
		SELECT coalesce(has_function_privilege(to_regprocedure('quota.charge(text, text, uuid[], int)'), 'EXECUTE'), false)`,
	).Scan(&mayCharge)
	if sqlState(err) == insufficientPrivilege { // the schema is there, but closed to us
		return version, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("quota.charge: %w", err)
	}
	return version, mayCharge, nil
}

// SQLSTATE codes (PostgreSQL, appendix A).
const (
	undefinedTable        = "42P01"
	insufficientPrivilege = "42501"
	foreignKeyViolation   = "23503"
	dataException         = "22" // a class
)

func sqlState(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// Unstorable reports whether the database refuses a value permanently (SQLSTATE class 22).
func Unstorable(err error) bool {
	code := sqlState(err)
	return len(code) == 5 && code[:2] == dataException
}

// retryAfter is the Retry-After while the database is unavailable.
const retryAfter = time.Second

// Fault turns errors of an unavailable database into SERVICE_UNAVAILABLE. It returns every other
// error unchanged.
func Fault(err error) error {
	if pgstore.Down(err) || errors.Is(err, ErrRolledBack) || errors.Is(err, ErrOutcomeUnknown) {
		return apierror.Unavailable(err, retryAfter)
	}
	return err
}

// TakeTurn returns true to one of all replicas per interval: it runs the scheduled job.
func (s *System) TakeTurn(ctx context.Context, name string, every time.Duration) (bool, error) {
	tag, err := s.pool.Exec(ctx, `
		UPDATE chores SET done_at = clock_timestamp()
		WHERE name = $1 AND done_at <= clock_timestamp() - $2::interval`, name, every)
	if err != nil {
		return false, fmt.Errorf("scheduled job %s: %w", name, err)
	}
	return tag.RowsAffected() == 1, nil
}

// failuresTold is how many of Failures are reported in full.
const failuresTold = 10

// Failures collects the errors of a job that continues after each of them. The zero value has
// none.
type Failures struct {
	n    int
	told []error
}

// Add adds an error; nil adds nothing.
func (f *Failures) Add(err error) {
	if err == nil {
		return
	}
	if f.n++; f.n <= failuresTold {
		f.told = append(f.told, err)
	}
}

// Err returns the number of failures and the first ten; nil if there are none.
func (f *Failures) Err(what string) error {
	if f.n == 0 {
		return nil
	}
	return fmt.Errorf("%d %s, among them: %w", f.n, what, errors.Join(f.told...))
}

// addAuditEntry stores an audit entry in the transaction that makes the change.
func addAuditEntry(
	ctx context.Context, tx pgx.Tx, account string, action contract.AuditAction, actor, target string,
) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("new id: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO deeds (id, account, action, actor, target) VALUES ($1, $2, $3, $4, $5)`,
		id.String(), account, action, actor, target)
	if err != nil {
		return fmt.Errorf("insert audit entry %s: %w", action, err)
	}
	return nil
}

// AuditEntries returns the oldest entries.
func (s *Audit) AuditEntries(ctx context.Context, limit int) ([]contract.AuditReport, error) {
	rows, err := s.pool.Query(ctx, `SELECT 'audit_' || id, account, at, action, actor, target FROM deeds ORDER BY id `+
		`LIMIT $1`, limit)
	if err != nil {
		return nil, fmt.Errorf("read audit entries: %w", err)
	}
	entries, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d contract.AuditReport, err error) {
		var at time.Time
		err = row.Scan(&d.ID, &d.AccountID, &at, &d.Action, &d.Actor, &d.Target)
		d.At = contract.TimeOf(at)
		return d, err
	})
	if err != nil {
		return nil, fmt.Errorf("read audit entries: %w", err)
	}
	return entries, nil
}

// DeleteAuditEntries deletes entries that the auth service has.
func (s *Audit) DeleteAuditEntries(ctx context.Context, entries []contract.AuditReport) error {
	ids := make([]string, len(entries))
	for i, d := range entries {
		var err error
		if ids[i], err = contract.ParseID(contract.PrefixAudit, d.ID); err != nil {
			return err
		}
	}
	if _, err := s.pool.Exec(ctx, `DELETE FROM deeds WHERE id = ANY ($1::uuid[])`, ids); err != nil {
		return fmt.Errorf("delete audit entries: %w", err)
	}
	return nil
}
