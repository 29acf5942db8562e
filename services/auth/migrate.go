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
		return pgstore.Migrations{}, fmt.Errorf("migrations of auth: %w", err)
	}
	return pgstore.Migrations{Schema: store.Schema, Files: files}, nil
}

// FirstKeyName is the name of the key that Bootstrap makes.
const FirstKeyName = "First key"

// Bootstrap makes the first account, with its first key, if there is no account
// yet, and reports whether it did. The caller has made the key: keyHash is its
// contract.HashKey, lastFour its contract.LastFour. It runs after Migrate and
// needs no running service; of processes that do it at the same time one
// creates.
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

// WelcomeFirstOwner has a one-time link let in the first owner of the oldest
// account, for contract.LinkLife, and reports whether it did: it does nothing once
// any owner has joined, or while there is no account. The caller has made the
// link's secret: linkHash is its contract.HashSecret. A link from before ends.
// Like Bootstrap it needs no running service.
func WelcomeFirstOwner(ctx context.Context, cfg Config, linkHash string) (made bool, err error) {
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
