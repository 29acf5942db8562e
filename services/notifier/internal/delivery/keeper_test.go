package delivery_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
)

// newKept makes a rig and a subscription of it with pending deliveries.
func newKept(t *testing.T, pending int) (r *rig, id string) {
	t.Helper()
	well := newReceiver(t, time.Now, always(200))
	r = newRig(t, delivery.Config{Concurrency: 8, PerSubscription: 4}, nil, well)
	id, _ = r.subscribe(well.URL)
	r.exec(`INSERT INTO payloads (event_id, account, ref, event, body, created_at)
		SELECT 'e' || i, $1, 'r', 'extraction.completed', '{}', now() FROM generate_series(1, $2) i`, account, pending)
	r.exec(`INSERT INTO deliveries (id, subscription, event_id, due_at, created_at)
		SELECT gen_random_uuid(), $1, event_id, now(), now() FROM payloads`, id)
	return r, id
}

func (r *rig) exec(sql string, args ...any) {
	r.t.Helper()
	testkit.Exec(r.t, r.pool, sql, args...)
}

// spend makes a subscription fail until it must be disabled.
func (r *rig) spend(id string) {
	r.t.Helper()
	r.exec(`UPDATE subscriptions SET state = 'failing', run_since = now() - interval '73 hours', last_failure = now(),
		failures = 9 WHERE id = $1`, id)
}

func (r *rig) pending() int {
	r.t.Helper()
	return count[int](r, `SELECT count(*) FROM deliveries WHERE state = 'pending'`)
}

// held prevents pending deliveries from being ended until the returned function is called.
func (r *rig) held() (release func()) {
	r.t.Helper()
	tx, err := r.pool.Begin(r.t.Context())
	require.NoError(r.t, err)
	_, err = tx.Exec(r.t.Context(), `SELECT FROM deliveries FOR UPDATE`)
	require.NoError(r.t, err)
	release = sync.OnceFunc(func() {
		assert.NoError(r.t, tx.Rollback(context.Background()))
	})
	r.t.Cleanup(release)
	return release
}

// unlocked reports whether recording can lock all subscriptions.
func (r *rig) unlocked() bool {
	r.t.Helper()
	tx, err := r.pool.Begin(r.t.Context())
	require.NoError(r.t, err)
	defer func() { _ = tx.Rollback(r.t.Context()) }()
	locked, err := tx.Query(r.t.Context(), `SELECT id FROM subscriptions FOR NO KEY UPDATE SKIP LOCKED`)
	require.NoError(r.t, err)
	ids, err := pgx.CollectRows(locked, pgx.RowTo[string])
	require.NoError(r.t, err)
	return len(ids) == 1
}

// bounded has statements fail that end more deliveries than one may.
func (r *rig) bounded() {
	r.t.Helper()
	r.exec(`CREATE FUNCTION bounded() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF (SELECT count(*) FROM changed) > 500 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$`)
	r.exec(`CREATE TRIGGER bounded AFTER UPDATE ON deliveries REFERENCING NEW TABLE AS changed
		FOR EACH STATEMENT EXECUTE FUNCTION bounded()`)
}

// A receiver that was down for days has so many pending deliveries that ending them takes long: before
// that, its subscription is disabled, reported and gets no deliveries, and no lock blocks others.
func TestDisableWithPendingDeliveries(t *testing.T) {
	t.Parallel()
	r, id := newKept(t, 10)
	r.spend(id)
	release := r.held()
	looked := make(chan error, 1)
	go func() { looked <- r.keeper.Look(t.Context()) }()
	testkit.Await(r.t, "the change to be told", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.told) == 1
	})
	sub := r.subscription(id)
	assert.True(t, sub.State == contract.SubscriptionDisabled && r.unlocked(), "it is", sub.State, "or locked")
	assert.Equal(t, r.pending(), 10, "pending, which are held")
	some, err := r.store.Claim(t.Context(), 8, 4)
	assert.True(t, err == nil && len(some) == 0, len(some), "deliveries of a disabled subscription are attempted", err)
	release()
	assert.NoError(t, <-looked)
	assert.Equal(t, r.pending(), 0, "pending")
}

func TestPendingDeliveriesEndedInBatches(t *testing.T) {
	t.Parallel()
	t.Run("disabled", func(t *testing.T) {
		t.Parallel()
		r, id := newKept(t, 1200)
		r.spend(id)
		r.bounded()
		r.look()
		assert.Equal(t, r.pending(), 0, "pending")
	})
	t.Run("without a plan", func(t *testing.T) {
		t.Parallel()
		r, _ := newKept(t, 1200)
		r.bounded()
		changed, err := r.store.SetPlans(t.Context(), map[string]contract.Plan{account: contract.PlanFree})
		n := r.pending()
		assert.True(t, err == nil && changed == 1 && n == 0, changed, "changed", n, "are pending", err)
	})
}

// An account on a plan without webhooks gets no deliveries while its pending ones are being ended, and the
// next look continues after an error.
func TestPlanChangeWithPendingDeliveries(t *testing.T) {
	t.Parallel()
	r, _ := newKept(t, 10)
	free := map[string]contract.Plan{account: contract.PlanFree}
	release := r.held()
	ctx, cancel := context.WithCancel(t.Context())
	noted := make(chan error, 1)
	go func() {
		_, err := r.store.SetPlans(ctx, free)
		noted <- err
	}()
	testkit.Await(r.t, "the plan", func() bool {
		return count[bool](r, `SELECT NOT in_plan FROM subscriptions`) && r.unlocked()
	})
	cancel()
	assert.Error(t, <-noted, "what is held was ended")
	release()
	_, err := r.store.SetPlans(t.Context(), free)
	require.NoError(t, err)
	assert.Equal(t, r.pending(), 0, "pending")
}

// Other replicas end the pending deliveries of a replica that died after disabling a subscription; those of
// a re-enabled one are delivered.
func TestPendingDeliveriesOfDisabled(t *testing.T) {
	t.Parallel()
	r, id := newKept(t, 3)
	r.exec(`UPDATE subscriptions SET state = 'disabled'`)
	_, err := r.store.Enable(t.Context(), account, id)
	require.NoError(t, err)
	require.NoError(t, r.store.EndDisabled(t.Context()))
	assert.Equal(t, r.pending(), 3, "pending for one that is enabled")
	r.exec(`UPDATE subscriptions SET state = 'disabled'`)
	r.look()
	assert.Equal(t, r.pending(), 0, "pending for one that is disabled")
}

// Changes are reported although a subscription cannot be disabled.
func TestChangesReportedOnError(t *testing.T) {
	t.Parallel()
	r, id := newKept(t, 1)
	r.spend(id)
	r.exec(`INSERT INTO changes (account, subscription, before, after, at) VALUES ($1, $2, 'active', 'failing', now())`,
		account, id)
	r.exec(`ALTER TABLE subscriptions ADD CONSTRAINT refused CHECK (state <> 'disabled')`)
	assert.Error(t, r.keeper.Look(t.Context()), "the error is not reported")
	assert.Equal(t, len(r.told), 1, "told", r.told)
}
