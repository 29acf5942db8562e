package contract_test

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

// Minutes always come with days: an older auth service ignores minutes and would create a key without an
// end.
func TestKeyExpiryInMinutes(t *testing.T) {
	t.Parallel()
	hash := contract.HashSecret("x")
	for _, c := range []struct {
		days, minutes int
		valid         bool
	}{{1, 60, true}, {1, 0, true}, {0, 0, true}, {0, 60, false}, {1, -1, false}} {
		r := contract.SessionCreateKeyRequest{BySession: contract.BySession{SessionHash: hash}, KeyHash: hash,
			LastFour: "abcd", Name: "x", ExpiresInDays: c.days, ExpiresInMinutes: c.minutes}
		err := r.Validate()
		assert.Equal(t, err == nil, c.valid, c.days, "days", c.minutes, "minutes", err)
	}
}
