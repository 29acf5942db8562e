package auth_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

func listen[M bus.Message](t *testing.T, f *fixture, subject string) <-chan M {
	t.Helper()
	c := make(chan M, 16)
	stop, err := bus.Subscribe(f.gateway, subject, func(_ context.Context, m M) { c <- m })
	require.NoError(t, err)
	t.Cleanup(stop)
	return c
}

func receive[M any](t *testing.T, f *fixture, c <-chan M) (m M) {
	t.Helper()
	select {
	case m = <-c:
	case <-f.ctx.Done():
		t.Fatal("no signal")
	}
	return m
}

func TestPlanChange(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree)
	value, _ := f.key(t, account.ID, nil)
	signals := listen[contract.AccountChanged](t, f, contract.SignalAccountChanged)

	got := call[contract.Account](t, f, contract.RPCAuthAccountSetPlan,
		contract.SetPlanRequest{AccountID: account.ID, Plan: contract.PlanEnterprise})
	assert.True(t, got.Plan == contract.PlanEnterprise && got.ID == account.ID, "account", got)
	s := receive(t, f, signals)
	assert.Equal(t, s.AccountID, account.ID, "signal", s)
	p := f.verify(t, value)
	assert.True(t, p != nil && p.Plan == contract.PlanEnterprise, "principal", p, "want plan Enterprise")
	plans := call[contract.PlansReply](t, f, contract.RPCAuthAccountPlans,
		contract.PlansRequest{AccountIDs: []string{account.ID, noAccount}})
	assert.True(t, len(plans.Plans) == 1 && plans.Plans[account.ID] == contract.PlanEnterprise, "plans", plans.Plans)
	missing := contract.SetPlanRequest{AccountID: noAccount, Plan: contract.PlanPro}
	_, err := bus.Call[contract.Account](f.ctx, f.operator, contract.RPCAuthAccountSetPlan, missing)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "no such account", err, "want NOT_FOUND")
}

func TestSetRetention(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanPro)
	value, _ := f.key(t, account.ID, nil)
	if p := f.verify(t, value); account.RetentionDays != nil || p == nil || p.RetentionDays != nil {
		t.Errorf("retention before it was set: account %v, principal %+v", account.RetentionDays, p)
	}
	signals := listen[contract.AccountChanged](t, f, contract.SignalAccountChanged)
	month, forever := 30, 0
	for _, days := range []*int{&month, &forever, nil} {
		want := show(days)
		got := call[contract.Account](t, f, contract.RPCAuthAccountSetRetention,
			contract.SetRetentionRequest{AccountID: account.ID, Days: days})
		if got.ID != account.ID || show(got.RetentionDays) != want {
			t.Errorf("account = %+v with retention %s, want %s", got, show(got.RetentionDays), want)
		}
		s := receive(t, f, signals)
		assert.Equal(t, s.AccountID, account.ID, "signal", s)
		p := f.verify(t, value)
		assert.True(t, p != nil && show(p.RetentionDays) == want, "principal", p, "want retention", want)
		listed := call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, contract.Empty{}).Accounts
		assert.True(t, len(listed) == 1 && show(listed[0].RetentionDays) == want,
			"accounts", listed, "want retention", want)
	}
	missing := contract.SetRetentionRequest{AccountID: noAccount, Days: &month}
	_, err := bus.Call[contract.Account](f.ctx, f.operator, contract.RPCAuthAccountSetRetention, missing)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "no such account", err, "want NOT_FOUND")
}

func show(days *int) string {
	if days == nil {
		return "default"
	}
	return strconv.Itoa(*days)
}

func TestSuspendedAccountKeys(t *testing.T) {
	t.Parallel()
	f := start(t)
	account, other := f.account(t, contract.PlanPro), f.account(t, contract.PlanPro)
	value, key := f.key(t, account.ID, nil)
	revoked, gone := f.key(t, account.ID, nil)
	neighbor, _ := f.key(t, other.ID, nil)
	call[contract.Empty](t, f, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: gone.ID})
	signals := listen[contract.AccountChanged](t, f, contract.SignalAccountChanged)
	for _, suspended := range []bool{true, true, false, false} {
		got := call[contract.Account](t, f, contract.RPCAuthAccountSuspend,
			contract.SuspendRequest{AccountID: account.ID, Suspended: suspended})
		assert.True(t, got.ID == account.ID && got.Suspended == suspended, "account", got, "want suspended", suspended)
		s := receive(t, f, signals)
		assert.Equal(t, s.AccountID, account.ID, "signal", s)
		assert.NotEqual(t, f.verify(t, value) != nil, suspended, "suspended", suspended, "its key is valid")
		assert.True(t, f.verify(t, neighbor) != nil && f.verify(t, revoked) == nil,
			"suspended", suspended, "changed another account's key, or a revoked one")
		_, req := newKey(t, account.ID)
		req.CreatedBy = &key.ID
		_, err := bus.Call[contract.Key](f.ctx, f.operator, contract.RPCAuthKeyCreate, req)
		assert.Equal(t, apierror.Is(err, contract.CodeAuthInvalid), suspended, "suspended", "its key makes another", err)
	}
	missing := contract.SuspendRequest{AccountID: noAccount, Suspended: true}
	_, err := bus.Call[contract.Account](f.ctx, f.operator, contract.RPCAuthAccountSuspend, missing)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "no such account", err, "want NOT_FOUND")
}

func TestListAccountsOldestFirst(t *testing.T) {
	t.Parallel()
	f := start(t)
	assert.Empty(t, call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, contract.Empty{}).Accounts,
		"accounts before any was made")
	first, second := f.account(t, contract.PlanFree), f.account(t, contract.PlanStarter)
	f.exec(t, `UPDATE accounts SET suspended_at = clock_timestamp() WHERE id = $1`,
		uuid(t, contract.PrefixAccount, second.ID))
	got := call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, contract.Empty{}).Accounts
	second.Suspended = true
	assert.True(t, len(got) == 2 && got[0] == first && got[1] == second, "accounts", got, "want", first, "and", second)
}

// Accounts are listed by pages, and found by their name or their users' addresses.
func TestListAccountsPagesAndNames(t *testing.T) {
	t.Parallel()
	f := start(t)
	first := f.account(t, contract.PlanFree)
	f.joined(t, first.ID, anna, contract.RoleOwner)
	f.exec(t, `INSERT INTO accounts (id, name, plan, created_at)
		SELECT gen_random_uuid(), 'account ' || n, 'Free', now() + n / 2 * interval '1 second' FROM generate_series(1, 25) n`)
	list := func(r contract.ListAccountsRequest) []contract.Account {
		return call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, r).Accounts
	}
	all := list(contract.ListAccountsRequest{})
	var paged []contract.Account
	for page := (contract.ListAccountsRequest{Limit: 5}); ; page.After = paged[len(paged)-1].ID {
		got := list(page)
		if paged = append(paged, got...); len(got) < page.Limit {
			break
		}
	}
	assert.True(t, len(all) == 26 && slices.Equal(paged, all), len(paged), "accounts by pages", len(all), "at once")
	for said, want := range map[string]int{
		first.ID: 1, "MÜLLER & Söhne": 1, strings.ToUpper(anna): 1, "Account 7": 1, "account": 0, noAccount: 0,
	} {
		got := list(contract.ListAccountsRequest{Called: said, Limit: 5})
		assert.Equal(t, len(got), want, said, got)
	}
}

func TestBootstrapOnce(t *testing.T) {
	t.Parallel()
	f := start(t)
	value, req := newKey(t, "")
	var made atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			created, err := auth.Bootstrap(f.ctx, f.cfg, "Default", contract.PlanEnterprise, req.KeyHash, req.LastFour)
			assert.NoError(t, err)
			if created {
				made.Add(1)
			}
		})
	}
	all.Wait()
	assert.Equal(t, made.Load(), 1, "first accounts")
	accounts := call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, contract.Empty{}).Accounts
	require.True(t, len(accounts) == 1 && accounts[0].Name == "Default", "accounts", accounts)
	if p := f.verify(t, value); p == nil || p.AccountID != accounts[0].ID || p.Plan != contract.PlanEnterprise {
		t.Errorf("principal of the first key = %+v", p)
	}
}

func TestBootstrapInvalid(t *testing.T) {
	t.Parallel()
	_, err := auth.Bootstrap(t.Context(), auth.Config{}, "", "Gold", "no hash", "")
	require.Error(t, err, "accepted")
	for _, want := range []string{"DOCMILL_DATABASE_URL", "DOCMILL_SECRET_KEY", "name", "keyHash"} {
		assert.Contains(t, err.Error(), want, err, "does not mention")
	}
}

func TestConfigViolations(t *testing.T) {
	t.Parallel()
	_, err := auth.New(auth.Config{SecretKey: strings.Repeat("x", auth.MinSecretKey-1)},
		auth.Deps{Telemetry: telemetry.Discard()})
	if err == nil || !strings.Contains(err.Error(), "DOCMILL_DATABASE_URL") ||
		!strings.Contains(err.Error(), "DOCMILL_SECRET_KEY: has 31") {
		t.Errorf("error = %v", err)
	}
}

func TestDatabaseUnavailable(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	var interrupt func()
	cfg.DatabaseURL, interrupt = testkit.Interruptible(t, cfg.DatabaseURL)
	f := startWith(t, cfg)
	interrupt()
	_, req := newKey(t, noAccount)
	_, err := bus.Call[contract.VerifyReply](f.ctx, f.operator, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: req.KeyHash})
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable) && apierror.Of(err).RetryAfter > 0,
		"verify", err, "want SERVICE_UNAVAILABLE with RetryAfter")
	_, err = bus.Call[contract.Key](f.ctx, f.operator, contract.RPCAuthKeyCreate, req)
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "create key", err, "want SERVICE_UNAVAILABLE")
}

func TestCheckDatabase(t *testing.T) {
	t.Parallel()
	f := start(t)
	assert.NoError(t, f.service.Check(f.ctx), "running")
	cfg := config(t)
	var interrupt func()
	cfg.DatabaseURL, interrupt = testkit.Interruptible(t, cfg.DatabaseURL)
	down := startWith(t, cfg)
	interrupt()
	assert.Error(t, down.service.Check(f.ctx), "answers without its database")
	idle, err := auth.New(f.cfg, auth.Deps{Telemetry: telemetry.Discard()})
	require.NoError(t, err)
	assert.Error(t, idle.Check(f.ctx), "answers before it runs")
}
