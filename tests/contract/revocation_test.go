package contract_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

const (
	revocations = 40
	// askedAgain is the lifetime of gateways' cached keys: without signals, revocations would be unnoticed
	// for that time.
	askedAgain = 5 * time.Second
	// askEvery leaves room in the account's rate limit for other requests.
	askEvery = 4 * time.Millisecond
)

// Every gateway refuses a revoked key at once, including those that have cached it, measured from the
// request for revocation. The log contains the delay, which is milliseconds on an idle machine.
func (f fleet) revocation(t *testing.T) {
	var took []time.Duration
	for range revocations {
		took = append(took, f.revoke(t)...)
	}
	slices.Sort(took)
	at := func(percent int) time.Duration { return took[(len(took)-1)*percent/100] }
	t.Logf("%d revocations, 3 gateways: p50 %s, p90 %s, p99 %s, max %s", revocations, at(50), at(90), at(99), at(100))
	if at(0) >= askedAgain {
		t.Errorf("the first was refused after %s: no gateway was told", at(0))
	}
}

// revoke has three gateways know a key, revokes it and reports when each of them
// was last asked in vain.
func (f fleet) revoke(t *testing.T) []time.Duration {
	p := f.person(t, contract.PlanEnterprise)
	keys := call[contract.ListKeysReply](t, f.operator, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: p.ID}).Keys
	for n := range 3 {
		f.at(p, n).get("/api/v1/usage")
	}
	took := make([]time.Duration, 3)
	began := time.Now()
	var wg sync.WaitGroup
	for n := range took {
		wg.Go(func() { took[n] = untilRefused(t, f.at(p, n), began) })
	}
	call[contract.RevokeKeyReply](t, f.operator, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: keys[0].ID})
	wg.Wait()
	return took
}

// untilRefused asks until the key is refused, and reports when the first of the
// refused requests was sent, counted from began.
func untilRefused(t *testing.T, p person, began time.Time) time.Duration {
	for {
		sent := time.Now()
		answer, err := p.Do(t.Context(), http.MethodGet, "/api/v1/usage", nil, nil)
		if err != nil {
			t.Error(err)
			return 0
		}
		if answer.Status == http.StatusUnauthorized {
			return sent.Sub(began)
		}
		time.Sleep(askEvery)
	}
}
