package quota

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/quota/internal/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schemas are the migrations that Migrate applies, in their order.
func Schemas() ([]pgstore.Migrations, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("migrations of quota: %w", err)
	}
	box, err := outbox.Migrations(store.Schema)
	if err != nil {
		return nil, err
	}
	return []pgstore.Migrations{{Schema: store.Schema, Files: files}, box}, nil
}

// Migrate updates the schema, writes the plans of the contract into it, and, if the gateway's database role
// exists, grants it the call of quota.charge. Run it again after creating that role.
func Migrate(ctx context.Context, databaseURL string) error {
	all, err := Schemas()
	if err != nil {
		return err
	}
	if err := pgstore.MigrateAll(ctx, databaseURL, all); err != nil {
		return err
	}
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return store.New(pool).Provision(ctx, contract.Plans(), pgstore.RoleName(contract.UserGateway))
}
