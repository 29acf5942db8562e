// Package peertest is what a gateway talks to, for tests: a NATS server with
// the users of package contract, and small peers in place of the auth, quota
// and notifier services that say what a test tells them.
package peertest

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/telemetry"
)

const password = "secret"

// Peers are connected and serve.
type Peers struct {
	Gateway  *bus.Conn // as the gateway's user
	Auth     *Auth
	Quota    *Quota
	Notifier *Notifier

	line    *line // the gateway's
	connect func(user string) *bus.Conn
}

// AnotherGateway is the connection of a replica.
func (p *Peers) AnotherGateway() *bus.Conn { return p.connect(contract.UserGateway) }

// DropGateway cuts the gateway's connection once; it reconnects by itself.
func (p *Peers) DropGateway() { p.line.drop() }

// line makes connections that can be cut.
type line struct {
	nats.InProcessConnProvider
	mu   sync.Mutex
	last net.Conn
}

// InProcessConn makes a connection.
func (l *line) InProcessConn() (net.Conn, error) {
	c, err := l.InProcessConnProvider.InProcessConn()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = c
	return c, err
}

func (l *line) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.last.Close()
}

// Start starts everything and stops it at the end of the test.
func Start(t testing.TB) *Peers {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword(password))
	connect := func(user string, via nats.InProcessConnProvider) *bus.Conn {
		conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: password, Name: user, InProcess: via},
			telemetry.Discard())
		if err != nil {
			t.Fatalf("connect as %s: %v", user, err)
		}
		t.Cleanup(func() { _ = conn.Close(context.Background()) })
		return conn
	}
	line := &line{InProcessConnProvider: server.Provider()}
	return &Peers{
		Gateway:  connect(contract.UserGateway, line),
		Auth:     startAuth(t, connect(contract.UserAuth, server.Provider())),
		Quota:    startQuota(t, connect(contract.UserQuota, server.Provider())),
		Notifier: startNotifier(t, connect(contract.UserNotifier, server.Provider())),
		line:     line,
		connect:  func(user string) *bus.Conn { return connect(user, server.Provider()) },
	}
}

// serve starts a service's server; its handlers are added to it.
func serve(t testing.TB, conn *bus.Conn, name string) *bus.Server {
	t.Helper()
	s, err := bus.NewServer(context.Background(), conn, name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func handle[Req, Resp bus.Message](
	t testing.TB, s *bus.Server, subject string, h func(context.Context, Req) (Resp, error),
) {
	t.Helper()
	if err := bus.Handle(s, subject, h); err != nil {
		t.Fatal(err)
	}
}

// stop ends a service: requests to it find no service from now on.
func stop(t testing.TB, s *bus.Server, conn *bus.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	defer cancel()
	// Closing the connection ends its subscriptions at the server for certain.
	if err := errors.Join(s.Stop(ctx), conn.Close(ctx)); err != nil {
		t.Fatal(err)
	}
}
