package testkit

import (
	"context"
	"fmt"
	"net"
	"testing"

	"github.com/docmill/docmill/libs/embedded/natsd"
)

// NATSCluster returns a cluster of servers, each in a separate folder; see natsd.Config for accounts. They
// elect a leader once all have started: earlier JetStream requests fail.
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
