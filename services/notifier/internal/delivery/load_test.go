package delivery_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
)

// loadEvents is the number of events for each receiver.
const loadEvents = 100

// schedule makes deliveries to the receivers that fall due over span after lead.
func (r *rig) schedule(url string, receivers int, lead, span time.Duration) {
	r.t.Helper()
	for i := range receivers {
		r.subscribe(fmt.Sprintf("%s/%d", url, i))
	}
	body := `{"event":"extraction.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"text":"` + strings.Repeat("x",
		1000) + `"}}`
	for _, sql := range []string{
		`INSERT INTO payloads (event_id, account, ref, event, body, created_at)
		 SELECT 'e' || i, 'a', 'r' || i, 'extraction.completed',
		 	convert_to('` + body + `', 'UTF8'), clock_timestamp() FROM generate_series(1, ` + strconv.Itoa(loadEvents) + `) i`,
		`INSERT INTO deliveries (id, subscription, event_id, due_at, created_at)
		 SELECT gen_random_uuid(), s.id, p.event_id, clock_timestamp() + '1 hour', clock_timestamp() FROM subscriptions s,
		 	payloads p`,
		`ANALYZE`,
	} {
		_, err := r.pool.Exec(r.t.Context(), sql)
		require.NoError(r.t, err)
	}
	_, err := r.pool.Exec(r.t.Context(), `
		WITH t AS MATERIALIZED (SELECT clock_timestamp() + $3::interval AS t0),
		n AS (SELECT id, t0 + $1::interval * row_number() OVER () / $2 AS due FROM deliveries, t)
		UPDATE deliveries d SET due_at = due FROM n WHERE n.id = d.id`, span, float64(receivers*loadEvents), lead)
	require.NoError(r.t, err)
}

// Two thousand that fall due within two seconds begin when they are due and not before, each once. The
// log says how late they are.
func TestManyDue(t *testing.T) {
	t.Parallel()
	const receivers, total = 20, 20 * loadEvents
	well := newReceiver(t, time.Now, always(200))
	r := newRig(t, delivery.Config{Concurrency: concurrency, PerSubscription: perSubscription}, nil, well)
	r.schedule(well.URL, receivers, time.Second, 2*time.Second)
	due := r.dueTimes()
	r.run()
	r.awaitDelivered(well, total)
	late := r.late(due)
	if len(late) != total || late[0] < 0 {
		t.Errorf("%d attempts, the first %s late", len(late), late[0])
	}
	t.Logf("%d due within 2 s: least %s late, p50 %s, p99 %s, most %s", len(late), late[0], percentile(late, 50),
		percentile(late, 99), percentile(late, 100))
}

func (r *rig) dueTimes() map[string]time.Time {
	r.t.Helper()
	rows, err := r.pool.Query(r.t.Context(), `SELECT id::text, due_at FROM deliveries`)
	require.NoError(r.t, err)
	defer rows.Close()
	due := map[string]time.Time{}
	for rows.Next() {
		var id string
		var at time.Time
		require.NoError(r.t, rows.Scan(&id, &at))
		due[id] = at
	}
	return due
}

// late is how long after they were due attempts began, sorted.
func (r *rig) late(due map[string]time.Time) []time.Duration {
	r.t.Helper()
	rows, err := r.pool.Query(r.t.Context(), `SELECT delivery::text, started_at FROM attempts`)
	require.NoError(r.t, err)
	defer rows.Close()
	var all []time.Duration
	for rows.Next() {
		var id string
		var at time.Time
		require.NoError(r.t, rows.Scan(&id, &at))
		all = append(all, at.Sub(due[id]))
	}
	slices.Sort(all)
	return all
}

// awaitDelivered waits for all deliveries, and then for their records: polling would be part of the measurement.
func (r *rig) awaitDelivered(well *receiver, total int) {
	r.t.Helper()
	testkit.Await(r.t, "all deliveries", func() bool { return well.count() >= total })
	testkit.Await(r.t, "their records", func() bool {
		return count[int](r, `SELECT count(*) FROM deliveries WHERE state = 'delivered'`) == total
	})
}
