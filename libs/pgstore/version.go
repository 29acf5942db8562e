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
var ErrClosedSchema = errors.New("the database user cannot read the schema")

// ErrNewerSchema means that a newer release has removed parts of the schema that the program uses.
var ErrNewerSchema = errors.New("the database schema belongs to a newer release and does not work with this program: " +
	"start the newer release, or restore the backup from before its upgrade")

// CheckSchema returns an error if the database does not answer, lacks one of the migrations, or has
// lost parts that the program uses. A newer schema that only has additions is no error.
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

// checkOldest returns an error if the schema has lost parts that m uses.
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
		return nil // the table does not exist yet
	}
	if err != nil {
		return fmt.Errorf("compatibility of %s: %w", m.Schema, err)
	}
	if known < oldest {
		return fmt.Errorf("%w (%s of %s: the program knows version %d, %d is needed)",
			ErrNewerSchema, m.table(), m.Schema, known, oldest)
	}
	return nil
}

// compatibility is the table with the oldest migrations that programs must know.
func (m Migrations) compatibility() string {
	return pgx.Identifier{m.Schema, "schema_compatibility"}.Sanitize()
}

// writeOldest stores m.Oldest unless the schema has a higher number.
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

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// applied returns the number of the last migration that the database has; 0 for none.
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

// Latest returns the number of the last migration, which the program needs.
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
