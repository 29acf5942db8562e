package gateway

import (
	"context"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Backlog is the work of an installation that has not ended.
type Backlog = store.Backlog

// InspectBacklog counts it in the database, as any user that may read the gateway's
// schema; it changes nothing and needs no running service.
func InspectBacklog(ctx context.Context, databaseURL string) (Backlog, error) {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: schema, MaxConns: 1, ReadOnly: true})
	if err != nil {
		return Backlog{}, err
	}
	defer pool.Close()
	return store.New(pool, pool).Backlog(ctx)
}
