package keycheck_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/web/fakeservices"
)

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
	clock.advance(5*time.Second - time.Nanosecond)
	wantValid(t, v, key, who)
	clock.advance(time.Nanosecond)
	wantCode(t, v, key, contract.CodeServiceUnavailable)
}
