// Package store stores accounts and keys in Postgres. Ids have their public form. Rejections are
// *apierror.Error; other errors are the database's.
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

// New returns a store on a pool bound to Schema. domains may be nil without invitations and sign-ins.
func New(pool *pgxpool.Pool, domains DomainAccounts) *Store { return &Store{pool, domains} }

// Ping reports whether the database is available.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// newUUID returns a version 7 uuid: ids sort by time, so that indexes grow at their end.
func newUUID() (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("new id: %w", err)
	}
	return id.String(), nil
}

// parseID removes the prefix of a public id. Messages were validated on receipt, so an error is a bug.
func parseID(prefix, id string) (string, error) {
	u, err := contract.ParseID(prefix, id)
	if err != nil {
		return "", fmt.Errorf("unchecked id: %w", err)
	}
	return u, nil
}
