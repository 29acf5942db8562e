package notifier_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/notifier"
)

const (
	account     = contract.PrefixAccount + "01990000-0000-7000-8000-000000000000"
	other       = contract.PrefixAccount + "01990000-0000-7000-8000-000000000001"
	testTimeout = 30 * time.Second
)

// start runs the service as its own NATS user, so that a right it lacks shows,
// and gives it with the operator's connection.
func start(t *testing.T, url string) (context.Context, *notifier.Service, *bus.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	t.Cleanup(cancel)
	var users []natsd.User
	for name, p := range contract.Users() {
		users = append(users, natsd.User{
			Name: name, Password: "pw", Publish: p.Publish, Subscribe: p.Subscribe, AllowResponses: p.Respond,
		})
	}
	server := testkit.NATS(t, users...)
	svc, err := notifier.New(notifier.Config{DatabaseURL: url}, notifier.Deps{Bus: connect(t, server, contract.UserNotifier), Telemetry: telemetry.Discard()})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	select {
	case <-svc.Ready():
	case err := <-ended:
		t.Fatalf("Run: %v", err)
	}
	return ctx, svc, connect(t, server, contract.UserOperator)
}

func connect(t *testing.T, server *natsd.Server, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: "pw", Name: user, InProcess: server.Provider()}, telemetry.Discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// subscribe writes subscriptions, which no request can make in this version.
func subscribe(t *testing.T, url string) {
	t.Helper()
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.RuntimeParams["search_path"] = "notifier"
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), `
		INSERT INTO subscriptions (id, account, url, events, is_active, created_at) VALUES
		('wh_old', $1, 'https://example.com/old', '{extraction.completed,quota.warning}', true, '2026-01-01T10:00:00.1234Z'),
		('wh_new', $1, 'https://example.com/new', '{batch.failed}', false, '2026-02-01'),
		('wh_other', $2, 'https://example.com/other', '{batch.failed}', true, '2026-01-15')`, account, other)
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func list(ctx context.Context, t *testing.T, operator *bus.Conn, account string) []contract.Subscription {
	t.Helper()
	r, err := bus.Call[contract.ListSubscriptionsReply](ctx, operator, contract.RPCNotifierList, contract.ListSubscriptionsRequest{AccountID: account})
	if err != nil {
		t.Fatal(err)
	}
	if r.Items == nil {
		t.Error("no subscriptions are null, want an empty list")
	}
	return r.Items
}

func remove(ctx context.Context, operator *bus.Conn, account, id string) error {
	_, err := bus.Call[contract.Empty](ctx, operator, contract.RPCNotifierDelete, contract.DeleteSubscriptionRequest{AccountID: account, ID: id})
	return err
}

func TestListsOwnSubscriptionsNewestFirst(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, notifier.Migrate, "notifier")
	ctx, svc, operator := start(t, url)
	if got := list(ctx, t, operator, account); len(got) != 0 {
		t.Errorf("before any was made: %+v", got)
	}
	subscribe(t, url)
	got := list(ctx, t, operator, account)
	if len(got) != 2 || got[0].ID != "wh_new" || got[1].ID != "wh_old" {
		t.Fatalf("subscriptions = %+v", got)
	}
	old := got[1]
	created := time.Date(2026, 1, 1, 10, 0, 0, 123e6, time.UTC)
	if old.URL != "https://example.com/old" || len(old.Events) != 2 || old.Events[1] != contract.EventQuotaWarning || !old.IsActive || !old.CreatedAt.Equal(created) || got[0].IsActive {
		t.Errorf("subscriptions = %+v", got)
	}
	if err := svc.Check(ctx); err != nil {
		t.Errorf("Check: %v", err)
	}
}

func TestDeletesOwnSubscriptions(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, notifier.Migrate, "notifier")
	ctx, _, operator := start(t, url)
	subscribe(t, url)
	if err := remove(ctx, operator, account, "wh_old"); err != nil {
		t.Errorf("own: %v", err)
	}
	for _, id := range []string{"wh_old", "wh_other", "wh_unknown", "wh_\x00", "' OR true --"} {
		if err := remove(ctx, operator, account, id); !fault.Is(err, contract.CodeNotFound) {
			t.Errorf("%q: %v, want NOT_FOUND", id, err)
		}
	}
	if got := list(ctx, t, operator, account); len(got) != 1 || got[0].ID != "wh_new" {
		t.Errorf("left: %+v", got)
	}
	if got := list(ctx, t, operator, other); len(got) != 1 {
		t.Errorf("left of the other account: %+v", got)
	}
}

func TestWithoutDatabaseRequestsAreUnavailable(t *testing.T) {
	t.Parallel()
	ctx, svc, operator := start(t, "host="+t.TempDir()+" user=nobody")
	if err := remove(ctx, operator, account, "wh_old"); !fault.Is(err, contract.CodeServiceUnavailable) {
		t.Errorf("%v, want SERVICE_UNAVAILABLE", err)
	}
	if err := svc.Check(ctx); err == nil {
		t.Error("Check finds nothing wrong")
	}
}

func TestNewRefusesToPromiseDelivery(t *testing.T) {
	t.Parallel()
	_, err := notifier.New(notifier.Config{DatabaseURL: "x", WebhooksEnabled: true}, notifier.Deps{})
	if !errors.Is(err, notifier.ErrNoDelivery) {
		t.Errorf("error = %v", err)
	}
	if _, err := notifier.New(notifier.Config{}, notifier.Deps{}); err == nil {
		t.Error("accepted without a database")
	}
}
