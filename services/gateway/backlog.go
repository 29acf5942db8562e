package gateway

import (
	"context"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Backlog is the unfinished work of an installation.
type Backlog = store.Backlog

// InspectBacklog reads the backlog from the database, as any user that may read the gateway's
// schema. It changes nothing and needs no running service.
func InspectBacklog(ctx context.Context, databaseURL string) (Backlog, error) {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: schema, MaxConns: 1, ReadOnly: true})
	if err != nil {
		return Backlog{}, err
	}
	defer pool.Close()
	return store.New(pool, pool).Backlog(ctx)
}
