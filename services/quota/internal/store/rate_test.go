package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/quota/internal/store"
)

// fill makes requests of the account that were admitted at these ages.
const fill = `
	INSERT INTO rate_windows (account, admitted, allowed, decided_at)
	SELECT $1, array_agg(clock_timestamp() - age ORDER BY age DESC), true, clock_timestamp()
		FROM unnest($2::interval[]) AS age`

func ages(seconds ...time.Duration) []time.Duration {
	for i := range seconds {
		seconds[i] *= time.Second
	}
	return seconds
}

// near reports whether a shrinking duration was want at some time since began.
func near(got, want time.Duration, since time.Time) bool {
	return got <= want && (got > 0 || want == 0) && got >= want-time.Since(since)
}

func TestAdmitAcrossReplicas(t *testing.T) {
	t.Parallel()
	const limit, workers, each = 60, 16, 20
	url := database(t)
	replicas := []*store.Store{store.New(open(t, url, 8)), store.New(open(t, url, 8))}
	var allowed, refused atomic.Int32
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for range each {
				v, err := replicas[w%len(replicas)].Admit(t.Context(), account, limit)
				if err != nil {
					t.Error(err)
					return
				}
				if v.Allowed {
					allowed.Add(1)
					continue
				}
				refused.Add(1)
				assert.True(t, v.Admitted == limit && v.RetryAfter > 0 && v.RetryAfter <= store.Window, "refusal", v)
			}
		})
	}
	all.Wait()
	if allowed.Load() != limit || refused.Load() != workers*each-limit {
		t.Errorf("%d allowed, %d refused; want %d and %d", allowed.Load(), refused.Load(), limit, workers*each-limit)
	}
}

// Each verdict of concurrent requests has a unique count: 1 to limit.
func TestAdmitConcurrently(t *testing.T) {
	t.Parallel()
	const limit = 32
	s := store.New(open(t, database(t), 8))
	seen := make([]atomic.Int32, limit+1)
	var all sync.WaitGroup
	for range limit {
		all.Go(func() {
			v, err := s.Admit(t.Context(), account, limit)
			if err != nil || !v.Allowed {
				t.Errorf("verdict = %+v, %v", v, err)
				return
			}
			seen[v.Admitted].Add(1)
		})
	}
	all.Wait()
	for n := 1; n <= limit; n++ {
		assert.Equal(t, seen[n].Load(), 1, "requests with number", n)
	}
}

func TestRollingWindow(t *testing.T) {
	t.Parallel()
	pool := open(t, database(t), 4)
	for _, tc := range []struct {
		name       string
		ages       []time.Duration
		limit      int
		allowed    bool
		admitted   int
		retryAfter time.Duration // 0: none
		reset      time.Duration
	}{
		{"room", ages(30, 20), 3, true, 3, 0, 30 * time.Second},
		{"full", ages(30, 20, 10), 3, false, 3, 30 * time.Second, 30 * time.Second},
		{"the oldest is just 60 s old", ages(60, 20, 10), 3, true, 3, 0, 40 * time.Second},
		{"all have left", ages(3600, 61, 60), 3, true, 1, 0, 60 * time.Second},
		{"the clock went back by ten minutes", ages(-600, -590, -580), 3, true, 1, 0, 60 * time.Second},
		{"the clock went back by ten seconds", ages(30, -5, -10), 4, true, 4, 0, 30 * time.Second},
		{"full once the clock went back", ages(30, -5, -10), 3, false, 3, 30 * time.Second, 30 * time.Second},
		// After a change to a smaller plan the limit-th last blocks, not the oldest.
		{"more than the limit", ages(50, 40, 30, 20), 2, false, 4, 30 * time.Second, 10 * time.Second},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			filled, account := time.Now(), contract.PrefixAccount+uuid.NewString()
			testkit.Exec(t, pool, fill, account, tc.ages)
			v, err := store.New(pool).Admit(t.Context(), account, tc.limit)
			require.NoError(t, err)
			if v.Allowed != tc.allowed || v.Admitted != tc.admitted || !near(v.RetryAfter, tc.retryAfter, filled) ||
				!near(v.Reset, tc.reset, filled) {
				t.Errorf("verdict = %+v, want allowed %v, admitted %d, retry after %s, reset %s",
					v, tc.allowed, tc.admitted, tc.retryAfter, tc.reset)
			}
		})
	}
}

// The instants of a window stay sorted when the clock goes back.
func TestWindowOrder(t *testing.T) {
	t.Parallel()
	pool := open(t, database(t), 2)
	testkit.Exec(t, pool, fill, account, ages(70, 30, -5, -10, -600))
	s := store.New(pool)
	for range 3 {
		v, err := s.Admit(t.Context(), account, 60)
		require.True(t, err == nil && v.Allowed, "verdict", v, err)
	}
	const sorted = `SELECT cardinality(admitted) = 6 AND admitted = ARRAY(SELECT t FROM unnest(admitted) AS t ORDER BY t)
		FROM rate_windows WHERE account = $1`
	if !testkit.Value[bool](t, pool, sorted, account) {
		t.Error(testkit.Value[string](t, pool, `SELECT admitted::text FROM rate_windows WHERE account = $1`, account))
	}
}

// RetryAfter ends at the very instant at which the request that blocks leaves
// the window, and then the next one is admitted. Stored times are moved instead
// of waiting.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	pool := open(t, database(t), 2)
	s := store.New(pool)
	testkit.Exec(t, pool, fill, account, ages(40, 20))
	v, err := s.Admit(t.Context(), account, 2)
	require.NoError(t, err, v)
	require.False(t, v.Allowed, "verdict =", v)
	// An instant d after the verdict is simulated by aging the stored ones.
	const ageTo = `UPDATE rate_windows SET admitted =
		ARRAY(SELECT t + (clock_timestamp() - decided_at) - $2::interval FROM unnest(admitted) t ORDER BY t)
			WHERE account = $1`
	blockedUntil := testkit.Value[time.Time](t, pool,
		`SELECT admitted[1] + interval '60 seconds' FROM rate_windows WHERE account = $1`, account)
	got := v.At.Add(v.RetryAfter)
	assert.True(t, got.Equal(blockedUntil), "retry at", got, "blocked until", blockedUntil)
	testkit.Exec(t, pool, ageTo, account, v.RetryAfter)
	v, err = s.Admit(t.Context(), account, 2)
	assert.True(t, err == nil && v.Allowed, "after RetryAfter", v, err)
}

func TestRefusedRequestsNotCounted(t *testing.T) {
	t.Parallel()
	pool := open(t, database(t), 2)
	s := store.New(pool)
	testkit.Exec(t, pool, fill, account, ages(40, 20))
	const stored = `SELECT admitted::text FROM rate_windows WHERE account = $1`
	before := testkit.Value[string](t, pool, stored, account)
	for range 5 {
		v, err := s.Admit(t.Context(), account, 2)
		require.True(t, err == nil && !v.Allowed, "verdict", v, err)
	}
	assert.Equal(t, testkit.Value[string](t, pool, stored, account), before, "window")
}

func TestUsageReadOnly(t *testing.T) {
	t.Parallel()
	pool := open(t, database(t), 2)
	s := store.New(pool)
	fresh, err := s.Usage(t.Context(), account)
	if err != nil || fresh.Admitted != 0 || fresh.Reset != 0 || fresh.Used != 0 ||
		time.Since(fresh.At).Abs() > time.Minute {
		t.Errorf("fresh account: %+v, %v", fresh, err)
	}
	filled := time.Now()
	testkit.Exec(t, pool, fill, account, ages(70, 40, 20))
	testkit.Exec(t, pool, `INSERT INTO months (account, month, used) VALUES
		($1, date_trunc('month', now() AT TIME ZONE 'UTC'), 7), ($1, date_trunc('month',
			now() AT TIME ZONE 'UTC') - interval '1 month', 9)`, account)
	for range 2 {
		u, err := s.Usage(t.Context(), account)
		if err != nil || u.Admitted != 2 || !near(u.Reset, 20*time.Second, filled) || u.Used != 7 {
			t.Errorf("usage = %+v, %v; want 2 admitted, reset in 20 s, 7 used", u, err)
		}
	}
	v, err := s.Admit(t.Context(), account, 60)
	assert.True(t, err == nil && v.Used == 7, "verdict", v, err, "want 7 used")
}
