package keycheck_test

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/web/fakeservices"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

var here = netip.MustParseAddr("192.0.2.1")

func start(t *testing.T) (*keycheck.Verifier, *fakeservices.Services, *testkit.Clock) {
	t.Helper()
	peers := fakeservices.Start(t)
	c := testkit.NewClock(time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC))
	v := keycheck.New(peers.Gateway, c.Now)
	stop, err := v.Listen()
	require.NoError(t, err)
	t.Cleanup(stop)
	return v, peers, c
}

func wantValid(t *testing.T, v *keycheck.Verifier, key string, want contract.Principal) {
	t.Helper()
	got, err := v.Verify(t.Context(), key, here)
	require.True(t, err == nil && got.KeyID == want.KeyID && got.AccountID == want.AccountID, "principal is", got, err)
}

func wantCode(t *testing.T, v *keycheck.Verifier, key string, code contract.Code) {
	t.Helper()
	_, err := v.Verify(t.Context(), key, here)
	require.True(t, apierror.Is(err, code), "error is", err, "want", code)
}

func wantAsked(t *testing.T, peers *fakeservices.Services, n int) {
	t.Helper()
	require.Equal(t, peers.Auth.Verified(), n, "the auth service was asked")
}

func TestVerify_cached(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	clock.Advance(5*time.Second - time.Nanosecond)
	wantValid(t, v, key, who)
	wantAsked(t, peers, 1)
	clock.Advance(time.Nanosecond)
	wantValid(t, v, key, who)
	wantAsked(t, peers, 2)
}

func TestVerify_expiry(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	expires := clock.Now().Add(2 * time.Second)
	key, who := peers.Auth.NewExpiringKey(contract.PlanFree, &expires)
	wantValid(t, v, key, who)
	clock.Advance(2 * time.Second)
	wantCode(t, v, key, contract.CodeAuthInvalid)
}

func TestVerify_cachedInvalid(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	key := contract.KeyPrefixLive + strings.Repeat("0", 48)
	wantCode(t, v, key, contract.CodeAuthInvalid)
	clock.Advance(time.Second - time.Nanosecond)
	wantCode(t, v, key, contract.CodeAuthInvalid)
	wantAsked(t, peers, 1)
	clock.Advance(time.Nanosecond)
	wantCode(t, v, key, contract.CodeAuthInvalid)
	wantAsked(t, peers, 2)
}

func TestVerify_malformed(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	for _, key := range []string{"", "x", contract.KeyPrefixTest + strings.Repeat("0", 48),
		contract.KeyPrefixLive + strings.Repeat("G", 48)} {
		wantCode(t, v, key, contract.CodeAuthInvalid)
	}
	wantAsked(t, peers, 0)
}

func TestVerify_concurrent(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	var started, done sync.WaitGroup
	started.Add(20)
	peers.Auth.Gate(started.Wait)
	for range 20 {
		done.Go(func() {
			started.Done()
			got, err := v.Verify(context.Background(), key, here)
			assert.True(t, err == nil && got.KeyID == who.KeyID, got, err)
		})
	}
	done.Wait()
	wantAsked(t, peers, 1)
}

// untilForgotten waits until the verifier has forgotten a valid key: then all signals before have been handled as well.
func untilForgotten(t *testing.T, v *keycheck.Verifier, peers *fakeservices.Services, key string) {
	t.Helper()
	for n := peers.Auth.Verified(); peers.Auth.Verified() == n; time.Sleep(time.Millisecond) {
		_, err := v.Verify(t.Context(), key, here)
		require.NoError(t, err)
	}
}

func TestVerify_revoked(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	other, otherWho := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	wantValid(t, v, other, otherWho)
	peers.Auth.Forget(key)
	peers.Auth.SignalRevoked(who)
	peers.Auth.SignalRevoked(otherWho) // a mark: it is handled after the first
	untilForgotten(t, v, peers, other)
	wantCode(t, v, key, contract.CodeAuthInvalid)
}

// Without any signal: the gateway that has a key revoked asks about it again at once.
func TestVerify_forgotten(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	peers.Auth.Forget(key)
	wantValid(t, v, key, who)
	v.Forget(who.KeyID)
	wantCode(t, v, key, contract.CodeAuthInvalid)
}

func TestVerify_accountChanged(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	peers.Auth.SetPlan(key, contract.PlanPro)
	peers.Auth.SignalChanged(who)
	untilForgotten(t, v, peers, key)
	p, err := v.Verify(t.Context(), key, here)
	assert.True(t, err == nil && p.Plan == contract.PlanPro, "principal is", p, err)
}

// A look-up from before a revocation is returned, but not cached.
func TestVerify_outdatedAnswer(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	mark, markWho := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, mark, markWho)

	asked, revoked := make(chan struct{}), make(chan struct{})
	peers.Auth.Gate(func() { close(asked); <-revoked })
	answer := make(chan error)
	go func() {
		_, err := v.Verify(context.Background(), key, here)
		answer <- err
	}()
	<-asked
	peers.Auth.Gate(nil)
	peers.Auth.Forget(key)
	peers.Auth.SignalRevoked(who)
	peers.Auth.SignalRevoked(markWho)
	untilForgotten(t, v, peers, mark)
	// A new request does not share the old look-up.
	wantCode(t, v, key, contract.CodeAuthInvalid)
	close(revoked)
	assert.NoError(t, <-answer)
	wantCode(t, v, key, contract.CodeAuthInvalid)
}

func TestVerify_reconnect(t *testing.T) {
	t.Parallel()
	v, peers, _ := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	back := make(chan struct{})
	peers.Gateway.OnReconnect(func() { close(back) }) // called after the verifier's
	peers.Auth.Forget(key)                            // and the signal is lost
	peers.DropGateway()
	<-back
	wantCode(t, v, key, contract.CodeAuthInvalid)
}

func TestVerify_authDown(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	peers.Auth.Stop()
	wantValid(t, v, key, who)
	clock.Advance(5 * time.Second)
	wantCode(t, v, key, contract.CodeServiceUnavailable)
	var f *apierror.Error
	_, err := v.Verify(t.Context(), key, here)
	assert.True(t, errors.As(err, &f) && f.RetryAfter > 0, "error is", err)
}

func TestCache_capacity(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := keycheck.NewCache(2)
	p := &contract.Principal{}
	c.Put("a", p, now.Add(time.Second))
	c.Put("b", p, now.Add(time.Second))
	c.Has("a", now)
	c.Put("c", p, now.Add(time.Second))
	if !c.Has("a", now) || c.Has("b", now) || !c.Has("c", now) || c.Len() != 2 {
		t.Error("the key used longest ago should have gone")
	}
	c.Put("a", p, now.Add(2*time.Second))
	if c.Has("c", now.Add(time.Second)) || !c.Has("a", now.Add(time.Second)) || c.Len() != 1 {
		t.Error("an entry outlived its time, or a newer one did not replace it")
	}
}

// replicas are verifiers of several gateways with a stopped clock, so that cache entries never expire.
func replicas(t *testing.T, peers *fakeservices.Services, n int) []*keycheck.Verifier {
	t.Helper()
	stands := time.Now()
	var all []*keycheck.Verifier
	for range n {
		v := keycheck.New(peers.AnotherGateway(), func() time.Time { return stands })
		stop, err := v.Listen()
		require.NoError(t, err)
		t.Cleanup(stop)
		all = append(all, v)
	}
	return all
}

// untilRefused returns how long after the revocation a replica last accepts the key.
func untilRefused(t *testing.T, v *keycheck.Verifier, key string, revoked time.Time) time.Duration {
	for {
		asked := time.Now()
		_, err := v.Verify(context.Background(), key, here)
		if apierror.Is(err, contract.CodeAuthInvalid) {
			return asked.Sub(revoked)
		}
		if err != nil {
			t.Error(err)
			return 0
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// A signaled revocation is effective on every replica. The log has the delay, milliseconds on an idle
// machine.
func TestRevocationOnReplicas(t *testing.T) {
	t.Parallel()
	const revocations = 200
	peers := fakeservices.Start(t)
	all := replicas(t, peers, 3)
	var took []time.Duration
	var mu sync.Mutex
	for range revocations {
		key, who := peers.Auth.NewKey(contract.PlanFree)
		for _, v := range all {
			wantValid(t, v, key, who)
		}
		peers.Auth.Forget(key)
		revoked := time.Now()
		peers.Auth.SignalRevoked(who)
		var waiting sync.WaitGroup
		for _, v := range all {
			waiting.Go(func() {
				d := untilRefused(t, v, key, revoked)
				mu.Lock()
				defer mu.Unlock()
				took = append(took, d)
			})
		}
		waiting.Wait()
	}
	slices.Sort(took)
	at := func(percent int) time.Duration { return took[(len(took)-1)*percent/100] }
	t.Logf("%d revocations on %d replicas: p50 %s, p90 %s, p99 %s, max %s", revocations, len(all), at(50),
		at(90), at(99), at(100))
}

// Without NATS every replica accepts a revoked key for at most five seconds.
func TestRevocationWithoutNATS(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	peers.Auth.Forget(key) // without a signal
	require.NoError(t, peers.Gateway.Close(t.Context()))
	clock.Advance(5*time.Second - time.Nanosecond)
	wantValid(t, v, key, who)
	clock.Advance(time.Nanosecond)
	wantCode(t, v, key, contract.CodeServiceUnavailable)
}
