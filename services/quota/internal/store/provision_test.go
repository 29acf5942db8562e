package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/quota"
)

// The gateway's role may only call charge, and cannot make it use other schemas' tables.
func TestGatewayRights(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	url := database(t)
	pool := open(t, url, 2)
	role := pgstore.RoleName(contract.UserGateway)
	ensureRole(t, pool, role)
	if err := quota.Migrate(t.Context(), url); err != nil { // the role is there now
		t.Fatal(err)
	}
	err := actAs(t, pool, role, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `CREATE TEMP TABLE plans AS SELECT 'Free' AS name, 1000000 AS documents_per_month, `+
			`1 AS warn_at`)
		if err != nil {
			return err
		}
		c, err := call(t.Context(), tx, contract.PlanFree, documents(101), 1)
		assert.Equal(t, c, charged{100, 100, 100, true}, "charge as", role)
		return err
	})
	assert.NoError(t, err)
	for _, forbidden := range []string{
		`SELECT * FROM quota.months`, `UPDATE quota.months SET used = 0`, `DELETE FROM quota.charges`,
		`SELECT * FROM quota.rate_windows`,
		`UPDATE quota.plans SET documents_per_month = 1000000`, `SELECT * FROM quota.outbox`,
		`CREATE TABLE quota.mine (x int)`,
		`SELECT quota.give_back('', '{}')`, `SELECT quota.open_month('', '2026-11-01')`,
		`SELECT quota.reach('', '2026-11-01', 'warning', '', 1, 1)`,
	} {
		err := actAs(t, pool, role, func(tx pgx.Tx) error { _, err := tx.Exec(t.Context(), forbidden); return err })
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "42501" { // insufficient_privilege
			t.Errorf("%s: %v, want permission denied", forbidden, err)
		}
	}
}

// actAs runs f in a transaction with no rights but the role's.
func actAs(t *testing.T, pool *pgxpool.Pool, role string, f func(tx pgx.Tx) error) error {
	t.Helper()
	return pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "SET LOCAL ROLE "+role); err != nil {
			return err
		}
		return f(tx)
	})
}

// ensureRole creates the role unless another test of the same server has.
func ensureRole(t *testing.T, pool *pgxpool.Pool, role string) {
	t.Helper()
	_, err := pool.Exec(t.Context(), fmt.Sprintf(`
		DO $$ BEGIN
			CREATE ROLE %s;
		EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
		END $$`, role))
	require.NoError(t, err)
}

func TestMigratePlans(t *testing.T) {
	t.Parallel()
	url := database(t)
	pool := open(t, url, 4)
	testkit.Exec(t, pool, `UPDATE plans SET documents_per_month = 7, warn_at = 7 WHERE name = 'Pro'`)
	testkit.Exec(t, pool, `INSERT INTO plans VALUES ('Gold', 10, 8)`)
	testkit.Exec(t, pool, `DELETE FROM plans WHERE name = 'Free'`)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			assert.NoError(t, quota.Migrate(context.WithoutCancel(t.Context()), url))
		})
	}
	all.Wait()
	const want = "Free 100 80, Starter 1000 800, Pro 10000 8000, Enterprise 100000 80000"
	got := testkit.Value[string](t, pool,
		`SELECT string_agg(concat_ws(' ', name, documents_per_month, warn_at), ', ' ORDER BY `+
			`documents_per_month) FROM plans`)
	assert.Equal(t, got, want, "plans")
}
