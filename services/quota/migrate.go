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

// Migrate brings the schema up to date, writes the plans of the contract into
// it, and lets the gateway's database role, where there is one, call
// quota.charge: run it again once that role is made.
func Migrate(ctx context.Context, databaseURL string) error {
	all, err := schema()
	if err != nil {
		return err
	}
	for _, part := range all {
		if err := pgstore.Migrate(ctx, databaseURL, part); err != nil {
			return err
		}
	}
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return store.New(pool).Provision(ctx, contract.Plans(), pgstore.RoleName(contract.UserGateway))
}

// schema that the service owns, with its outbox.
func schema() ([]pgstore.Migrations, error) {
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
