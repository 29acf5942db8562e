package auth

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schemas are the migrations that Migrate applies, in their order.
func Schemas() ([]pgstore.Migrations, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("migrations of auth: %w", err)
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

// FirstKeyName is the name of the key that Bootstrap makes.
const FirstKeyName = "First key"

// Bootstrap creates the first account with its first key if there is no account yet, and reports whether it
// did. The caller has generated the key: keyHash is its contract.HashKey, lastFour its contract.LastFour.
// It runs after Migrate and needs no running service. Of concurrent calls only one creates.
func Bootstrap(
	ctx context.Context, cfg Config, name string, plan contract.Plan, keyHash, lastFour string,
) (created bool, err error) {
	account := contract.CreateAccountRequest{Name: name, Plan: plan}
	err = errors.Join(cfg.Validate(), account.Validate(), contract.VerifyRequest{KeyHash: keyHash}.Validate())
	if err != nil {
		return false, fmt.Errorf("first account: %w", err)
	}
	peppers, err := cfg.peppers()
	if err != nil {
		return false, err
	}
	mac, err := hashMAC(peppers.keys, keyHash)
	if err != nil {
		return false, err
	}
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: cfg.DatabaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return false, err
	}
	defer pool.Close()
	return store.New(pool, nil).CreateFirstAccount(ctx, account,
		store.NewKey{MAC: mac, Name: FirstKeyName, LastFour: lastFour})
}

// InviteFirstOwner creates a one-time link for the first owner of the oldest account, valid for
// contract.LinkLife, and reports whether it did: it does nothing if an owner has joined or there is no
// account. The caller has generated the link's secret: linkHash is its contract.HashSecret. It replaces an
// earlier link. Like Bootstrap it needs no running service.
func InviteFirstOwner(ctx context.Context, cfg Config, linkHash string) (made bool, err error) {
	if err := cfg.Validate(); err != nil {
		return false, fmt.Errorf("first owner: %w", err)
	}
	peppers, err := cfg.peppers()
	if err != nil {
		return false, err
	}
	mac, err := hashMAC(peppers.secrets, linkHash)
	if err != nil {
		return false, err
	}
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: cfg.DatabaseURL, Schema: store.Schema, MaxConns: 1})
	if err != nil {
		return false, err
	}
	defer pool.Close()
	return store.New(pool, nil).FirstOwner(ctx, mac)
}
