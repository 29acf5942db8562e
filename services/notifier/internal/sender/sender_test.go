package sender_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/sender"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// loopback permits receivers on this machine, at any port.
func loopback() target.Policy {
	return target.Policy{
		Ports: []target.PortRange{{First: 1, Last: 65535}}, Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}
}

func newSender(t *testing.T, cfg sender.Config, receivers ...*httptest.Server) *sender.Sender {
	t.Helper()
	cfg.Roots = x509.NewCertPool()
	for _, r := range receivers {
		cfg.Roots.AddCert(r.Certificate())
	}
	cfg.ConnsPerSubscription = 2
	s := sender.New(cfg)
	t.Cleanup(s.Close)
	return s
}

func receiver(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	r := httptest.NewUnstartedServer(h)
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.StartTLS()
	t.Cleanup(r.Close)
	return r
}

func send(t *testing.T, s *sender.Sender, url string) sender.Answer {
	t.Helper()
	return s.Send(t.Context(), sender.Request{
		Subscription: "wh_1", URL: url, Header: map[string]string{"X-Service-Delivery": "dlv_1"}, Body: []byte("body"),
	})
}

// Success is 2xx and no other status, including redirects: only the address itself is requested.
func TestAnswers(t *testing.T) {
	t.Parallel()
	var strayed atomic.Int32
	elsewhere := receiver(t, func(http.ResponseWriter, *http.Request) { strayed.Add(1) })
	var told atomic.Int32
	r := receiver(t, func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		if req.Method != http.MethodPost || string(body) != "body" || req.Header.Get("X-Service-Delivery") != "dlv_1" ||
			req.ContentLength != 4 {
			t.Errorf("%s %s %v", req.Method, body, req.Header)
		}
		w.Header().Set("Location", elsewhere.URL)
		w.WriteHeader(int(told.Load()))
	})
	s := newSender(t, sender.Config{Policy: loopback()}, r, elsewhere)
	for _, status := range []int{200, 201, 204, 299, 301, 302, 307, 308, 400, 401, 410, 429, 500, 503} {
		told.Store(int32(status))
		answer := send(t, s, r.URL)
		assert.True(t, answer.Status == status && answer.Success() == (status < 300) && answer.Error == "", status, answer)
	}
	n := strayed.Load()
	assert.True(t, n <= 0, n, "redirects were followed")
}

// An endless response is read up to the limit, and its stored part is text.
func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	ended := make(chan struct{})
	r := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
		defer close(ended)
		for chunk := bytes.Repeat([]byte("\x00\xffab"), 256); ; {
			n, err := w.Write(chunk)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	answer := send(t, newSender(t, sender.Config{Policy: loopback()}, r), r.URL)
	if !answer.Success() || len(answer.Body) > 8192 || strings.ContainsRune(answer.Body, 0) ||
		!strings.Contains(answer.Body, "ab") {
		t.Errorf("%d, %q", answer.Status, answer.Body)
	}
	<-ended // the connection is cut: the receiver's buffers are all that it could fill
	t.Logf("%d bytes were sent, %d of them read", sent.Load(), webhook.MaxAnswer)
}

// The reason for a missing response reveals no internal names.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	closed := receiver(t, func(http.ResponseWriter, *http.Request) {})
	closed.Close()
	hangsUp := receiver(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(plain.Close)
	s := newSender(t, sender.Config{Policy: loopback(), Resolver: nowhere()}, hangsUp)
	for url, want := range map[string]string{
		closed.URL:  "the connection was refused",
		hangsUp.URL: "the connection broke off without an answer",
		strings.Replace(plain.URL, "http:", "https:", 1): "the receiver does not speak TLS",
		"https://receiver.example.com/":                  "the host name could not be looked up",
		"https://10.0.0.1/":                              "the address is not allowed for webhooks",
		"https://user@127.0.0.1/":                        "the address is not allowed for webhooks",
	} {
		answer := send(t, s, url)
		assert.True(t, answer.Error == want && answer.Status == 0 && !answer.Success(), url, answer, "want", want)
	}
}

func TestCertificateVerification(t *testing.T) {
	t.Parallel()
	r := receiver(t, func(http.ResponseWriter, *http.Request) { t.Error("was asked") })
	answer := send(t, newSender(t, sender.Config{Policy: loopback()}), r.URL) // which knows no authority
	assert.Equal(t, answer.Error, "the certificate is not valid: x509: certificate signed by unknown authority", answer)
}

// nowhere asks a name server that is not there.
func nowhere() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, net.UnknownNetworkError("none")
	}}
}

// A receiver that never responds, or not completely, costs one attempt's timeout. The limits are the real
// ones.
func TestSlowReceivers(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	silent := receiver(t, func(http.ResponseWriter, *http.Request) { <-stop })
	dripping := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(202)
		_ = http.NewResponseController(w).Flush()
		<-stop
	})
	t.Cleanup(func() { close(stop) })
	const timeout = time.Second
	s := newSender(t, sender.Config{Policy: loopback(), AttemptTimeout: timeout}, silent, dripping)
	answers := make(chan sender.Answer, 2)
	for _, r := range []*httptest.Server{silent, dripping} {
		go func() { answers <- send(t, s, r.URL) }()
	}
	for range 2 {
		answer := <-answers
		if answer.Duration < timeout || answer.Status != 202 && answer.Error != "no answer within 1s" {
			t.Errorf("%+v", answer)
		}
	}
}

// No two subscriptions share a connection.
func TestConnectionPerSubscription(t *testing.T) {
	t.Parallel()
	var conns atomic.Int32
	r := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	r.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			conns.Add(1)
		}
	}
	r.StartTLS()
	t.Cleanup(r.Close)
	s := newSender(t, sender.Config{Policy: loopback()}, r)
	for range 5 {
		for _, subscription := range []string{"wh_1", "wh_2"} {
			a := s.Send(t.Context(), sender.Request{Subscription: subscription, URL: r.URL})
			require.True(t, a.Success(), a)
		}
	}
	assert.Equal(t, conns.Load(), 2, "connections for two subscriptions")
}
