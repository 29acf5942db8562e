package blob

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
)

// ServerState is what an object store says of itself.
type ServerState struct {
	Software string // its Server header; "" where it sends none
	// Now is the server's clock in whole seconds, read between Asked and Answered
	// by this machine's; zero where it sends none.
	Now, Asked, Answered time.Time
	TLS                  *tls.ConnectionState // nil for a connection in the clear
}

// Inspect asks for the bucket, which must be there, and changes nothing. What the
// store said of itself is returned beside an error, too.
func Inspect(ctx context.Context, cfg Config) (ServerState, error) {
	inner, err := cfg.transport()
	if err == nil && inner == nil {
		inner, err = minio.DefaultTransport(cfg.Secure)
	}
	if err != nil {
		return ServerState{}, fmt.Errorf("object store %s: %w", cfg.Endpoint, err)
	}
	last := &lastAnswer{inner: inner}
	cfg.Transport = last
	store, err := New(cfg)
	if err != nil {
		return ServerState{}, err
	}
	err = store.Check(ctx)
	return last.state, err
}

// lastAnswer keeps what the headers of the last answer say.
type lastAnswer struct {
	inner http.RoundTripper
	mu    sync.Mutex
	state ServerState
}

func (l *lastAnswer) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := time.Now()
	resp, err := l.inner.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = ServerState{Software: resp.Header.Get("Server"), Asked: asked, Answered: time.Now(), TLS: resp.TLS}
	if now, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		l.state.Now = now
	}
	return resp, nil
}
