package quota_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/quota"
)

func TestAdmitAcrossReplicas(t *testing.T) {
	t.Parallel()
	f := start(t, 2)
	const limit, workers, each = 60, 16, 6
	var allowed atomic.Int32
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for range each {
				r, err := f.admit(contract.PlanPro)
				if err != nil {
					t.Error(err)
					return
				}
				if r.Allowed {
					allowed.Add(1)
				} else if r.RetryAfterMs > 60_000 || r.Minute.Remaining != 0 {
					t.Errorf("refusal = %+v", r)
				}
			}
		})
	}
	all.Wait()
	assert.Equal(t, allowed.Load(), limit, "of", workers*each, "allowed")
}

func TestAdmitWindows(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	f.charge(t, f.pool(t), contract.PlanEnterprise, 3)
	r, err := f.admit(contract.PlanEnterprise)
	require.NoError(t, err)
	assert.True(t, r.Minute == (contract.RateWindow{Limit: 120, Remaining: 119, ResetMs: 60_000}) && r.RetryAfterMs == 0,
		"reply", r)
	start := contract.MonthStart(time.Now())
	want := contract.MonthUsage{
		Start: contract.TimeOf(start), End: contract.TimeOf(start.AddDate(0, 1, 0)), Used: 3, Limit: 100_000,
		Remaining: 99_997,
	}
	assert.Equal(t, r.Month, want, "month")
}

func TestUsageAfterDowngrade(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	f.charge(t, f.pool(t), contract.PlanStarter, 150)
	for range 2 {
		u, err := bus.Call[contract.UsageReply](f.ctx, f.operator, contract.RPCQuotaUsage,
			contract.AdmitRequest{AccountID: account, Plan: contract.PlanFree})
		require.NoError(t, err)
		if u.Minute != (contract.RateWindow{Limit: 60, Remaining: 60}) || u.Month.Used != 150 || u.Month.Limit != 100 ||
			u.Month.Remaining != 0 {
			t.Errorf("usage = %+v", u)
		}
	}
}

func TestThresholdEvents(t *testing.T) {
	t.Parallel()
	f := start(t, 2)
	pool := f.pool(t)
	events := make(chan contract.Event, 16)
	stop, err := bus.Subscribe(f.operator, contract.SubjectEvents, func(_ context.Context, e contract.Event) {
		events <- e
	})
	require.NoError(t, err)
	t.Cleanup(stop)

	for n := 0; n < 100; n += 20 {
		f.charge(t, pool, contract.PlanFree, 20)
		require.NoError(t, f.operator.Publish(f.ctx, contract.SubjectWakeQuota, contract.Empty{}))
	}
	expect(t, f, events, contract.EventQuotaWarning, 80)
	assert.True(t, f.charge(t, pool, contract.PlanFree, 1), "the first refusal is not signalled")
	expect(t, f, events, contract.EventQuotaExceeded, 100) // without a wake
	f.charge(t, pool, contract.PlanFree, 1)

	// Core subscribers see every publish, those too that the stream would drop
	// as second ones.
	waitPublished(t, f, 2)
	if len(events) > 0 {
		t.Errorf("one more event: %+v", <-events)
	}
}

func expect(t *testing.T, f *fixture, events <-chan contract.Event, kind contract.EventType, used int) {
	t.Helper()
	var e contract.Event
	select {
	case e = <-events:
	case <-f.ctx.Done():
		t.Fatalf("no event %s", kind)
	}
	var got contract.QuotaEvent
	require.NoError(t, json.Unmarshal(e.Data, &got))
	start := contract.MonthStart(time.Now())
	want := contract.QuotaEvent{
		AccountID: account, Plan: contract.PlanFree, Used: used, Limit: 100,
		Period: contract.QuotaPeriod{Start: contract.TimeOf(start), End: contract.TimeOf(start.AddDate(0, 1, 0))},
	}
	if e.Event != kind || got != want || time.Since(e.Timestamp.Time).Abs() > time.Minute {
		t.Errorf("event %s at %s: %+v, want %s: %+v", e.Event, e.Timestamp, got, kind, want)
	}
}

// waitPublished waits until the outbox is empty, and checks n first-try messages on the contract's subjects.
func waitPublished(t *testing.T, f *fixture, n int) {
	t.Helper()
	pool := f.pool(t)
	for waiting := -1; waiting != 0; {
		require.NoError(t, pool.QueryRow(f.ctx, `SELECT count(*) FROM outbox WHERE published_at IS NULL`).Scan(&waiting))
	}
	var total, tries int
	var subjects, ids string
	err := pool.QueryRow(f.ctx, `
		SELECT count(*), max(tries), string_agg(subject, ' ' ORDER BY id), string_agg(msg_id, ' ' ORDER BY id) FROM outbox`).
		Scan(&total, &tries, &subjects, &ids)
	require.NoError(t, err)
	month := time.Now().UTC().Format("2006-01")
	wantSubjects := contract.EventSubject(contract.EventQuotaWarning, account, month) + " " +
		contract.EventSubject(contract.EventQuotaExceeded, account, month)
	wantIDs := "quota.warning:" + account + ":" + month + " quota.exceeded:" + account + ":" + month
	if total != n || tries != 1 || subjects != wantSubjects || ids != wantIDs {
		t.Errorf("%d messages, at most %d tries, subjects %s, ids %s", total, tries, subjects, ids)
	}
}

func TestDatabaseUnavailable(t *testing.T) {
	t.Parallel()
	url, interrupt := testkit.Interruptible(t, testkit.Database(t, quota.Migrate, "quota"))
	f := startWith(t, url, 1)
	interrupt()
	_, err := f.admit(contract.PlanFree)
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable) && apierror.Of(err).RetryAfter > 0,
		err, "want SERVICE_UNAVAILABLE with RetryAfter")
	assert.Error(t, f.services[0].Check(f.ctx), "Check finds nothing wrong")
}

func TestCheck(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	assert.NoError(t, f.services[0].Check(f.ctx), "running")
	idle, err := quota.New(quota.Config{DatabaseURL: f.url}, quota.Deps{Telemetry: telemetry.Discard()})
	require.NoError(t, err)
	assert.Error(t, idle.Check(f.ctx), "answers before it runs")
}

func TestConfigWithoutDatabase(t *testing.T) {
	t.Parallel()
	_, err := quota.New(quota.Config{}, quota.Deps{Telemetry: telemetry.Discard()})
	assert.True(t, err != nil && strings.Contains(err.Error(), "DOCMILL_DATABASE_URL"), "error", err)
}

// logging makes a service of a database that logs there, with NATS as it should be.
func logging(t *testing.T) testkit.NewService {
	t.Helper()
	return func(url string, log *slog.Logger) testkit.Service {
		server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
		require.NoError(t, connect(t, server, contract.UserOperator).Provision(t.Context(), contract.Streams()))
		tel := telemetry.Discard()
		tel.Log = log
		svc, err := quota.New(quota.Config{DatabaseURL: url}, quota.Deps{
			Bus: connect(t, server, contract.UserQuota), Telemetry: tel,
		})
		require.NoError(t, err)
		return svc
	}
}

func TestReadyWithoutSchema(t *testing.T) {
	t.Parallel()
	testkit.ReadyOnceMigrated(t, quota.Migrate, logging(t))
}

func TestReadyWithRefusedCredentials(t *testing.T) {
	t.Parallel()
	testkit.NotReadyWhenRefused(t, testkit.Database(t, quota.Migrate, "quota"), logging(t))
}
