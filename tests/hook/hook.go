// Package hook is a webhook receiver whose responses scenarios set.
package hook

import (
	"crypto/tls"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
)

// Receiver receives webhooks over TLS and responds per path as configured.
type Receiver struct {
	*httptest.Server
	caFile string
	port   string

	mu   sync.Mutex
	got  map[string][]Arrival
	does map[string]http.HandlerFunc // once; afterwards everything is accepted
	// shake is called at the next TLS handshake.
	shake func()
}

// Arrival is one request.
type Arrival struct {
	At     time.Time
	Header http.Header
	Body   string
}

// Delivery is the request's X-Service-Delivery.
func (a Arrival) Delivery() string { return a.Header.Get("X-Service-Delivery") }

// New starts a receiver, which accepts everything, until the test's end.
func New(t testing.TB) *Receiver {
	t.Helper()
	r := &Receiver{got: map[string][]Arrival{}, does: map[string]http.HandlerFunc{}}
	r.Server = httptest.NewUnstartedServer(http.HandlerFunc(r.take))
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.TLS = &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
		r.mu.Lock()
		shake := r.shake
		r.shake = nil
		r.mu.Unlock()
		if shake != nil {
			shake()
		}
		return nil, nil
	}}
	r.StartTLS()
	t.Cleanup(r.CloseClientConnections)
	r.caFile = filepath.Join(t.TempDir(), "ca.pem")
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw})
	require.NoError(t, os.WriteFile(r.caFile, ca, 0o600))
	var err error
	_, r.port, err = net.SplitHostPort(r.Listener.Addr().String())
	require.NoError(t, err)
	return r
}

// Settings let a notifier deliver to it.
func (r *Receiver) Settings() []string {
	return []string{
		"DOCMILL_WEBHOOKS_ENABLED=true", "DOCMILL_WEBHOOKS_PORTS=" + r.port,
		"DOCMILL_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8", "DOCMILL_WEBHOOKS_CA_FILE=" + r.caFile,
	}
}

func (r *Receiver) take(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	r.mu.Lock()
	r.got[req.URL.Path] = append(r.got[req.URL.Path], Arrival{time.Now(), req.Header, string(body)})
	do := r.does[req.URL.Path]
	delete(r.does, req.URL.Path)
	r.mu.Unlock()
	if do != nil {
		do(w, req)
	}
}

// Once sets the response to the first request on a path.
func (r *Receiver) Once(path string, do http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.does[path] = do
}

// AtHandshake has do called at the next TLS handshake, before any request.
func (r *Receiver) AtHandshake(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shake = do
}

// Arrivals returns the requests on a path so far.
func (r *Receiver) Arrivals(path string) []Arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got[path])
}
