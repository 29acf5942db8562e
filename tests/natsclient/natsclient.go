// Package natsclient subscribes to an instance's NATS as the operator, so that scenarios can act at a
// specific point.
package natsclient

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

// Target is a docmill with NATS.
type Target interface {
	NATSURL() string
	NATSPassword(user string) string
}

// Client is a connection of the operator.
type Client struct {
	t  testing.TB
	nc *nats.Conn
}

// Open connects to the target's NATS.
func Open(t testing.TB, to Target) *Client {
	t.Helper()
	return As(t, to, contract.UserOperator)
}

// As connects as another user.
func As(t testing.TB, to Target, user string) *Client {
	t.Helper()
	nc, err := nats.Connect(to.NATSURL(), nats.UserInfo(user, to.NATSPassword(user)),
		nats.CustomInboxPrefix(contract.InboxPrefix(user)), nats.NoReconnect(),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // refusals are looked at where they matter
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	return &Client{t: t, nc: nc}
}

// Bus connects to the target's NATS as a user, like a service.
func Bus(t testing.TB, to Target, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(), bus.Config{
		URL: to.NATSURL(), User: user, Password: to.NATSPassword(user), Name: "tests",
	}, telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the server may have gone first
	return conn
}

// Conn is the connection itself.
func (p *Client) Conn() *nats.Conn { return p.nc }

// Next returns a channel of the subjects of future messages on subject (wildcards allowed).
func (p *Client) Next(subject string) <-chan string {
	p.t.Helper()
	return listen(p, subject, func(m *nats.Msg) string { return m.Subject })
}

// Messages is Next with the messages' bodies.
func (p *Client) Messages(subject string) <-chan []byte {
	p.t.Helper()
	return listen(p, subject, func(m *nats.Msg) []byte { return m.Data })
}

func listen[T any](p *Client, subject string, part func(*nats.Msg) T) <-chan T {
	p.t.Helper()
	heard := make(chan T, 10_000)
	_, err := p.nc.Subscribe(subject, func(m *nats.Msg) {
		select {
		case heard <- part(m):
		default: // a listener that has gone needs no more
		}
	})
	if err == nil {
		err = p.nc.FlushTimeout(flushTimeout)
	}
	require.NoError(p.t, err)
	return heard
}

// SetAckWait changes how long messages of a stream may stay unacknowledged before redelivery, for all its
// consumers.
func (p *Client) SetAckWait(stream string, wait time.Duration) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), flushTimeout)
	defer cancel()
	s := p.Stream(stream)
	consumers := s.ListConsumers(ctx)
	for c := range consumers.Info() {
		c.Config.AckWait = wait
		_, err := s.UpdateConsumer(ctx, c.Config)
		require.NoError(p.t, err)
	}
	require.NoError(p.t, consumers.Err())
}

// Stream returns a stream of the account that fills it, with its present state.
func (p *Client) Stream(name string) jetstream.Stream {
	p.t.Helper()
	return p.StreamOf(accountOf(name), name)
}

// StreamOf is Stream of an account, which may have a copy.
func (p *Client) StreamOf(account, name string) jetstream.Stream {
	p.t.Helper()
	js, err := jetstream.NewWithAPIPrefix(p.nc, contract.APIPrefix(account))
	require.NoError(p.t, err)
	stream, err := js.Stream(p.t.Context(), name)
	require.NoError(p.t, err)
	return stream
}

// accountOf returns the account with a stream, not with its copy.
func accountOf(stream string) string {
	for _, spec := range contract.Streams() {
		if spec.Name == stream {
			return spec.Account
		}
	}
	return contract.AccountServices
}

// LastToken returns the part after the last dot of a subject: a document's id.
func LastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Bodies collects the bodies of messages on subject, from now on.
func (p *Client) Bodies(subject string) *Bodies {
	p.t.Helper()
	b := &Bodies{}
	_, err := p.nc.Subscribe(subject, func(m *nats.Msg) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.all = append(b.all, string(m.Data))
	})
	if err == nil {
		err = p.nc.FlushTimeout(flushTimeout)
	}
	require.NoError(p.t, err)
	return b
}

// Bodies of messages.
type Bodies struct {
	mu  sync.Mutex
	all []string
}

// Count reports how many of them hold text.
func (b *Bodies) Count(text string) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, body := range b.all {
		if strings.Contains(body, text) {
			n++
		}
	}
	return n
}

const flushTimeout = testkit.Patience

// RefusedPublish reports whether the server refuses the user to publish on
// subject.
func (p *Client) RefusedPublish(subject string) bool {
	p.t.Helper()
	return p.refused(subject, p.nc.Publish(subject, []byte("{}")))
}

// RefusedSubscribe reports whether the server refuses the user to subscribe to
// subject.
func (p *Client) RefusedSubscribe(subject string) bool {
	p.t.Helper()
	_, err := p.nc.SubscribeSync(subject)
	return p.refused(subject, err)
}

// refused checks for the server's error about subject, which it sends before the response to the flush.
func (p *Client) refused(subject string, err error) bool {
	p.t.Helper()
	if err == nil {
		err = p.nc.FlushTimeout(flushTimeout)
	}
	require.NoError(p.t, err)
	said := p.nc.LastError()
	return errors.Is(said, nats.ErrPermissionViolation) && strings.Contains(said.Error(), `"`+subject+`"`)
}
