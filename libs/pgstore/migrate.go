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
	// Table of the applied migrations; "schema_migrations" if empty. Parts that share a schema have one
	// each.
	Table string
	// Oldest is the number of the last migration that removes something; 0 for none. Programs that do
	// not know it are refused.
	Oldest int64
}

const (
	defaultMigrationTable = "schema_migrations"
	// maxLockTries is how often a process asks for the lock, once a second.
	maxLockTries = 300
)

// Migrate creates the schema if it is missing and applies missing migrations. Processes that call it
// at the same time wait for each other. It returns ErrNewerSchema if a newer release has removed parts
// of the schema.
func Migrate(ctx context.Context, url string, m Migrations) (err error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("migrate %s: database URL: %w", m.Schema, err)
	}
	cfg.RuntimeParams["search_path"] = m.Schema
	cfg.RuntimeParams["application_name"] = "docmill-migrate-" + m.Schema
	db := stdlib.OpenDB(*cfg)
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := ensureSchema(ctx, cfg, m); err != nil {
		return fmt.Errorf("migrate %s: %w", m.Schema, err)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockID(lockID(m.Schema)), lock.WithLockTimeout(1, maxLockTries))
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
	err = locked(ctx, cfg, m.Schema, func(tx pgx.Tx) error { return m.writeOldest(ctx, tx) })
	if err != nil {
		return fmt.Errorf("migrate %s: %w", m.Schema, err)
	}
	return nil
}

// MigrateAll calls Migrate for each.
func MigrateAll(ctx context.Context, url string, all []Migrations) error {
	for _, m := range all {
		if err := Migrate(ctx, url, m); err != nil {
			return err
		}
	}
	return nil
}

// ensureSchema returns an error if the schema is too new, and creates a missing one unless EnsureRoles already has.
func ensureSchema(ctx context.Context, cfg *pgx.ConnConfig, m Migrations) (err error) {
	return locked(ctx, cfg, m.Schema, func(tx pgx.Tx) error {
		var there bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, m.Schema).Scan(&there)
		if err != nil {
			return err
		}
		if there {
			return m.refuseNewer(ctx, tx)
		}
		_, err = tx.Exec(ctx, "CREATE SCHEMA "+pgx.Identifier{m.Schema}.Sanitize())
		return err
	})
}

// locked runs a transaction while no other process migrates: concurrent IF NOT EXISTS statements fail.
func locked(ctx context.Context, cfg *pgx.ConnConfig, schema string, do func(pgx.Tx) error) (err error) {
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockID(schema)); err != nil {
			return err
		}
		return do(tx)
	})
}

// refuseNewer is checkOldest in a transaction, which an error about a missing table would end.
func (m Migrations) refuseNewer(ctx context.Context, tx pgx.Tx) error {
	var there bool
	err := tx.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, m.compatibility()).Scan(&there)
	if err != nil || !there {
		return err
	}
	return m.checkOldest(ctx, tx)
}

// lockID keys the advisory lock by schema.
func lockID(schema string) int64 {
	h := fnv.New64a()
	h.Write([]byte("docmill migrate " + schema))
	return int64(h.Sum64() >> 1)
}
