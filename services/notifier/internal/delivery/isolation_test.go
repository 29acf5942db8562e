package delivery_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
	"github.com/docmill/docmill/services/notifier/internal/store"
)

const (
	concurrency     = 256
	perSubscription = 8
)

func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[min(len(sorted)-1, len(sorted)*p/100)].Round(time.Millisecond)
}

// A hundred receivers, of which one is dead and one never responds, with forty events each and a thousand
// deliveries a second in total: the others get all of theirs while those two get none. The log has the
// delays; no other test runs concurrently, because of these figures.
//
//nolint:paralleltest // see above
func TestIsolation(t *testing.T) {
	stop := make(chan struct{})
	well := newReceiver(t, time.Now, always(200))
	slow := newReceiver(t, time.Now, func(http.ResponseWriter, *http.Request) { <-stop })
	dead := newReceiver(t, time.Now, always(200))
	release := sync.OnceFunc(func() { close(stop) })
	t.Cleanup(release)
	dead.Close()
	r := newRig(t, delivery.Config{Concurrency: concurrency, PerSubscription: perSubscription}, nil, well, slow, dead)
	const receivers, events = 100, 40
	for i := range receivers {
		switch i {
		case 0:
			r.subscribe(dead.URL)
		case 1:
			r.subscribe(slow.URL)
		default:
			r.subscribe(fmt.Sprintf("%s/%d", well.URL, i))
		}
	}
	r.run()
	began := time.Now()
	tick := time.NewTicker(slower * receivers * time.Millisecond)
	defer tick.Stop()
	for range events {
		r.event(time.Now().Add(time.Minute)) // after the subscriptions, by whatever clock
		r.dispatcher.Wake()
		<-tick.C
	}
	const want = (receivers - 2) * events
	testkit.Await(r.t, "the others' deliveries", func() bool { return len(well.requests()) >= want })
	took := time.Since(began)
	sorted := r.lateness(`SELECT DISTINCT s.id FROM subscriptions s WHERE url LIKE $1 || '%'`, well.URL)
	p99 := percentile(sorted, 99)
	assert.Equal(t, len(sorted), want, "deliveries")
	n := count[int](r, `SELECT count(*) FROM claims c JOIN subscriptions s ON s.id = c.subscription WHERE s.url = $1`,
		slow.URL)
	assert.True(t, n <= perSubscription, n, "attempts at the slow receiver side by side")
	release()
	t.Logf("%d deliveries to %d receivers in %s beside a dead and a silent one: late p50 %s, p99 %s, most %s; the "+
		"silent one had %d requests",
		want, receivers-2, took.Round(time.Millisecond), percentile(sorted, 50), p99, percentile(sorted, 100),
		len(slow.requests()))
}

// lateness of first attempts, sorted, of the subscriptions that a query names.
func (r *rig) lateness(subscriptions string, args ...any) []time.Duration {
	r.t.Helper()
	testkit.Await(r.t, "records", func() bool {
		return count[int](r, `SELECT count(*) FROM deliveries WHERE state = 'pending' AND attempts = 0 AND subscription IN (`+
			subscriptions+`)`, args...) == 0
	})
	rows, err := r.pool.Query(r.t.Context(), `
		SELECT a.started_at - d.created_at FROM attempts a JOIN deliveries d ON d.id = a.delivery
		WHERE a.number = 1 AND d.subscription IN (`+subscriptions+`)`, args...)
	require.NoError(r.t, err)
	defer rows.Close()
	var all []time.Duration
	for rows.Next() {
		var late time.Duration
		require.NoError(r.t, rows.Scan(&late))
		if late < 0 {
			r.t.Errorf("an attempt began %s early", -late)
		}
		all = append(all, late)
	}
	slices.Sort(all)
	return all
}

// Once its breaker is open, a receiver gets one attempt at a time, with a pause after each; the first
// success closes it.
func TestBreaker(t *testing.T) {
	t.Parallel()
	c := newClock()
	var mu sync.Mutex
	most, now := 0, 0
	status := 500
	hook := newReceiver(t, c.Now, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		now++
		most = max(most, now)
		answer := status
		mu.Unlock()
		time.Sleep(20 * time.Millisecond) // long enough to meet another
		w.WriteHeader(answer)
		mu.Lock()
		now--
		mu.Unlock()
	})
	r := newRig(t, delivery.Config{Concurrency: 64, PerSubscription: 4}, c.Now, hook)
	id, _ := r.subscribe(hook.URL)
	for range 12 {
		r.event(c.Now())
	}
	attempts := []int{r.once(), r.once(), r.once()} // 8 failures open it
	assert.True(t, slices.Equal(attempts, []int{4, 4, 0}) && most <= 4, attempts, "attempts", most, "at a time")
	c.Advance(999 * time.Millisecond)
	early := r.once()
	c.Advance(time.Millisecond)
	one := r.once()
	assert.True(t, early == 0 && one == 1, early, "attempts during the pause", one, "after it")
	mu.Lock()
	status = 200
	mu.Unlock()
	c.Advance(time.Second)
	one, rest := r.once(), r.once()
	assert.True(t, one == 1 && rest == 2, one, "and then", rest, "attempts when it is well again")
	sub := r.subscription(id)
	assert.True(t, sub.FailingSince == nil && sub.State == "active", sub)
}

// Two replicas share due deliveries: nothing is sent twice, and a subscription has at most its share in
// progress.
func TestReplicaSharing(t *testing.T) {
	t.Parallel()
	well := newReceiver(t, time.Now, always(200))
	r := newRig(t, delivery.Config{Concurrency: 16, PerSubscription: 4}, nil, well)
	for i := range 10 {
		r.subscribe(fmt.Sprintf("%s/%d", well.URL, i))
	}
	const events = 30
	for range events {
		r.event(time.Now().Add(time.Minute))
	}
	var wg sync.WaitGroup
	claimed := make(chan store.Claimed, 1000)
	for range 4 {
		wg.Go(func() {
			for range 10 {
				some, err := r.store.Claim(t.Context(), 20, 4)
				assert.NoError(t, err)
				for _, c := range some {
					claimed <- c
				}
			}
		})
	}
	wg.Wait()
	close(claimed)
	seen, by := map[string]bool{}, map[string]int{}
	for c := range claimed {
		assert.False(t, seen[c.ID.String()], c.ID, "was claimed twice")
		seen[c.ID.String()] = true
		by[c.Subscription]++
	}
	for sub, n := range by {
		assert.True(t, n <= 4, n, "of", sub, "side by side")
	}
	assert.Equal(t, len(seen), 40, "claimed")
	// The claimer has died, and half of the events are erased.
	for _, sql := range []string{`UPDATE claims SET until = clock_timestamp()`,
		`DELETE FROM payloads WHERE event_id IN (SELECT event_id FROM payloads ORDER BY event_id LIMIT 15)`} {
		testkit.Exec(t, r.pool, sql)
	}
	require.NoError(t, r.store.PruneClaims(t.Context()))
	n := count[int](r, `SELECT count(*) FROM claims c WHERE NOT EXISTS (SELECT FROM deliveries d WHERE d.id = `+
		`c.delivery)`)
	assert.Equal(t, n, 0, "claims of what was erased")
	again, err := r.store.Claim(t.Context(), 100, 4)
	require.NoError(t, err)
	assert.Equal(t, len(again), 40, "claimed after the claims ran out")
}
