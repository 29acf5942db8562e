package testkit

import (
	"context"
	"testing"

	"github.com/docmill/docmill/libs/embedded/natsd"
)

// maxPayload is docmill's usual limit in bytes.
const maxPayload = 8 << 20

// NATS returns a server with JetStream for this test only. It is available in process, by its Provider, and
// on a free loopback port, for tests of the network and of rejected logins. Without users there are no
// restrictions.
func NATS(t testing.TB, users ...natsd.User) *natsd.Server {
	t.Helper()
	return startNATS(t, natsd.Config{Users: users, MaxStore: testStore})
}

// NATSWithAccounts is NATS with accounts and their users; see natsd.Config.
func NATSWithAccounts(t testing.TB, accounts string, passwords map[string]string) *natsd.Server {
	t.Helper()
	return startNATS(t, natsd.Config{Accounts: accounts, Passwords: passwords, MaxStore: testStore})
}

// testStore is more than any test's streams need; nothing is reserved on disk.
const testStore = 1 << 40

func startNATS(t testing.TB, cfg natsd.Config) *natsd.Server {
	t.Helper()
	cfg.StoreDir, cfg.Listen, cfg.MaxPayload = t.TempDir(), "127.0.0.1:0", maxPayload
	s, err := natsd.Start(t.Context(), cfg)
	if err != nil {
		t.Fatalf("testkit: NATS for tests: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Errorf("testkit: stop NATS: %v", err)
		}
	})
	return s
}
