// Package bus connects services over NATS: publish, consume, request and reply. It propagates trace
// contexts and validates every message on both sides. Only this package uses JetStream.
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

// Message is a message of package contract.
type Message interface{ Validate() error }

// Config of a connection.
type Config struct {
	// URL may contain another user than User. That user is used then, and the server is assumed to have
	// no docmill accounts: all streams are in that user's account, without a copy for subscribers.
	URL            string
	User, Password string
	Name           string // of the connection, for operators
	// InProcess connects to an embedded server without a socket; URL and TLS are not used then.
	InProcess nats.InProcessConnProvider
	TLS       TLS
	// Watchdog watches every handler; nil for none.
	Watchdog *lifecycle.Watchdog
}

// Conn is one service's connection. It reconnects without a limit; while it is down, publishing fails
// at once instead of buffering.
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

// Connect connects before ctx ends or returns an error.
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
		nats.MaxReconnects(-1), // the default is to stop after two minutes
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // publishing fails at once while the connection is down
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.log.Warn("connection to NATS lost, reconnecting", "error", err)
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
	if !cfg.isForeign() {
		if c.accounts, err = accountAPIs(nc); err != nil {
			nc.Close()
			return nil, err
		}
	}
	return c, nil
}

// connectWithin tries until ctx ends, because NATS may start later, unless credentials or certificates are refused.
func connectWithin(ctx context.Context, url string, opts []nats.Option) (*nats.Conn, error) {
	for {
		nc, err := nats.Connect(url, opts...)
		if err == nil {
			return nc, nil
		}
		if IsRefused(err) || isUntrusted(err) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(reconnectWait):
		}
	}
}

// IsRefused reports whether Connect failed because the server refused the credentials.
func IsRefused(err error) bool { return errors.Is(err, nats.ErrAuthorization) }

func subjectOf(sub *nats.Subscription) string {
	if sub == nil {
		return ""
	}
	return sub.Subject
}

// Watch registers work until end is called. Work that takes longer than limit is stuck, and the process
// must be restarted.
func (c *Conn) Watch(name string, limit time.Duration) (end func()) {
	return c.watchdog.Begin(name, limit)
}

func (c *Conn) reconnected() {
	c.log.Info("reconnected to NATS")
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.onReconnect {
		f()
	}
}

// OnReconnect calls f after every reconnect: signals may have been missed.
func (c *Conn) OnReconnect(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onReconnect = append(c.onReconnect, f)
}

// Check returns an error if the connection is down.
func (c *Conn) Check(context.Context) error {
	if s := c.nc.Status(); s != nats.CONNECTED {
		return fmt.Errorf("NATS is %s", s)
	}
	return nil
}

// Close sends buffered messages until ctx ends, and closes the connection.
func (c *Conn) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout) // flushing needs a deadline
	defer cancel()
	err := c.nc.FlushWithContext(ctx)
	c.nc.Close()
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		return fmt.Errorf("flush NATS: %w", err)
	}
	return nil
}

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

// headerRoom is the part of the server's max_payload that is kept for headers.
const headerRoom = 64 << 10

// Decode decodes and validates a message. It ignores unknown members, so that new members do not break
// older services.
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
