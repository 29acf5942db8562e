// Package store is the gateway's SQL: documents and the queue
// of those that have not ended. Every change of a document's state is one
// conditional statement, so that of several who try exactly one succeeds. All
// times are the database's.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Store reads and writes the gateway's schema.
type Store struct {
	pool    *pgxpool.Pool
	relaxed *pgxpool.Pool
	heavy   *pgxpool.Pool
}

// New uses two pools: pool for what must not be lost, relaxed, which may commit
// without waiting for the disk, for what is made again by itself: releases and
// extended leases.
func New(pool, relaxed *pgxpool.Pool) *Store {
	return &Store{pool: pool, relaxed: relaxed, heavy: pool}
}

// WithHeavy has searches, by text or confidence, the queue of reviews and exports use a
// separate pool, so that they leave the connections of everything else alone.
func (s *Store) WithHeavy(pool *pgxpool.Pool) *Store {
	with := *s
	with.heavy = pool
	return &with
}

// Check reports whether the database takes writes, which a server that was demoted to a
// standby does not.
func (s *Store) Check(ctx context.Context) error {
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

// CheckSchema is pgstore.CheckSchema of the gateway's database.
func (s *Store) CheckSchema(ctx context.Context, all ...pgstore.Migrations) error {
	return pgstore.CheckSchema(ctx, s.pool, all...)
}

// SchemaVersion is the last migration that was applied, 0 for none, and whether
// quota.charge may be called.
func (s *Store) SchemaVersion(ctx context.Context) (version int64, mayCharge bool, err error) {
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

// Unstorable reports whether err means that the database refuses a value for what
// it is (class 22), and will refuse it for ever.
func Unstorable(err error) bool {
	code := sqlState(err)
	return len(code) == 5 && code[:2] == dataException
}

// retryAfter is what callers are told while the database is away.
const retryAfter = time.Second

// Fault makes SERVICE_UNAVAILABLE of what the database cannot do now and may do
// later; every other error stays as it is.
func Fault(err error) error {
	if pgstore.Down(err) || errors.Is(err, ErrRolledBack) || errors.Is(err, ErrOutcomeUnknown) {
		return apierror.Unavailable(err, retryAfter)
	}
	return err
}

// fileColumns are those of model.File.
const fileColumns = `'ext_' || id::text, file_name, file_size, mime_type, sha256, object_key, pages`

// File finds the file of a document of the account; ok is false when there is
// none.
func (s *Store) File(ctx context.Context, accountID, documentID string) (f model.File, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return f, false, nil
	}
	f, ok, err = rowOf[model.File](ctx, s.pool, fileColumns, id, accountID)
	if err != nil {
		return f, false, fmt.Errorf("file of %s: %w", documentID, err)
	}
	return f, ok, nil
}

// Source finds what a document of the account was made of; ok is false when
// there is none.
func (s *Store) Source(ctx context.Context, accountID, documentID string) (m model.Source, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return m, false, nil
	}
	m, ok, err = rowOf[model.Source](ctx, s.pool, fileColumns+`, asked_type, field_schema`, id, accountID)
	if err != nil {
		return m, false, fmt.Errorf("source of %s: %w", documentID, err)
	}
	return m, ok, nil
}

// rowOf reads columns of a document of the account, in the order of T's fields;
// ok is false when there is none.
func rowOf[T any](ctx context.Context, q querier, columns, id, account string) (row T, ok bool, err error) {
	rows, err := q.Query(ctx, `SELECT `+columns+` FROM documents WHERE id = $1 AND account = $2`, id, account)
	if err == nil {
		row, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[T])
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return row, false, nil
	}
	return row, err == nil, err
}

// Waiting counts the documents that wait to be dispatched, by account. It counts by lane as
// well, which is the order of the index: nothing has to be sorted.
func (s *Store) Waiting(ctx context.Context) (map[string]int, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT account, count(*) FROM documents
		WHERE status = 'queued' AND redispatch_at IS NULL GROUP BY lane, account`)
	if err != nil {
		return nil, fmt.Errorf("count what waits: %w", err)
	}
	counts := map[string]int{}
	var account string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&account, &n}, func() error {
		counts[account] += n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count what waits: %w", err)
	}
	return counts, nil
}

// Unreferenced picks the object keys that no document refers to.
func (s *Store) Unreferenced(ctx context.Context, keys []string) ([]string, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT key FROM unnest($1::text[]) AS key
		WHERE NOT EXISTS (SELECT FROM documents WHERE object_key = key)
		  AND NOT EXISTS (SELECT FROM documents WHERE fields_key = key)`, keys)
	if err != nil {
		return nil, fmt.Errorf("look for orphans: %w", err)
	}
	orphans, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("look for orphans: %w", err)
	}
	return orphans, nil
}

// AccountsOf returns the account of each document that there is, by its id.
func (s *Store) AccountsOf(ctx context.Context, documentIDs []string) (map[string]string, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT 'ext_' || id::text, account FROM documents
		WHERE id = ANY (SELECT substr(key, 5)::uuid FROM unnest($1::text[]) AS key
			WHERE key ~ '^ext_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')`, documentIDs)
	if err != nil {
		return nil, fmt.Errorf("look for documents: %w", err)
	}
	accounts := map[string]string{}
	var id, account string
	_, err = pgx.ForEachRow(rows, []any{&id, &account}, func() error { accounts[id] = account; return nil })
	if err != nil {
		return nil, fmt.Errorf("look for documents: %w", err)
	}
	return accounts, nil
}

// TakeTurn reports to one of all replicas, once in every interval, that it runs a scheduled job.
func (s *Store) TakeTurn(ctx context.Context, name string, every time.Duration) (bool, error) {
	tag, err := s.pool.Exec(ctx, `
		UPDATE chores SET done_at = clock_timestamp()
		WHERE name = $1 AND done_at <= clock_timestamp() - $2::interval`, name, every)
	if err != nil {
		return false, fmt.Errorf("scheduled job %s: %w", name, err)
	}
	return tag.RowsAffected() == 1, nil
}
