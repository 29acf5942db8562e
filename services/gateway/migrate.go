package gateway

import (
	"context"
	"errors"
	"fmt"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/migrations"
)

const schema = "gateway"

// Schemas returns the migrations that Migrate applies, in order.
func Schemas() ([]pgstore.Migrations, error) {
	box, err := outbox.Migrations(schema)
	if err != nil {
		return nil, err
	}
	return []pgstore.Migrations{{Schema: schema, Files: migrations.Files()}, box}, nil
}

// Migrate updates the gateway's schema.
func Migrate(ctx context.Context, databaseURL string) error {
	all, err := Schemas()
	if err != nil {
		return err
	}
	if err := pgstore.MigrateAll(ctx, databaseURL, all); err != nil {
		return err
	}
	return store.EnsureSearchIndex(ctx, databaseURL, schema)
}

// Errors of a database that does not fit this program.
var (
	// ErrPendingMigrations means that the gateway's schema is older than the program.
	ErrPendingMigrations = errors.New("the gateway's database schema is not up to date: run the migrate command first")
	// ErrNoQuota means that documents cannot be charged.
	ErrNoQuota = errors.New("quota.charge is missing or may not be called: run the quota service's migrate command first")
)

// Extensions returns the PostgreSQL extensions that make searches fast. The owner of the database
// creates them; the gateway's role may not.
func Extensions() []string { return store.SearchExtensions() }

func checkSchema(ctx context.Context, s *store.Store) error {
	want, err := migrations.Latest()
	if err != nil {
		return err
	}
	have, mayCharge, err := s.SchemaVersion(ctx)
	switch {
	case err != nil:
		return err
	case have < want:
		return fmt.Errorf("%w (version %d, want %d)", ErrPendingMigrations, have, want)
	}
	all, err := Schemas()
	if err == nil {
		err = s.CheckSchema(ctx, all...)
	}
	if err == nil && !mayCharge {
		err = ErrNoQuota
	}
	return err
}
