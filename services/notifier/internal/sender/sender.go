// Package sender makes the HTTP requests of webhooks: one POST each, only to the address itself, within
// limits of time and size.
package sender

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// keptAnswer is how much of a response body the log keeps, in bytes.
const keptAnswer = 2048

// Config of a Sender.
type Config struct {
	Policy target.Policy
	// Roots are the authorities for receivers' certificates; nil means the system's.
	Roots *x509.CertPool
	// Resolver resolves names; nil means the system's.
	Resolver *net.Resolver
	// ConnsPerSubscription are kept open for the next delivery.
	ConnsPerSubscription int
	// AttemptTimeout bounds an attempt; webhook.AttemptTimeout if 0.
	AttemptTimeout time.Duration
}

// Sender sends webhooks. Each subscription has separate connections, so that no two accounts share one.
type Sender struct {
	cfg     Config
	clients *clients
}

// New makes a sender. Close ends its connections.
func New(cfg Config) *Sender {
	if cfg.AttemptTimeout == 0 {
		cfg.AttemptTimeout = webhook.AttemptTimeout
	}
	return &Sender{cfg: cfg, clients: newClients(cfg)}
}

// Close ends the connections that wait for their next use.
func (s *Sender) Close() { s.clients.close() }

// Request is one attempt.
type Request struct {
	Subscription, URL string
	Header            map[string]string
	Body              []byte
}

// Answer is the result of an attempt. Without a response Status is 0 and Error has a reason for the
// subscriber.
type Answer struct {
	Status   int
	Body     string // its beginning, as text
	Error    string
	Duration time.Duration
}

// Success reports whether the receiver accepted with 2xx.
func (a Answer) Success() bool { return a.Status >= 200 && a.Status < 300 }

// Send makes one attempt. It calls the transport directly, so it follows no redirects; the transport uses
// no proxy and refuses addresses by the policy.
func (s *Sender) Send(ctx context.Context, r Request) Answer {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, s.cfg.AttemptTimeout)
	defer cancel()
	answer := s.post(ctx, r)
	answer.Duration = time.Since(began)
	return answer
}

func (s *Sender) post(ctx context.Context, r Request) Answer {
	// It was checked at registration, perhaps with other settings.
	if _, err := s.cfg.Policy.Parse(r.URL); err != nil {
		return Answer{Error: target.ErrRefused.Error()}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return Answer{Error: target.ErrRefused.Error()}
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	// This is not sent: it permits net/http to repeat a request on a closed kept connection. The delivery
	// id makes that harmless.
	req.Header["Idempotency-Key"] = nil
	resp, err := s.clients.transport(r.Subscription).RoundTrip(req)
	if err != nil {
		return Answer{Error: s.describe(ctx, err)}
	}
	defer resp.Body.Close()
	return Answer{Status: resp.StatusCode, Body: beginning(resp.Body)}
}

// beginning returns the part of the body for the log, up to webhook.MaxAnswer. A body may break off.
func beginning(body io.Reader) string {
	var kept bytes.Buffer
	_, _ = io.CopyN(&kept, body, keptAnswer)
	_, _ = io.CopyN(io.Discard, body, webhook.MaxAnswer-keptAnswer)
	return text(kept.Bytes())
}

// text converts a response to UTF-8 without NUL, for the database and the log.
func text(b []byte) string {
	s := strings.ReplaceAll(string(b), "\x00", string(utf8.RuneError))
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}

// describe explains a missing response to the subscriber without err's text, which may have internal addresses.
func (s *Sender) describe(ctx context.Context, err error) string {
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var dial *net.OpError
	var timeout net.Error
	switch {
	case errors.Is(err, target.ErrRefused):
		return target.ErrRefused.Error()
	case errors.As(err, &dns) && dns.IsNotFound:
		return "the host name is not known"
	case errors.As(err, &dns):
		return "the host name could not be looked up"
	case errors.As(err, &certificate):
		return fmt.Sprintf("the certificate is not valid: %v", certificate.Err)
	case errors.As(err, &record):
		return "the receiver does not speak TLS"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case ctx.Err() != nil:
		return fmt.Sprintf("no answer within %s", s.cfg.AttemptTimeout)
	case errors.As(err, &dial) && dial.Op == "dial" && dial.Timeout(), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no connection within %s", webhook.ConnectTimeout)
	case errors.As(err, &dial) && dial.Op == "dial":
		return "no connection could be made"
	}
	return "the connection broke off without an answer"
}

const (
	// idleConn is the idle timeout of a connection, idleClient that of a subscription's client.
	idleConn   = 30 * time.Second
	idleClient = 2 * idleConn
	maxHeader  = 16 << 10 // bytes of an answer's header
)

// clients are the transports of recently used subscriptions.
type clients struct {
	cfg Config

	mu    sync.Mutex
	by    map[string]*client
	swept time.Time
}

type client struct {
	*http.Transport
	used time.Time
}

func newClients(cfg Config) *clients {
	return &clients{cfg: cfg, by: map[string]*client{}, swept: time.Now()}
}

func (c *clients) transport(subscription string) *http.Transport {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if now.Sub(c.swept) > idleClient {
		c.sweep(now)
	}
	found, ok := c.by[subscription]
	if !ok {
		found = &client{Transport: c.newTransport()}
		c.by[subscription] = found
	}
	found.used = now
	return found.Transport
}

// sweep removes idle clients: an attempt takes less time, so they have none in progress.
func (c *clients) sweep(now time.Time) {
	c.swept = now
	for subscription, one := range c.by {
		if now.Sub(one.used) > idleClient {
			one.CloseIdleConnections()
			delete(c.by, subscription)
		}
	}
}

func (c *clients) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.by {
		one.CloseIdleConnections()
	}
}

func (c *clients) newTransport() *http.Transport {
	dialer := &net.Dialer{
		Timeout: webhook.ConnectTimeout, // the look-up included
		Control: c.cfg.Policy.Control, Resolver: c.cfg.Resolver,
	}
	return &http.Transport{
		Proxy:       nil, // also not that of the environment
		DialContext: dialer.DialContext,
		TLSClientConfig: &tls.Config{
			MinVersion: tls.VersionTLS12, RootCAs: c.cfg.Roots,
			// A receiver's second connection resumes the TLS session of its first.
			ClientSessionCache: tls.NewLRUClientSessionCache(c.cfg.ConnsPerSubscription),
		},
		TLSHandshakeTimeout:    webhook.ConnectTimeout,
		DisableCompression:     true, // nothing here unpacks answers
		MaxIdleConnsPerHost:    c.cfg.ConnsPerSubscription,
		IdleConnTimeout:        idleConn,
		MaxResponseHeaderBytes: maxHeader,
	}
}
