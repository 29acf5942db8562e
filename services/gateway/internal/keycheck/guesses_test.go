package keycheck_test

import (
	"crypto/rand"
	"net/netip"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/keycheck"
)

// guess sends keys of nobody from the address until one is refused unseen, and
// counts those before.
func guess(t *testing.T, v *keycheck.Verifier, from netip.Addr) (n int, wait time.Duration) {
	t.Helper()
	for ; n < 1000; n++ {
		key, err := contract.NewKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Verify(t.Context(), key, from)
		if fault.Is(err, contract.CodeRateLimited) {
			return n, fault.Of(err).RetryAfter
		}
		if !fault.Is(err, contract.CodeAuthInvalid) {
			t.Fatal(err)
		}
	}
	t.Fatal("never refused")
	return 0, 0
}

func TestGuessingIsThrottledByAddress(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	known, who := peers.Auth.NewKey(contract.PlanFree)
	wantValid(t, v, known, who)
	if n, wait := guess(t, v, here); n != 300 || wait != time.Second {
		t.Fatalf("%d guesses, then wait %s", n, wait)
	}
	asked := peers.Auth.Verified()
	if n, _ := guess(t, v, here); n != 0 || peers.Auth.Verified() != asked {
		t.Errorf("%d more guesses", n)
	}
	clock.advance(6 * time.Second) // the answers for the valid key have aged too
	if n, _ := guess(t, v, here); n != 30 {
		t.Errorf("%d guesses six seconds later, want 30", n)
	}
	wantValid(t, v, known, who) // whoever shares the address goes on
	fresh, newcomer := peers.Auth.NewKey(contract.PlanFree)
	if _, err := v.Verify(t.Context(), fresh, here); !fault.Is(err, contract.CodeRateLimited) {
		t.Errorf("a key that was never seen: %v, want RATE_LIMITED for now", err)
	}
	if p, err := v.Verify(t.Context(), fresh, netip.MustParseAddr("192.0.2.2")); err != nil || p.KeyID != newcomer.KeyID {
		t.Errorf("from another address: %v", err)
	}
	clock.advance(6 * time.Second)
	peers.Auth.Forget(known)
	wantCode(t, v, known, contract.CodeAuthInvalid) // ended: it counts as a guess from now on
	guess(t, v, here)
	clock.advance(2 * time.Second)
	guess(t, v, here)
	wantCode(t, v, known, contract.CodeRateLimited)
}

func TestValidKeysAreNoGuesses(t *testing.T) {
	t.Parallel()
	v, peers, clock := start(t)
	for range 400 {
		key, who := peers.Auth.NewKey(contract.PlanFree)
		wantValid(t, v, key, who)
	}
	wantAsked(t, peers, 400)
	wrong := contract.KeyPrefixLive + contract.HashKey("x")[:48]
	for range 400 { // a client that repeats one wrong key asks once a second
		wantCode(t, v, wrong, contract.CodeAuthInvalid)
		clock.advance(time.Second)
	}
}

func TestASiteIsOneAddress(t *testing.T) {
	t.Parallel()
	v, _, _ := start(t)
	for first, tc := range map[string]struct{ same, other string }{
		"192.0.2.10":      {"::ffff:192.0.2.10", "192.0.2.11"},
		"2001:db8:0:1::1": {"2001:db8:0:1:ffff::2", "2001:db8:0:2::1"},
		"fe80::1%eth0":    {"fe80::2%eth1", "fe80:0:0:1::1"},
	} {
		guess(t, v, netip.MustParseAddr(first))
		if n, _ := guess(t, v, netip.MustParseAddr(tc.same)); n != 0 {
			t.Errorf("%s: %d guesses after those of %s", tc.same, n, first)
		}
		if n, _ := guess(t, v, netip.MustParseAddr(tc.other)); n != 300 {
			t.Errorf("%s: %d guesses after those of %s", tc.other, n, first)
		}
	}
	if n, _ := guess(t, v, netip.Addr{}); n != 300 {
		t.Errorf("no address: %d guesses", n)
	}
}
