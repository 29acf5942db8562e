package testkit

import (
	"context"
	"fmt"
	"net"
	"testing"

	"github.com/docmill/docmill/libs/embedded/natsd"
)

// NATSCluster returns servers that keep streams together, each in a folder of
// its own; see natsd.Config for accounts. They elect a leader once all are there:
// what is asked of JetStream before fails.
func NATSCluster(t testing.TB, servers int, accounts string, passwords map[string]string) []*natsd.Server {
	t.Helper()
	peers := make([]string, servers)
	for i := range peers {
		peers[i] = freeAddress(t)
	}
	var all []*natsd.Server
	for i, address := range peers {
		s, err := natsd.Start(t.Context(), natsd.Config{
			StoreDir: t.TempDir(), Listen: "127.0.0.1:0", MaxPayload: maxPayload, MaxStore: testStore,
			Accounts: accounts, Passwords: passwords,
			Cluster: &natsd.Cluster{Server: fmt.Sprintf("nats-%d", i), Listen: address, Peers: peers},
		})
		if err != nil {
			t.Fatalf("testkit: NATS cluster for tests: %v", err)
		}
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
			defer cancel()
			if err := s.Shutdown(ctx); err != nil {
				t.Errorf("testkit: stop NATS: %v", err)
			}
		})
		all = append(all, s)
	}
	return all
}

// freeAddress is a loopback address that nobody listens on.
func freeAddress(t testing.TB) string {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("testkit: free port: %v", err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
