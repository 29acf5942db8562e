// Package bus is how services talk over NATS: connection, publish, consume,
// request and reply, with trace context carried along and every message checked
// on both sides. Nothing else in the project touches JetStream.
package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/telemetry"
)

// Message is anything of package contract that travels.
type Message interface{ Validate() error }

// Config says where NATS is and as whom to connect.
type Config struct {
	// URL may name another user than User, which is used then: the server is taken
	// for one without docmill's accounts. All streams lie in that user's account,
	// and no copy for subscribers is kept.
	URL            string
	User, Password string
	Name           string // of the connection, for operators
	// InProcess connects to an embedded server without a socket; URL is then
	// not used, nor is TLS.
	InProcess nats.InProcessConnProvider
	TLS       TLS
	// Watchdog hears of every message and request that is handled; nil for none.
	Watchdog *lifecycle.Watchdog
}

// Conn is one service's connection. It reconnects for ever; while it is down,
// publishing fails at once instead of buffering.
type Conn struct {
	nc         *nats.Conn
	js         jetstream.JetStream // of the user's own account
	accounts   map[string]jetstream.JetStream
	log        *slog.Logger
	tracer     trace.Tracer
	propagator telemetryPropagator

	tlsRequired bool
	watchdog    *lifecycle.Watchdog

	mu          sync.Mutex
	onReconnect []func()
}

const (
	connectTimeout = 5 * time.Second
	requestTimeout = 5 * time.Second
	reconnectWait  = 250 * time.Millisecond
)

// Connect connects within ctx or fails; afterwards the connection looks after
// itself.
func Connect(ctx context.Context, cfg Config, tel *telemetry.Providers) (*Conn, error) {
	c := &Conn{
		log:        tel.Log,
		tracer:     tel.Tracer.Tracer("docmill/bus"),
		propagator: telemetryPropagator{tel.Propagator}, tlsRequired: cfg.TLS.Required,
		watchdog: cfg.Watchdog,
	}
	opts := []nats.Option{
		nats.Name(cfg.Name),
		nats.UserInfo(cfg.User, cfg.Password),
		nats.CustomInboxPrefix(contract.InboxPrefix(cfg.User)),
		nats.Timeout(connectTimeout),
		nats.MaxReconnects(-1), // the default gives up after two minutes, for good
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // fail at once: callers decide what a lost publish means
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.log.Warn("lost NATS, reconnecting", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.reconnected() }),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			c.log.Error("NATS", "error", err, "subject", subjectOf(sub))
		}),
	}
	if cfg.InProcess != nil {
		opts = append(opts, nats.InProcessServer(cfg.InProcess))
	} else {
		secure, err := cfg.TLS.options()
		if err != nil {
			return nil, fmt.Errorf("connect to NATS as %s: %w", cfg.User, err)
		}
		opts = append(opts, secure...)
	}
	nc, err := connectWithin(ctx, cfg.URL, opts)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS as %s: %w", cfg.User, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("JetStream: %w", err)
	}
	c.nc, c.js = nc, js
	if !cfg.foreign() {
		if c.accounts, err = accountAPIs(nc); err != nil {
			nc.Close()
			return nil, err
		}
	}
	return c, nil
}

// connectWithin tries until ctx ends: in a cluster that starts, NATS may come
// up after its clients. Refused credentials end it at once, and so does a server
// that is not to be trusted.
func connectWithin(ctx context.Context, url string, opts []nats.Option) (*nats.Conn, error) {
	for {
		nc, err := nats.Connect(url, opts...)
		if err == nil {
			return nc, nil
		}
		if IsRefused(err) || untrusted(err) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(reconnectWait):
		}
	}
}

// IsRefused reports whether Connect failed because the server does not take the
// credentials.
func IsRefused(err error) bool { return errors.Is(err, nats.ErrAuthorization) }

func subjectOf(sub *nats.Subscription) string {
	if sub == nil {
		return ""
	}
	return sub.Subject
}

// Watch notes that work begins which ends within limit, until end is called: beyond
// it, it is stuck, and the process is to be started again.
func (c *Conn) Watch(name string, limit time.Duration) (end func()) {
	return c.watchdog.Begin(name, limit)
}

func (c *Conn) reconnected() {
	c.log.Info("NATS is back")
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.onReconnect {
		f()
	}
}

// OnReconnect calls f after every reconnect: broadcasts may have been missed.
func (c *Conn) OnReconnect(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onReconnect = append(c.onReconnect, f)
}

// Check reports whether the connection is up.
func (c *Conn) Check(context.Context) error {
	if s := c.nc.Status(); s != nats.CONNECTED {
		return fmt.Errorf("NATS is %s", s)
	}
	return nil
}

// Close sends what is buffered, at most until ctx ends, and closes.
func (c *Conn) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout) // flushing wants a deadline
	defer cancel()
	err := c.nc.FlushWithContext(ctx)
	c.nc.Close()
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		return fmt.Errorf("flush NATS: %w", err)
	}
	return nil
}

// encode checks and encodes m.
func encode(m Message) ([]byte, error) {
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("message %T: %w", m, err)
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("message %T: %w", m, err)
	}
	if len(b) > contract.MaxPayload-headerRoom {
		return nil, fmt.Errorf("message %T has %d bytes, at most %d fit", m, len(b), contract.MaxPayload-headerRoom)
	}
	return b, nil
}

// headerRoom is left for headers within the server's max_payload.
const headerRoom = 64 << 10

// Decode decodes and checks a message. Unknown members are ignored: additions
// do not break old readers.
func Decode[M Message](data []byte) (M, error) {
	var m M
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("message %T: %w", m, err)
	}
	if err := m.Validate(); err != nil {
		return m, fmt.Errorf("message %T: %w", m, err)
	}
	return m, nil
}
