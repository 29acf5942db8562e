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

// ServerState is the state that an object store reports.
type ServerState struct {
	Software string // its Server header; "" if it sends none
	// Now is the server's clock in whole seconds, read between Asked and Answered of this machine's clock; zero
	// if the server sends none.
	Now, Asked, Answered time.Time
	TLS                  *tls.ConnectionState // nil for a connection without TLS
}

// Inspect checks that the bucket exists and changes nothing. It returns the state of the store even with an error.
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

// lastAnswer keeps the state from the headers of the last answer.
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
