package keycheck_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/netip"
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

// paced is start with waits on the test's clock; slept counts the waits.
func paced(t *testing.T) (
	v *keycheck.Verifier, peers *fakeservices.Services, clock *testkit.Clock, slept func() (n int),
) {
	t.Helper()
	v, peers, clock = start(t)
	var mu sync.Mutex
	n := 0
	v.SetSleep(func(_ context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		n++
		clock.Advance(d)
		return nil
	})
	return v, peers, clock, func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
}

// guess sends n unknown keys from the address, none of which is refused because of the others.
func guess(t *testing.T, v *keycheck.Verifier, from netip.Addr, n int) {
	t.Helper()
	for i := range n {
		err := verifyNobody(t, v, from)
		require.True(t, apierror.Is(err, contract.CodeAuthInvalid), "guess", i, err)
	}
}

func verifyNobody(t *testing.T, v *keycheck.Verifier, from netip.Addr) error {
	t.Helper()
	key, err := contract.NewKey(rand.Reader)
	assert.NoError(t, err)
	_, err = v.Verify(t.Context(), key, from)
	return err
}

// Guesses are slowed down. Neither keys that are known to be good nor new ones
// are refused because of them, and known ones do not even wait.
func TestGuessPacing(t *testing.T) {
	t.Parallel()
	v, peers, clock, slept := paced(t)
	known, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, known, who)
	guess(t, v, here, 300)
	require.Equal(t, slept(), 0, "first guesses that waited")
	began := clock.Now()
	guess(t, v, here, 700)
	n, took := slept(), clock.Now().Sub(began)
	assert.True(t, n == 700 && took == 7*time.Second, n, "of 700 more waited", took, "in all")
	// The answer for the known key has aged.
	wantValid(t, v, known, who)
	assert.Equal(t, slept(), 700, "a known key waited")
	fresh, newcomer := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, fresh, newcomer)
	n = slept()
	assert.Equal(t, n, 701, "a new key waited", n-700, "times")
	elsewhere, other := peers.Auth.NewKey(contract.PlanFree)
	p, err := v.Verify(t.Context(), elsewhere, netip.MustParseAddr("192.0.2.2"))
	if err != nil || p.KeyID != other.KeyID || slept() != 701 {
		t.Errorf("from another address: %v, %d waits", err, slept())
	}
	// A key that was revoked counts as a guess from then on.
	peers.Auth.Forget(known)
	clock.Advance(5 * time.Second)
	wantCode(t, v, known, contract.CodeAuthInvalid)
	guess(t, v, here, 500)
	before := slept()
	wantCode(t, v, known, contract.CodeAuthInvalid)
	assert.Equal(t, slept(), before+1, "a revoked key is looked up without a turn")
}

// The worst effect of guesses on a valid key that this gateway has not seen within a day: with as many
// guesses in progress as one address may have connections it waits ten seconds, and not at all from another
// address.
func TestWorstWaitOfValidKey(t *testing.T) {
	t.Parallel()
	const connections = 1000
	g, now := keycheck.NewGuesses(), time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for i := range 300 {
		wait, ok := g.Turn(here, fmt.Sprint("burst", i), now)
		require.True(t, wait == 0 && ok, "guess", i, "waits", wait)
	}
	for i := range connections - 1 {
		_, ok := g.Turn(here, fmt.Sprint("guess", i), now)
		require.True(t, ok, "guess", i, "is refused")
	}
	wait, ok := g.Turn(here, "good", now)
	assert.True(t, ok && wait == 10*time.Second, "the good key waits", wait, ok)
	again, ok := g.Turn(here, "good", now.Add(time.Second))
	assert.True(t, ok && again == wait-time.Second,
		"the same key, a second later, waits", again, ok, "want the same turn")
	wait, ok = g.Turn(netip.MustParseAddr("192.0.2.2"), "good", now)
	assert.True(t, wait == 0 && ok, "from another address it waits", wait, ok)
}

// A proxy's address may have more requests in progress, and many addresses may guess. The number of waiting
// requests is limited nevertheless.
func TestGuessLimit(t *testing.T) {
	t.Parallel()
	g, now := keycheck.NewGuesses(), time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	turns := func(from netip.Addr) (n int, wait time.Duration) {
		for ok := true; ok; n++ {
			wait, ok = g.Turn(from, fmt.Sprint(from, n), now)
		}
		return n - 1, wait
	}
	n, wait := turns(here)
	assert.True(t, n == 1800 && wait > 0, n, "turns of one address, then try again after", wait)
	waiting := 1500
	for i := range 3 {
		n, _ := turns(netip.AddrFrom4([4]byte{192, 0, 2, byte(10 + i)}))
		waiting += n - 300
	}
	assert.Equal(t, waiting, 4000, "waiting")
	wait, ok := g.Turn(netip.MustParseAddr("192.0.2.2"), "good", now)
	assert.True(t, wait == 0 && ok, "an address that guessed nothing waits", wait, ok)
	g.Done(here, fmt.Sprint(here, 300))
	_, ok = g.Turn(netip.AddrFrom4([4]byte{192, 0, 2, 12}), "next", now)
	assert.True(t, ok, "no room although a wait has ended")
}

// Many connections that guess at once, on the real clock: every one of them is
// answered by the auth service, and so is a good key among them.
func TestValidKeyAmongGuesses(t *testing.T) {
	t.Parallel()
	peers := fakeservices.Start(t)
	v := keycheck.New(peers.Gateway, time.Now)
	guess(t, v, here, 300)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			err := verifyNobody(t, v, here)
			assert.True(t, apierror.Is(err, contract.CodeAuthInvalid), err)
		})
	}
	key, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, key, who)
	wg.Wait()
}

// One bad key costs one look-up a second, on however many connections.
func TestInvalidKeyOnce(t *testing.T) {
	t.Parallel()
	v, peers, clock, _ := paced(t)
	guess(t, v, here, 300)
	clock.Advance(time.Minute)
	asked := peers.Auth.Verified()
	wrong := contract.KeyPrefixLive + contract.HashKey("x")[:48]
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() { wantCodeOf(t, v, wrong, contract.CodeAuthInvalid) })
	}
	wg.Wait()
	assert.Equal(t, peers.Auth.Verified()-asked, 1, "looked up")
}

func wantCodeOf(t *testing.T, v *keycheck.Verifier, key string, code contract.Code) {
	t.Helper()
	_, err := v.Verify(t.Context(), key, here)
	assert.True(t, apierror.Is(err, code), "error is", err, "want", code)
}

func TestValidKeysNotCounted(t *testing.T) {
	t.Parallel()
	v, peers, clock, slept := paced(t)
	for range 400 {
		key, who := peers.Auth.NewKey(contract.PlanFree)
		wantValid(t, v, key, who)
	}
	wantAsked(t, peers, 400)
	wrong := contract.KeyPrefixLive + contract.HashKey("x")[:48]
	for range 400 { // a client that repeats one wrong key asks once a second
		wantCode(t, v, wrong, contract.CodeAuthInvalid)
		clock.Advance(time.Second)
	}
	assert.Equal(t, slept(), 0, "waits")
}
