package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrPendingMigrations means that a schema is older than the program.
var ErrPendingMigrations = errors.New("the database schema is not up to date: run docmill provision first")

const undefinedTable = "42P01" // SQLSTATE

// CheckSchema fails while the database does not answer or lacks one of the
// migrations. A newer schema is fine: migrations only expand it.
func CheckSchema(ctx context.Context, pool *pgxpool.Pool, all ...Migrations) error {
	for _, m := range all {
		want, err := m.Latest()
		if err != nil {
			return err
		}
		var have int64
		err = pool.QueryRow(ctx, "SELECT coalesce(max(version_id), 0) FROM "+
			pgx.Identifier{m.table()}.Sanitize()+" WHERE is_applied").Scan(&have)
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == undefinedTable {
			have, err = 0, nil
		}
		if err != nil {
			return fmt.Errorf("schema version of %s: %w", m.Schema, err)
		}
		if have < want {
			return fmt.Errorf("%w (%s of %s has version %d, want %d)", ErrPendingMigrations, m.table(), m.Schema, have, want)
		}
	}
	return nil
}

func (m Migrations) table() string {
	if m.Table == "" {
		return defaultMigrationTable
	}
	return m.Table
}
