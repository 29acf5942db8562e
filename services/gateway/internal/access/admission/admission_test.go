package admission_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/access/admission"
	"github.com/docmill/docmill/services/gateway/internal/web/fakeservices"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func start(t *testing.T) (*admission.Admission, *fakeservices.Services, *testkit.Clock) {
	t.Helper()
	peers := fakeservices.Start(t)
	c := testkit.NewClock(time.Now())
	return admission.New(peers.Gateway, c.Now), peers, c
}

func wantAsked(t *testing.T, peers *fakeservices.Services, n int) {
	t.Helper()
	require.Equal(t, peers.Quota.Asked(), n, "the quota service was asked")
}

func TestAdmit(t *testing.T) {
	t.Parallel()
	a, peers, _ := start(t)
	_, who := peers.Auth.NewKey(contract.PlanPro)
	for range 2 {
		state, err := a.Admit(t.Context(), who)
		require.True(t, err == nil && state.Minute.Remaining == 59 && state.Month.Limit == 10_000, state, err)
	}
	wantAsked(t, peers, 2)
}

func TestAdmit_cachedRefusal(t *testing.T) {
	t.Parallel()
	a, peers, clock := start(t)
	_, who := peers.Auth.NewKey(contract.PlanFree)
	_, other := peers.Auth.NewKey(contract.PlanFree)
	peers.Quota.Refuse(who.AccountID, 10*time.Second)

	refused := func(retryAfter time.Duration) {
		t.Helper()
		state, err := a.Admit(t.Context(), who)
		var f *apierror.Error
		if !errors.As(err, &f) || f.Code != contract.CodeRateLimited || f.RetryAfter != retryAfter {
			t.Fatalf("error is %v", err)
		}
		assert.Equal(t, time.Duration(state.Minute.ResetMs)*time.Millisecond, retryAfter, "reset")
	}
	refused(10 * time.Second)
	clock.Advance(4 * time.Second)
	refused(6 * time.Second)
	wantAsked(t, peers, 1)
	_, err := a.Admit(t.Context(), other)
	assert.NoError(t, err, "another account")
	peers.Quota.Refuse(who.AccountID, 0)
	clock.Advance(6 * time.Second)
	_, err = a.Admit(t.Context(), who)
	assert.NoError(t, err, "after the time")
	wantAsked(t, peers, 3)
}

func TestAdmit_planChange(t *testing.T) {
	t.Parallel()
	a, peers, _ := start(t)
	_, who := peers.Auth.NewKey(contract.PlanFree)
	peers.Quota.Refuse(who.AccountID, time.Minute)
	_, err := a.Admit(t.Context(), who)
	require.True(t, apierror.Is(err, contract.CodeRateLimited), err)
	peers.Quota.Refuse(who.AccountID, 0)
	who.Plan = contract.PlanEnterprise
	_, err = a.Admit(t.Context(), who)
	assert.NoError(t, err)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	a, peers, _ := start(t)
	_, who := peers.Auth.NewKey(contract.PlanFree)
	state, err := a.Usage(t.Context(), who)
	assert.True(t, err == nil && state.Minute.Remaining == 60 && state.Month.Used == 3, state, err)
	wantAsked(t, peers, 0)
}

func TestQuotaDown(t *testing.T) {
	t.Parallel()
	a, peers, _ := start(t)
	_, who := peers.Auth.NewKey(contract.PlanFree)
	peers.Quota.Stop()
	_, err := a.Admit(t.Context(), who)
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "admit", err)
	_, err = a.Usage(t.Context(), who)
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "usage", err)
}
