// Package fakeservices starts a NATS server with the users of package contract, and
// fakes of the auth, quota and notifier services, for tests of the gateway.
package fakeservices

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

const password = "secret"

// Services are the running fakes.
type Services struct {
	Gateway  *bus.Conn // connected as the gateway's user
	Auth     *Auth
	Quota    *Quota
	Notifier *Notifier

	line    *line // of the gateway
	connect func(user string) *bus.Conn
}

// AnotherGateway returns the connection of another replica.
func (s *Services) AnotherGateway() *bus.Conn { return s.connect(contract.UserGateway) }

// DropGateway closes the gateway's connection once; the client reconnects.
func (s *Services) DropGateway() { s.line.drop() }

// line makes connections that a test can close.
type line struct {
	nats.InProcessConnProvider
	mu   sync.Mutex
	last net.Conn
}

// InProcessConn opens a connection.
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

// Start starts the services and stops them at the end of the test.
func Start(t testing.TB) *Services {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword(password))
	connect := func(user string, via nats.InProcessConnProvider) *bus.Conn {
		conn, err := bus.Connect(t.Context(), bus.Config{User: user, Password: password, Name: user, InProcess: via},
			telemetry.Discard())
		require.NoError(t, err, "connect as", user)
		t.Cleanup(func() { _ = conn.Close(context.Background()) })
		return conn
	}
	line := &line{InProcessConnProvider: server.Provider()}
	return &Services{
		Gateway:  connect(contract.UserGateway, line),
		Auth:     startAuth(t, connect(contract.UserAuth, server.Provider())),
		Quota:    startQuota(t, connect(contract.UserQuota, server.Provider())),
		Notifier: startNotifier(t, connect(contract.UserNotifier, server.Provider())),
		line:     line,
		connect:  func(user string) *bus.Conn { return connect(user, server.Provider()) },
	}
}

func serve(t testing.TB, conn *bus.Conn, name string) *bus.Server {
	t.Helper()
	s, err := bus.NewServer(context.Background(), conn, name)
	require.NoError(t, err)
	return s
}

func handle[Req, Resp bus.Message](
	t testing.TB, s *bus.Server, subject string, h func(context.Context, Req) (Resp, error),
) {
	t.Helper()
	require.NoError(t, bus.Handle(s, subject, h))
}

// stop ends a service; later requests to it fail.
func stop(t testing.TB, s *bus.Server, conn *bus.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	defer cancel()
	// Closing the connection removes its subscriptions from the NATS server.
	require.NoError(t, errors.Join(s.Stop(ctx), conn.Close(ctx)))
}

// Quota is a fake quota service. It admits every request unless Refuse was called.
type Quota struct {
	t      testing.TB
	conn   *bus.Conn
	server *bus.Server

	mu       sync.Mutex
	asked    int
	refusals map[string]time.Duration // by account
}

func startQuota(t testing.TB, conn *bus.Conn) *Quota {
	q := &Quota{t: t, conn: conn, server: serve(t, conn, "quota"), refusals: map[string]time.Duration{}}
	handle(t, q.server, contract.RPCQuotaAdmit, q.admit)
	handle(t, q.server, contract.RPCQuotaUsage, q.usage)
	return q
}

// Refuse refuses the account's requests with the given Retry-After; 0 ends that.
func (q *Quota) Refuse(accountID string, retryAfter time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.refusals[accountID] = retryAfter
}

// Asked counts the requests for admission.
func (q *Quota) Asked() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.asked
}

// Stop stops the service.
func (q *Quota) Stop() { stop(q.t, q.server, q.conn) }

func (q *Quota) admit(_ context.Context, r contract.AdmitRequest) (contract.AdmitReply, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked++
	state := state(r.Plan)
	if wait := q.refusals[r.AccountID]; wait > 0 {
		state.Minute.Remaining, state.Minute.ResetMs = 0, wait.Milliseconds()
		return contract.AdmitReply{RetryAfterMs: wait.Milliseconds(), Minute: state.Minute, Month: state.Month}, nil
	}
	state.Minute.Remaining--
	return contract.AdmitReply{Allowed: true, Minute: state.Minute, Month: state.Month}, nil
}

func (q *Quota) usage(_ context.Context, r contract.AdmitRequest) (contract.UsageReply, error) {
	return state(r.Plan), nil
}

// state is that of an account that has used three documents this month.
func state(plan contract.Plan) contract.UsageReply {
	const used = 3
	limits, _ := plan.Limits()
	start := contract.MonthStart(time.Now())
	return contract.UsageReply{
		Minute: contract.RateWindow{Limit: limits.RequestsPerMinute, Remaining: limits.RequestsPerMinute, ResetMs: 60_000},
		Month: contract.MonthUsage{
			Start: contract.TimeOf(start), End: contract.TimeOf(start.AddDate(0, 1, 0)),
			Used: used, Limit: limits.DocumentsPerMonth, Remaining: limits.DocumentsPerMonth - used,
		},
	}
}
