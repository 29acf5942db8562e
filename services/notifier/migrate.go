package notifier

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings the schema up to date.
func Migrate(ctx context.Context, databaseURL string) error {
	schema, err := schema()
	if err != nil {
		return err
	}
	return pgstore.Migrate(ctx, databaseURL, schema)
}

// schema that the service owns.
func schema() (pgstore.Migrations, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return pgstore.Migrations{}, fmt.Errorf("migrations of notifier: %w", err)
	}
	return pgstore.Migrations{Schema: store.Schema, Files: files}, nil
}

// SwitchOff erases events and deliveries, and leaves subscriptions alone: for
// installations without webhooks, where nobody would erase them later.
func SwitchOff(ctx context.Context, databaseURL string) error {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return store.New(pool, nil).Clear(ctx)
}
