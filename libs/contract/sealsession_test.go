package contract

import (
	"testing"

	"github.com/docmill/docmill/libs/require"
)

// No session seals so many messages that random nonces might repeat.
func TestSealSessionMessageLimit(t *testing.T) {
	t.Parallel()
	key, err := NewClaimKey()
	require.NoError(t, err)
	var s sealSessions
	public := key.Public()
	first, err := s.session(public, newSession)
	require.NoError(t, err)
	for n := 1; ; n++ {
		session, err := s.session(public, newSession)
		require.NoError(t, err)
		if session == first {
			continue
		}
		if n != maxSealed || len(s.known) != 1 || s.order.Len() != 1 {
			t.Errorf("ended after %d messages, %d sessions are kept", n, s.order.Len())
		}
		return
	}
}
