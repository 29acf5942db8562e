// Package sender makes the HTTP requests of webhooks: one POST each, to the
// address itself and nobody else, within fixed bounds of time and size.
package sender

import (
	"bytes"
	"context"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// keptAnswer is how much of an answer's body is kept for the log, in bytes.
const keptAnswer = 2048

// Config of a Sender.
type Config struct {
	Policy target.Policy
	// Roots are the authorities whose certificates receivers may have; the
	// system's when nil.
	Roots *x509.CertPool
	// Resolver looks names up; the system's when nil.
	Resolver *net.Resolver
	// ConnsPerSubscription are kept open for the next delivery.
	ConnsPerSubscription int
}

// Sender sends. Connections are kept for each subscription apart, so that no two
// accounts share one.
type Sender struct {
	cfg     Config
	clients *clients
}

// New makes a sender. Close ends its connections.
func New(cfg Config) *Sender {
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

// Answer is what came of it. Without an answer Status is 0 and Error reports why,
// in words that a subscriber may read.
type Answer struct {
	Status   int
	Body     string // its beginning, as text
	Error    string
	Duration time.Duration
}

// Success reports whether the receiver accepted: 2xx. Every other answer and none
// are alike.
func (a Answer) Success() bool { return a.Status >= 200 && a.Status < 300 }

// Send makes one attempt. It asks the transport directly, so no redirect is
// followed; the transport knows no proxy and refuses addresses by the policy.
func (s *Sender) Send(ctx context.Context, r Request) Answer {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, webhook.AttemptTimeout)
	defer cancel()
	answer := s.post(ctx, r)
	answer.Duration = time.Since(began)
	return answer
}

func (s *Sender) post(ctx context.Context, r Request) Answer {
	// It was checked when it was registered, perhaps under other settings.
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
	// Not sent: it tells net/http that a request may be made again that met a
	// kept connection at its end. Its delivery id makes that harmless.
	req.Header["Idempotency-Key"] = nil
	resp, err := s.clients.of(r.Subscription).RoundTrip(req)
	if err != nil {
		return Answer{Error: describe(ctx, err)}
	}
	defer resp.Body.Close()
	return Answer{Status: resp.StatusCode, Body: beginning(resp.Body)}
}

// beginning reads at most webhook.MaxAnswer and keeps what the log shows. An
// answer that breaks off has told its status all the same.
func beginning(body io.Reader) string {
	var kept bytes.Buffer
	_, _ = io.CopyN(&kept, body, keptAnswer)
	_, _ = io.CopyN(io.Discard, body, webhook.MaxAnswer-keptAnswer)
	return text(kept.Bytes())
}

// text makes what a receiver answered fit for a database and a log: UTF-8
// without NUL.
func text(b []byte) string {
	s := strings.ReplaceAll(string(b), "\x00", string(utf8.RuneError))
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}
