// Package store keeps accounts and keys in Postgres. Ids go in and out in their
// public form. Refusals are *fault.Error; everything else is the database's.
package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/contract"
)

// Schema that the service owns.
const Schema = "auth"

// Store runs the service's SQL.
type Store struct {
	pool    *pgxpool.Pool
	domains DomainAccounts
}

// New makes a store on a pool bound to Schema. domains may be nil where nobody is
// invited and nobody signs in.
func New(pool *pgxpool.Pool, domains DomainAccounts) *Store { return &Store{pool, domains} }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// newUUID makes a version 7 uuid: ids sort by time, so that indexes grow at
// their end.
func newUUID() (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("new id: %w", err)
	}
	return id.String(), nil
}

// parseID takes the prefix off a public id. Messages were checked when they
// came in, so a failure is a mistake of ours.
func parseID(prefix, id string) (string, error) {
	u, err := contract.ParseID(prefix, id)
	if err != nil {
		return "", fmt.Errorf("unchecked id: %w", err)
	}
	return u, nil
}
