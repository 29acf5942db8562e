package target

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"
)

// exchange collects data from the requests of one operation.
type exchange struct {
	traceID string

	mu        sync.Mutex
	requestID string
}

type exchangeKey struct{}

// newExchange starts a trace (W3C Trace Context). Its id need not be secret.
func newExchange(ctx context.Context) (context.Context, *exchange) {
	e := &exchange{traceID: randomHex(16)}
	return context.WithValue(ctx, exchangeKey{}, e), e
}

func randomHex(bytes int) string {
	id := make([]byte, 0, bytes)
	for len(id) < bytes {
		id = append(id, byte(1+rand.N(255))) // never all zero, which is no id
	}
	return hex.EncodeToString(id)
}

// wire sends requests and records them in their exchange. Each request is a span of its operation's trace.
type wire struct{ next http.RoundTripper }

func (w wire) RoundTrip(req *http.Request) (*http.Response, error) {
	e, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return w.next.RoundTrip(req)
	}
	req = req.Clone(req.Context())
	const sampled = "-01"
	req.Header.Set("Traceparent", "00-"+e.traceID+"-"+randomHex(8)+sampled)
	resp, err := w.next.RoundTrip(req)
	if err == nil {
		e.mu.Lock()
		e.requestID = resp.Header.Get("X-Request-Id")
		e.mu.Unlock()
	}
	return resp, err
}

func (e *exchange) request() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.requestID
}

// transport keeps a connection per concurrent request, because new ones would be measured.
func transport(connections int) *http.Transport {
	const dial = 10 * time.Second
	dialer := net.Dialer{Timeout: dial, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConns: connections, MaxIdleConnsPerHost: connections, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: dial,
	}
}
