package sender

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

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
