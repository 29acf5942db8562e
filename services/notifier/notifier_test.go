package notifier_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/notifier"
)

const (
	account     = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"
	other       = contract.PrefixAccount + "01990000-0000-7000-8000-000000000001"
	testTimeout = testkit.Patience
)

// start runs the service with webhooks off as its own NATS user, and returns it with the operator's connection.
func start(t *testing.T, url string) (context.Context, *notifier.Service, *bus.Conn) {
	t.Helper()
	return startWith(t, startNATS(t), notifier.Config{DatabaseURL: url}, contract.Streams())
}

func startWith(
	t *testing.T, server *natsd.Server, cfg notifier.Config, streams []contract.StreamSpec,
) (context.Context, *notifier.Service, *bus.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	t.Cleanup(cancel)
	operator := connect(t, server, contract.UserOperator)
	require.NoError(t, operator.Provision(ctx, streams))
	svc, err := notifier.New(cfg, deps(connect(t, server, contract.UserNotifier)))
	require.NoError(t, err)
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended, "Run")
	})
	select {
	case <-svc.Ready():
	case err := <-ended:
		t.Fatalf("Run: %v", err)
	}
	return ctx, svc, operator
}

func connect(t *testing.T, server *natsd.Server, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: "pw", Name: user, InProcess: server.Provider()},
		telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// subscribe writes subscriptions, because no request can make them while webhooks are off.
func subscribe(t *testing.T, url string) {
	t.Helper()
	cfg, err := pgx.ParseConfig(url)
	require.NoError(t, err)
	cfg.RuntimeParams["search_path"] = "notifier"
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), `
		INSERT INTO subscriptions (id, account, url, events, state, created_at) VALUES
		('wh_old', $1, 'https://example.com/old', '{extraction.completed,quota.warning}', 'active',
			'2026-01-01T10:00:00.1234Z'),
		('wh_new', $1, 'https://example.com/new', '{batch.failed}', 'disabled', '2026-02-01'),
		('wh_other', $2, 'https://example.com/other', '{batch.failed}', 'failing', '2026-01-15')`, account, other)
	require.NoError(t, errors.Join(err, conn.Close(t.Context())))
}

func list(ctx context.Context, t *testing.T, operator *bus.Conn, account string) []contract.Subscription {
	t.Helper()
	r, err := bus.Call[contract.ListSubscriptionsReply](ctx, operator, contract.RPCNotifierList,
		contract.ListSubscriptionsRequest{AccountID: account})
	require.NoError(t, err)
	assert.True(t, r.Items != nil, "no subscriptions are null, want an empty list")
	return r.Items
}

func remove(ctx context.Context, operator *bus.Conn, account, id string) error {
	_, err := bus.Call[contract.Empty](ctx, operator, contract.RPCNotifierDelete,
		contract.DeleteSubscriptionRequest{AccountID: account, ID: id})
	return err
}

func TestListSubscriptions(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, notifier.Migrate, "notifier")
	ctx, svc, operator := start(t, url)
	assert.Empty(t, list(ctx, t, operator, account), "before any was made")
	subscribe(t, url)
	got := list(ctx, t, operator, account)
	require.True(t, len(got) == 2 && got[0].ID == "wh_new" && got[1].ID == "wh_old", "subscriptions", got)
	old := got[1]
	created := time.Date(2026, 1, 1, 10, 0, 0, 123e6, time.UTC)
	if old.URL != "https://example.com/old" || len(old.Events) != 2 || old.Events[1] != contract.EventQuotaWarning ||
		!old.IsActive || !old.CreatedAt.Equal(created) || got[0].IsActive {
		t.Errorf("subscriptions = %+v", got)
	}
	assert.NoError(t, svc.Check(ctx), "Check")
}

func TestDeleteSubscription(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, notifier.Migrate, "notifier")
	ctx, _, operator := start(t, url)
	subscribe(t, url)
	assert.NoError(t, remove(ctx, operator, account, "wh_old"), "own")
	for _, id := range []string{"wh_old", "wh_other", "wh_unknown", "wh_\x00", "' OR true --"} {
		err := remove(ctx, operator, account, id)
		assert.True(t, apierror.Is(err, contract.CodeNotFound), id, err, "want NOT_FOUND")
	}
	got := list(ctx, t, operator, account)
	assert.True(t, len(got) == 1 && got[0].ID == "wh_new", "left", got)
	got = list(ctx, t, operator, other)
	assert.Equal(t, len(got), 1, "left of the other account", got)
}

func TestDatabaseUnavailable(t *testing.T) {
	t.Parallel()
	url, interrupt := testkit.Interruptible(t, testkit.Database(t, notifier.Migrate, "notifier"))
	ctx, svc, operator := start(t, url)
	interrupt()
	err := remove(ctx, operator, account, "wh_old")
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), err, "want SERVICE_UNAVAILABLE")
	assert.Error(t, svc.Check(ctx), "Check finds nothing wrong")
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	on := func(change func(*notifier.Config)) notifier.Config {
		cfg := enabled("x", "443")
		change(&cfg)
		return cfg
	}
	for name, cfg := range map[string]notifier.Config{
		"no database":    {},
		"no secret":      on(func(c *notifier.Config) { c.SecretKey = "short" }),
		"no port":        on(func(c *notifier.Config) { c.Webhooks.Ports = nil }),
		"no network":     on(func(c *notifier.Config) { c.Webhooks.AllowNetworks = []string{"inside"} }),
		"no such file":   on(func(c *notifier.Config) { c.Webhooks.CAFile = "/nowhere" }),
		"no certificate": on(func(c *notifier.Config) { c.Webhooks.CAFile = "config.go" }),
	} {
		_, err := notifier.New(cfg, notifier.Deps{})
		assert.Error(t, err, name, "accepted")
	}
	_, err := notifier.New(on(func(*notifier.Config) {}), notifier.Deps{})
	assert.NoError(t, err)
}

func startNATS(t *testing.T) *natsd.Server {
	t.Helper()
	return testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
}

func deps(conn *bus.Conn) notifier.Deps {
	return notifier.Deps{Bus: conn, Telemetry: telemetry.Discard()}
}

func hexMAC(secret, body string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(body))
	return hex.EncodeToString(h.Sum(nil))
}

// query runs SQL in the service's schema.
func (r *rig) query(sql string) {
	r.t.Helper()
	r.text(`WITH done AS (` + sql + ` RETURNING 1) SELECT count(*)::text FROM done`)
}

func (r *rig) text(sql string) (text string) {
	r.t.Helper()
	cfg, err := pgx.ParseConfig(r.url)
	require.NoError(r.t, err)
	cfg.RuntimeParams["search_path"] = "notifier"
	conn, err := pgx.ConnectConfig(r.ctx, cfg)
	require.NoError(r.t, err)
	defer conn.Close(r.ctx)
	require.NoError(r.t, conn.QueryRow(r.ctx, sql).Scan(&text))
	return text
}

// logging makes a service of a database that logs there, with NATS as it should be.
func logging(t *testing.T) testkit.NewService {
	t.Helper()
	return func(url string, log *slog.Logger) testkit.Service {
		server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
		require.NoError(t, connect(t, server, contract.UserOperator).Provision(t.Context(), contract.Streams()))
		tel := telemetry.Discard()
		tel.Log = log
		svc, err := notifier.New(notifier.Config{DatabaseURL: url}, notifier.Deps{
			Bus: connect(t, server, contract.UserNotifier), Telemetry: tel,
		})
		require.NoError(t, err)
		return svc
	}
}

func TestReadyWithoutSchema(t *testing.T) {
	t.Parallel()
	testkit.ReadyOnceMigrated(t, notifier.Migrate, logging(t))
}

func TestReadyWithRefusedCredentials(t *testing.T) {
	t.Parallel()
	testkit.NotReadyWhenRefused(t, testkit.Database(t, notifier.Migrate, "notifier"), logging(t))
}

// delivered fills a database with delivered events. Each deletion takes at least 10 ms, as with many more.
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
		_, err := pool.Exec(t.Context(), sql)
		require.NoError(t, err, sql)
	}
	return pool
}

// switchedOff checks the remaining rows.
func switchedOff(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	for table, want := range map[string]int{
		"payloads": 0, "deliveries": 0, "attempts": 0, "subscriptions": 3, "changes": 1,
	} {
		testkit.WantCount(t, pool, want, `SELECT count(*) FROM `+table)
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
	testkit.Exec(t, dump, `LOCK TABLE payloads, attempts IN ACCESS SHARE MODE`)
	require.NoError(t, notifier.SwitchOff(t.Context(), url))
	switchedOff(t, pool)
}
