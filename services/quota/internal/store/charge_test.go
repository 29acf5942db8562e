package store_test

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

const (
	usedThisMonth = `SELECT coalesce(sum(used), 0)::int FROM months WHERE account = $1 AND month = date_trunc('month', ` +
		`now() AT TIME ZONE 'UTC')`
	thresholds = `SELECT coalesce(string_agg(kind || ' ' || used, ', ' ORDER BY reached_at, used), '') FROM thresholds ` +
		`WHERE account = $1`
)

func TestMonthlyLimit(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	const workers, each, limit = 16, 50, 100
	pool := open(t, database(t), workers)
	var charged, signalled atomic.Int32
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for range each {
				c, err := call(t.Context(), pool, contract.PlanFree, documents(1), 1)
				if err != nil {
					t.Error(err)
					return
				}
				charged.Add(int32(c.Charged))
				assert.True(t, c.Used <= limit && c.Limit == limit, "answer", c)
				if c.Signalled {
					signalled.Add(1)
				}
			}
		})
	}
	all.Wait()
	assert.Equal(t, charged.Load(), limit, "charged")
	testkit.WantCount(t, pool, limit, `SELECT count(*) FROM charges`)
	testkit.WantCount(t, pool, limit, usedThisMonth, account)
	if got := testkit.Value[string](t, pool, thresholds, account); got != "warning 80, exceeded 100" ||
		signalled.Load() != 2 {
		t.Errorf("thresholds %q, signalled %d times; want one warning and one exceeded", got, signalled.Load())
	}
}

func TestChargeBatch(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	pool := open(t, database(t), 2)
	first := documents(70)
	batch := append(documents(40), documents(10)...)
	for i, step := range []struct {
		documents []uuid.UUID
		want      charged
	}{
		{first, charged{70, 70, 100, false}},
		{batch, charged{30, 100, 100, true}},       // both thresholds at once
		{batch, charged{30, 100, 100, false}},      // again: those 30 are charged, the 31st still refused
		{batch[:30], charged{30, 100, 100, false}}, // charged before, though the month is full
		{documents(1), charged{0, 100, 100, false}},
		{nil, charged{0, 100, 100, false}},
	} {
		ids := step.documents
		if ids == nil {
			ids = []uuid.UUID{}
		}
		assert.Equal(t, mustCall(t, pool, contract.PlanFree, ids, 1), step.want, "step", i)
	}
	rows, err := pool.Query(t.Context(), `SELECT document FROM charges WHERE document <> ALL ($1)`, first)
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(t, err)
	for _, id := range got {
		assert.True(t, slices.Contains(batch[:30], id), id, "is charged and not among the first 30")
	}
}

func TestChargeOnce(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	pool := open(t, database(t), 8)
	one := documents(1)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c, err := call(t.Context(), pool, contract.PlanPro, append(one, one...), 1)
			assert.True(t, err == nil && c.Charged == 2 && c.Used == 1, "answer", c, err, "want 2 let through, 1 used")
		})
	}
	all.Wait()
}

func TestThresholdSignals(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	pool := open(t, database(t), 2)
	last := documents(1)
	for i, step := range []struct {
		plan      contract.Plan
		documents []uuid.UUID
		n         int
		want      charged
	}{
		{contract.PlanFree, documents(79), 1, charged{79, 79, 100, false}},
		{contract.PlanFree, last, 1, charged{1, 80, 100, true}},
		{contract.PlanFree, last, -1, charged{1, 79, 100, false}},
		{contract.PlanFree, documents(21), 1, charged{21, 100, 100, false}}, // passes 80 again
		{contract.PlanFree, documents(1), 1, charged{0, 100, 100, true}},
		{contract.PlanStarter, documents(700), 1, charged{700, 800, 1000, false}}, // 80 % of the new plan
		{contract.PlanStarter, documents(201), 1, charged{200, 1000, 1000, false}},
		{contract.PlanFree, documents(1), 1, charged{0, 1000, 100, false}}, // far over a smaller plan
	} {
		assert.Equal(t, mustCall(t, pool, step.plan, step.documents, step.n), step.want, "step", i)
	}
	assert.Equal(t, testkit.Value[string](t, pool, thresholds, account), "warning 80, exceeded 100", "thresholds")
}

func TestRefundOnce(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	pool := open(t, database(t), 8)
	ids := documents(10)
	mustCall(t, pool, contract.PlanFree, ids, 1)
	var returned atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			// A refund does not need the plan.
			c, err := call(t.Context(), pool, "", append(slices.Clone(ids[:3]), uuid.New()), -1)
			assert.NoError(t, err)
			returned.Add(int32(c.Charged))
		})
	}
	all.Wait()
	n, used := returned.Load(), testkit.Value[int](t, pool, usedThisMonth, account)
	assert.True(t, n == 3 && used == 7, n, "given back", used, "used; want 3 and 7")
	assert.Equal(t, mustCall(t, pool, contract.PlanFree, ids[:1], 1), charged{1, 7, 100, false},
		"charged again after it was given back")
}

func TestRefundMonth(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	pool := open(t, database(t), 2)
	old, now := documents(5), documents(4)
	mustCall(t, pool, contract.PlanFree, old, 1)
	testkit.Exec(t, pool, `UPDATE months SET month = month - interval '1 month'`)
	testkit.Exec(t, pool, `UPDATE charges SET month = month - interval '1 month'`)
	c := mustCall(t, pool, contract.PlanFree, now, 1)
	assert.Equal(t, c.Used, 4, "the new month begins with", c.Used-4, "used")
	assert.Equal(t, mustCall(t, pool, contract.PlanFree, []uuid.UUID{old[0], old[1], now[0]}, -1),
		charged{3, 3, 100, false}, "answer")
	used := testkit.Value[string](t, pool,
		`SELECT string_agg(used::text, ' ' ORDER BY month) FROM months`)
	assert.Equal(t, used, "3 3", "used by month")
}

func TestChargeRolledBack(t *testing.T) {
	t.Parallel()
	awayFromMonthEnd(t)
	pool := open(t, database(t), 2)
	undo := errors.New("undo")
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		assert.Equal(t, mustCall(t, tx, contract.PlanFree, documents(101), 1), charged{100, 100, 100, true}, "answer")
		return undo
	})
	require.ErrorIs(t, err, undo)
	testkit.WantCount(t, pool, 0,
		`SELECT (SELECT count(*) FROM charges) + (SELECT count(*) FROM months) + (SELECT count(*) `+
			`FROM thresholds)`)
}

func TestChargeInvalid(t *testing.T) {
	t.Parallel()
	pool := open(t, database(t), 2)
	for name, args := range map[string][]any{
		"unknown plan": {account, "Gold", documents(1), 1},
		"n":            {account, contract.PlanFree, documents(1), 2},
		"no n":         {account, contract.PlanFree, documents(1), nil},
		"no account":   {nil, contract.PlanFree, documents(1), 1},
		"no documents": {account, contract.PlanFree, nil, 1},
	} {
		_, err := pool.Exec(t.Context(), `SELECT quota.charge($1, $2, $3, $4)`, args...)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "22023" { // invalid_parameter_value
			t.Errorf("%s: %v", name, err)
		}
	}
}
