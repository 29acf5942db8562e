package contract_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// cachedFor is the lifetime of gateways' cached keys, during which missed revocations are unnoticed.
const cachedFor = 5 * time.Second

// Every gateway refuses a revoked key at once, including those that have cached it.
func (f fleet) revocation(t *testing.T) {
	p := f.person(t, contract.PlanEnterprise)
	keys := call[contract.ListKeysReply](t, f.operator, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: p.ID}).Keys
	for n := range f.gateways {
		f.at(p, n).get("/api/v1/usage")
	}
	began := time.Now()
	call[contract.RevokeKeyReply](t, f.operator, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: keys[0].ID})
	fastest := cachedFor
	for n := range f.gateways {
		testkit.Await(t, "the key is refused", func() bool {
			answer, err := f.at(p, n).Do(t.Context(), http.MethodGet, "/api/v1/usage", nil, nil)
			require.NoError(t, err)
			return answer.Status == http.StatusUnauthorized
		})
		fastest = min(fastest, time.Since(began))
	}
	assert.NotEqual(t, fastest, cachedFor, "no gateway received the signal within", cachedFor)
}
