package pgstore

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrations of one schema: numbered, forward only, in goose's format. A file
// that was released never changes.
type Migrations struct {
	Schema string
	Files  fs.FS
	// Table keeps what was applied; "schema_migrations" when empty. Parts that
	// share a schema have one each.
	Table string
}

const (
	defaultMigrationTable = "schema_migrations"
	// lockTries is how often, a second apart, a process asks for its turn.
	lockTries = 300
)

// Migrate makes the schema if it is not there and applies what is missing.
// Processes that do it at the same time wait for each other.
func Migrate(ctx context.Context, url string, m Migrations) (err error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("migrate %s: database URL: %w", m.Schema, err)
	}
	cfg.RuntimeParams["search_path"] = m.Schema
	cfg.RuntimeParams["application_name"] = "docmill-migrate-" + m.Schema
	db := stdlib.OpenDB(*cfg)
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := ensureSchema(ctx, cfg, m.Schema); err != nil {
		return fmt.Errorf("migrate %s: %w", m.Schema, err)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockID(lockID(m.Schema)), lock.WithLockTimeout(1, lockTries))
	if err != nil {
		return fmt.Errorf("migrate %s: %w", m.Schema, err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, m.Files,
		goose.WithSessionLocker(locker), goose.WithTableName(m.table()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("migrate %s: %w", m.Schema, err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate %s: %w", m.Schema, err)
	}
	return nil
}

// MigrateAll applies several, one after the other.
func MigrateAll(ctx context.Context, url string, all []Migrations) error {
	for _, m := range all {
		if err := Migrate(ctx, url, m); err != nil {
			return err
		}
	}
	return nil
}

// ensureSchema makes the schema when it is not there. A role without that right
// finds it made by EnsureRoles.
func ensureSchema(ctx context.Context, cfg *pgx.ConnConfig, schema string) (err error) {
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// IF NOT EXISTS alone fails when two processes do it at the same time.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockID(schema)); err != nil {
			return err
		}
		var there bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, schema).Scan(&there)
		if err != nil || there {
			return err
		}
		_, err = tx.Exec(ctx, "CREATE SCHEMA "+pgx.Identifier{schema}.Sanitize())
		return err
	})
}

// lockID keys the advisory lock by schema.
func lockID(schema string) int64 {
	h := fnv.New64a()
	h.Write([]byte("docmill migrate " + schema))
	return int64(h.Sum64() >> 1)
}
