package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/quota"
	"github.com/docmill/docmill/services/quota/internal/store"
)

const account = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"

func database(t testing.TB) string { return testkit.Database(t, quota.Migrate, "quota") }

func open(t testing.TB, url string, conns int32) *pgxpool.Pool {
	t.Helper()
	pool, err := pgstore.Open(context.Background(),
		pgstore.Config{URL: url, Schema: store.Schema, MaxConns: conns, RelaxedDurability: true})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// charged is the result of the SQL function charge.
type charged struct {
	Charged, Used, Limit int
	Signalled            bool
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// call calls charge by its full name, as the gateway does.
func call(ctx context.Context, q querier, plan contract.Plan, documents []uuid.UUID, n int) (charged, error) {
	rows, err := q.Query(ctx, `SELECT * FROM quota.charge($1, $2, $3, $4)`, account, plan, documents, n)
	if err != nil {
		return charged{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[charged])
}

func mustCall(t testing.TB, q querier, plan contract.Plan, documents []uuid.UUID, n int) charged {
	t.Helper()
	c, err := call(t.Context(), q, plan, documents, n)
	require.NoError(t, err)
	return c
}

func documents(n int) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = uuid.New()
	}
	return ids
}

// awayFromMonthEnd waits if the month is about to end: a test's charges must be in one month.
func awayFromMonthEnd(t testing.TB) {
	t.Helper()
	now := time.Now()
	if next := contract.MonthStart(now).AddDate(0, 1, 0); next.Sub(now) < time.Minute {
		time.Sleep(next.Sub(now) + time.Second)
	}
}
