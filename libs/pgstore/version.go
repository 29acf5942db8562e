package pgstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrPendingMigrations means that a schema is older than the program.
var ErrPendingMigrations = errors.New("the database schema is not up to date: run docmill provision first")

// ErrClosedSchema is returned for a schema that the user may not read.
var ErrClosedSchema = errors.New("the user of the database may not read the schema")

// CheckSchema fails while the database does not answer or lacks one of the
// migrations. A newer schema is fine: migrations only expand it.
func CheckSchema(ctx context.Context, pool *pgxpool.Pool, all ...Migrations) error {
	for _, m := range all {
		want, err := m.Latest()
		if err != nil {
			return err
		}
		have, err := m.applied(ctx, pool)
		if err != nil {
			return err
		}
		if have < want {
			return fmt.Errorf("%w (%s of %s has version %d, want %d)", ErrPendingMigrations, m.table(), m.Schema, have, want)
		}
	}
	return nil
}

// applied asks for the number of the last migration that the database has, 0 for
// none.
func (m Migrations) applied(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (version int64, err error) {
	name := pgx.Identifier{m.Schema, m.table()}.Sanitize()
	err = db.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM `+name+` WHERE is_applied`).Scan(&version)
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "42P01", "3F000": // undefined_table, invalid_schema_name
			return 0, nil
		case "42501": // insufficient_privilege
			err = ErrClosedSchema
		}
	}
	if err != nil {
		return 0, fmt.Errorf("schema version of %s: %w", m.Schema, err)
	}
	return version, nil
}

// Latest is the number of the last migration: what a schema must have reached for
// this program.
func (m Migrations) Latest() (latest int64, err error) {
	entries, err := fs.ReadDir(m.Files, ".")
	if err != nil {
		return 0, fmt.Errorf("migrations of %s: %w", m.Schema, err)
	}
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("migration %s of %s has no number: %w", e.Name(), m.Schema, err)
		}
		latest = max(latest, n)
	}
	return latest, nil
}

func (m Migrations) table() string {
	if m.Table == "" {
		return defaultMigrationTable
	}
	return m.Table
}
