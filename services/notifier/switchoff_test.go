package notifier_test

import (
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier"
)

// delivered fills a database with delivered events. Each deletion takes at least ten milliseconds, as if
// there were many more.
func delivered(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: "notifier"})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	subscribe(t, url)
	for _, sql := range []string{
		`INSERT INTO payloads (event_id, account, ref, event, body, created_at)
			SELECT 'e' || i, 'a', 'r', 'batch.failed', '', now() FROM generate_series(1, 100) i`,
		`INSERT INTO deliveries (id, subscription, event_id, state, due_at, created_at)
			SELECT gen_random_uuid(), s.id, p.event_id, 'pending', now(), now() FROM payloads p, subscriptions s`,
		`INSERT INTO attempts (delivery, number, started_at, duration_ms, headers, answer)
			SELECT id, 1, now(), 1, '{}', '' FROM deliveries`,
		`INSERT INTO claims (delivery, subscription, token, until)
			SELECT id, subscription, gen_random_uuid(), now() FROM deliveries LIMIT 1`,
		`INSERT INTO changes (account, subscription, before, after, at) VALUES ('a', 'wh_old', 'active', 'failing', now())`,
		`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.01); RETURN OLD; END'`,
		`CREATE TRIGGER slow BEFORE DELETE ON payloads FOR EACH ROW EXECUTE FUNCTION slow()`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	return pool
}

// switchedOff checks the remaining rows.
func switchedOff(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	for table, want := range map[string]int{
		"payloads": 0, "deliveries": 0, "attempts": 0, "subscriptions": 3, "changes": 1,
	} {
		var n int
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil || n != want {
			t.Errorf("%d %s, want %d, %v", n, table, want, err)
		}
	}
}

// With so many events that one statement could not delete them within its time, webhooks
// can be switched off all the same.
func TestSwitchOffManyEvents(t *testing.T) {
	t.Parallel()
	at := testkit.Database(t, notifier.Migrate, "notifier")
	pool := delivered(t, at)
	short, err := url.Parse(at)
	require.NoError(t, err)
	query := short.Query()
	query.Set("statement_timeout", "900ms") // of a second that a DELETE of them takes
	short.RawQuery = query.Encode()
	for range 2 {
		require.NoError(t, notifier.SwitchOff(t.Context(), short.String()))
	}
	switchedOff(t, pool)
}

// A dump of the database, which reads all tables for as long as it takes, does not keep
// webhooks on.
func TestSwitchOffDuringDump(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, notifier.Migrate, "notifier")
	pool := delivered(t, url)
	dump, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = dump.Rollback(t.Context()) }()
	if _, err := dump.Exec(t.Context(), `LOCK TABLE payloads, attempts IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, notifier.SwitchOff(t.Context(), url))
	switchedOff(t, pool)
}
