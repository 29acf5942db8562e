package testkit

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Interruptible returns another URL of a database, and a function that takes it
// away: connections end and new ones are refused, as when the server is down.
func Interruptible(t testing.TB, databaseURL string) (detour string, interrupt func()) {
	t.Helper()
	cfg, err := pgconn.ParseConfig(databaseURL)
	if err != nil {
		t.Fatalf("testkit: database URL: %v", err)
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatalf("testkit: database URL: %v", err)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("testkit: listen: %v", err)
	}
	d := &detourServer{open: map[net.Conn]bool{}}
	d.network, d.address = pgconn.NetworkAddress(cfg.Host, cfg.Port)
	d.running.Go(func() { d.accept(l) })
	interrupt = sync.OnceFunc(func() {
		_ = l.Close()
		d.closeAll()
		d.running.Wait()
	})
	t.Cleanup(interrupt)
	query := u.Query()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = l.Addr().String(), query.Encode()
	return u.String(), interrupt
}

// detourServer forwards bytes between clients and a server.
type detourServer struct {
	network, address string
	running          sync.WaitGroup

	mu     sync.Mutex
	open   map[net.Conn]bool
	closed bool
}

func (d *detourServer) accept(l net.Listener) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		var dialer net.Dialer
		server, err := dialer.DialContext(context.Background(), d.network, d.address)
		if err != nil || !d.add(client, server) {
			_ = client.Close()
			if err == nil {
				_ = server.Close()
			}
			continue
		}
		d.running.Go(func() { pass(client, server) })
		d.running.Go(func() { pass(server, client) })
	}
}

func pass(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
	_ = from.Close()
}

func (d *detourServer) add(conns ...net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range conns {
		d.open[c] = true
	}
	return !d.closed
}

func (d *detourServer) closeAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for c := range d.open {
		_ = c.Close()
	}
}
