package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Pages of expired documents have no gaps or duplicates, even if many expire at the same time.
func TestExpiredInPages(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	var want []string
	for range 5 {
		want = append(want, accept(t, s, gatewaytest.Acceptance(account)))
	}
	testkit.Exec(t, pool, `
		UPDATE documents SET expires_at = date_trunc('hour', now()) - interval '1 hour'`)
	accept(t, s, gatewaytest.Acceptance(account)) // whose time is not over
	var got []string
	for last := (store.Expired{}); ; {
		page, err := s.Expired(t.Context(), last, 2)
		require.NoError(t, err)
		if len(page) == 0 {
			break
		}
		for _, d := range page {
			got = append(got, d.DocumentID)
		}
		last = page[len(page)-1]
	}
	slices.Sort(want)
	assert.EqualSlices(t, got, want)
}

func TestOverdue(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	overdue := func() time.Duration {
		t.Helper()
		age, err := s.Overdue(t.Context())
		require.NoError(t, err)
		return age
	}
	for range 3 {
		accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	}
	testkit.Exec(t, pool, `UPDATE documents SET expires_at = now() + interval '1 hour'`)
	assert.Equal(t, overdue(), 0, "nothing overdue")
	for _, hours := range []int{1, 3} {
		testkit.Exec(t, pool, `
			UPDATE documents SET expires_at = now() - make_interval(hours => $1)
			WHERE id = (SELECT id FROM documents WHERE expires_at > now() LIMIT 1)`, hours)
	}
	age := overdue()
	assert.True(t, age >= 3*time.Hour && age <= 4*time.Hour, age, "want 3 hours")
}

// ahead is how much the database's clock goes back.
const ahead = 10 * time.Minute

func horizon() store.Horizon {
	return store.Horizon{Wait: time.Minute, Redispatch: time.Minute, Lease: 30 * time.Second, Erasure: 12 * time.Minute}
}

func TestClockSetBackQueued(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	id := accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	testkit.Exec(t, pool, `
		UPDATE documents SET available_at = available_at + $1::interval, accepted_at = accepted_at + $1::interval`, ahead)
	require.Empty(t, released(t, s, wide()), "released before the times were pulled back")
	n, err := s.PullBack(t.Context(), horizon())
	require.True(t, err == nil && n == 1, "pulled", n, "back", err)
	got := released(t, s, wide())
	assert.True(t, len(got) == 1 && got[0] == id, "released", got, "want", id)
}

func TestClockSetBackLease(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	claim(t, s, accept(t, s, gatewaytest.Acceptance(gatewaytest.Account())), "t")
	testkit.Exec(t, pool, `
		UPDATE documents SET lease_until = lease_until + $1::interval, claimed_at = claimed_at + $1::interval`, ahead)
	n, err := s.PullBack(t.Context(), horizon())
	require.True(t, err == nil && n == 1, "pulled", n, "back", err)
	if !testkit.Value[bool](t, pool, `
		SELECT lease_until <= clock_timestamp() + $1::interval AND claimed_at <= clock_timestamp() FROM documents`,
		horizon().Lease) {
		t.Error("the lease does not end within one lease")
	}
}

func TestClockSetBackJobs(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	testkit.Exec(t, pool, `UPDATE chores SET done_at = clock_timestamp() + $1::interval
		WHERE name = 'janitor'`, ahead)
	n, err := s.PullBack(t.Context(), horizon())
	require.True(t, err == nil && n == 1, "pulled", n, "back", err)
	mine, err := s.TakeTurn(t.Context(), "janitor", time.Microsecond)
	assert.True(t, err == nil && mine, "the turn was not taken", mine, err)
}

func TestPullBackValidTimes(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	acceptMany(t, s, account, 3)
	got := released(t, s, wide())
	require.Equal(t, len(got), 3, "released", got)
	claim(t, s, accept(t, s, gatewaytest.Acceptance(account)), "t")
	n, err := s.PullBack(t.Context(), store.Horizon{
		Wait: time.Minute, Redispatch: time.Hour, Lease: time.Hour, Erasure: time.Hour,
	})
	assert.True(t, err == nil && n == 0, "pulled", n, "back", err)
}
