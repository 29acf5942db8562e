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
	// Oldest is the number of the last migration that contracts the schema. Programs
	// that do not know it are refused from then on; 0 where none contracts it.
	Oldest int64
}

const (
	defaultMigrationTable = "schema_migrations"
	// lockTries is how often, a second apart, a process asks for its turn.
	lockTries = 300
)

// Migrate makes the schema if it is not there and applies what is missing.
// Processes that do it at the same time wait for each other. It fails with
// ErrNewerSchema where a newer release contracted the schema.
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
	if err := noteOldest(ctx, cfg, m); err != nil {
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

// ensureSchema makes the schema where it is missing, and fails where it is too new. A role
// without the right to make it finds it made by EnsureRoles.
func ensureSchema(ctx context.Context, cfg *pgx.ConnConfig, m Migrations) (err error) {
	return alone(ctx, cfg, m.Schema, func(tx pgx.Tx) error {
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

// noteOldest says which programs may still work with the schema.
func noteOldest(ctx context.Context, cfg *pgx.ConnConfig, m Migrations) error {
	return alone(ctx, cfg, m.Schema, func(tx pgx.Tx) error { return m.writeOldest(ctx, tx) })
}

// alone runs a transaction while no other process migrates the schema: IF NOT EXISTS
// alone fails when two do it at the same time.
func alone(ctx context.Context, cfg *pgx.ConnConfig, schema string, do func(pgx.Tx) error) (err error) {
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

// refuseNewer is checkOldest within a transaction, which a missing table would end.
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
