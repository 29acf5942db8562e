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

// ErrNewerSchema means that a schema has been contracted since the program's release:
// what the program reads or writes is there no more.
var ErrNewerSchema = errors.New("the database schema is of a newer release, with which this program cannot work: " +
	"start the newer release, or restore the backup from before its upgrade")

// CheckSchema fails while the database does not answer or lacks one of the
// migrations, and where it was contracted beyond what the program knows. A schema that
// is newer otherwise is fine: migrations expand it.
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
		if err := m.checkOldest(ctx, pool); err != nil {
			return err
		}
	}
	return nil
}

// checkOldest fails where the schema was contracted beyond what m knows.
func (m Migrations) checkOldest(ctx context.Context, db querier) error {
	known, err := m.Latest()
	if err != nil {
		return err
	}
	var oldest int64
	err = db.QueryRow(ctx, `SELECT coalesce(max(oldest), 0) FROM `+m.compatibility()+` WHERE migrations = $1`,
		m.table()).Scan(&oldest)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "42P01" || pg.Code == "3F000") {
		return nil // no release has said anything yet
	}
	if err != nil {
		return fmt.Errorf("oldest release of %s: %w", m.Schema, err)
	}
	if known < oldest {
		return fmt.Errorf("%w (%s of %s: the program knows version %d, %d is needed)",
			ErrNewerSchema, m.table(), m.Schema, known, oldest)
	}
	return nil
}

// compatibility is the table that says how old a program may be.
func (m Migrations) compatibility() string {
	return pgx.Identifier{m.Schema, "schema_compatibility"}.Sanitize()
}

// writeOldest keeps m.Oldest in the schema. It is never lowered.
func (m Migrations) writeOldest(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS `+m.compatibility()+
		` (migrations text PRIMARY KEY, oldest bigint NOT NULL)`)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO `+m.compatibility()+` AS c (migrations, oldest) VALUES ($1, $2)
		ON CONFLICT (migrations) DO UPDATE SET oldest = greatest(c.oldest, excluded.oldest)`, m.table(), m.Oldest)
	return err
}

// querier is a pool or a connection.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// applied asks for the number of the last migration that the database has, 0 for
// none.
func (m Migrations) applied(ctx context.Context, db querier) (version int64, err error) {
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
