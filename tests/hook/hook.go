package processes_test

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
)

// receiver takes webhooks over TLS and does with each path what it is told.
type receiver struct {
	*httptest.Server
	t      *testing.T
	caFile string
	port   string

	mu   sync.Mutex
	got  map[string][]arrival
	does map[string]http.HandlerFunc // once; afterwards everything is accepted
	// shake is called at the next TLS handshake.
	shake func()
}

// arrival is one request.
type arrival struct {
	at       time.Time
	delivery string
	body     string
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{t: t, got: map[string][]arrival{}, does: map[string]http.HandlerFunc{}}
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
	if err := os.WriteFile(r.caFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if _, r.port, err = net.SplitHostPort(r.Listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	return r
}

// settings of a notifier that may deliver to it.
func (r *receiver) settings() []string {
	return []string{
		"DOCMILL_WEBHOOKS_ENABLED=true", "DOCMILL_WEBHOOKS_PORTS=" + r.port,
		"DOCMILL_WEBHOOKS_ALLOW_NETWORKS=127.0.0.0/8", "DOCMILL_WEBHOOKS_CA_FILE=" + r.caFile,
	}
}

func (r *receiver) take(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	r.mu.Lock()
	r.got[req.URL.Path] = append(r.got[req.URL.Path], arrival{time.Now(), req.Header.Get("X-Service-Delivery"), string(body)})
	do := r.does[req.URL.Path]
	delete(r.does, req.URL.Path)
	r.mu.Unlock()
	if do != nil {
		do(w, req)
	}
}

// once tells what to do with the first request on a path.
func (r *receiver) once(path string, do http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.does[path] = do
}

func (r *receiver) atHandshake(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shake = do
}

func (r *receiver) arrivals(path string) []arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got[path])
}
