package provision_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

func TestValidateFirstKey(t *testing.T) {
	t.Parallel()
	for key, valid := range map[string]bool{
		"": true,
		contract.KeyPrefixLive + strings.Repeat("0123456789ab", 4): true,
		contract.KeyPrefixLive + strings.Repeat("0", 48):           false, // the placeholder of the API reference
		contract.KeyPrefixTest + strings.Repeat("0123456789ab", 4): false,
		"dm_live_short": false,
	} {
		err := provision.ValidateFirstKey(key)
		assert.Equal(t, err == nil, valid, key, err)
	}
}
