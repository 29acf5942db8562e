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

// Schemas are the migrations that Migrate applies, in their order.
func Schemas() ([]pgstore.Migrations, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("migrations of notifier: %w", err)
	}
	return []pgstore.Migrations{{Schema: store.Schema, Files: files}}, nil
}

// Migrate brings the schema up to date.
func Migrate(ctx context.Context, databaseURL string) error {
	all, err := Schemas()
	if err != nil {
		return err
	}
	return pgstore.MigrateAll(ctx, databaseURL, all)
}

// SwitchOff erases events and deliveries, but not subscriptions: without webhooks no running code would
// erase them later.
func SwitchOff(ctx context.Context, databaseURL string) error {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return store.New(pool, nil).Clear(ctx)
}
