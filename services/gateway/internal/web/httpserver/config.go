package httpserver

import (
	"io"
	"net/netip"
	"time"

	"github.com/docmill/docmill/libs/lifecycle"
	"github.com/docmill/docmill/libs/telemetry"
)

// Config of the server. DefaultConfig has values for production.
type Config struct {
	// HeaderTimeout bounds the arrival of a request's header.
	HeaderTimeout time.Duration
	// IdleTimeout ends a connection that waits for its next request.
	IdleTimeout time.Duration
	// WriteTimeout bounds the sending of an answer.
	WriteTimeout time.Duration
	// DrainTimeout limits requests in progress after Serve's context ends; then their connections are
	// closed.
	DrainTimeout time.Duration
	// Pace is the slowest that a body may arrive.
	Pace Pace
	// MaxConnections bounds open connections. Beyond it, those waiting for a request are closed, new ones
	// first; if all have a request in progress, further ones wait to be accepted.
	MaxConnections int
	// MaxConnectionsPerAddress bounds open connections per client address, except trusted proxies.
	MaxConnectionsPerAddress int
	// TrustedProxies may set X-Forwarded-For; from other peers the header is ignored.
	TrustedProxies []netip.Prefix
}

// DefaultConfig suits clients on slow lines and rejects deliberate stalling: 16 KB/s, checked every 160 KB.
func DefaultConfig() Config {
	return Config{
		HeaderTimeout:            15 * time.Second,
		IdleTimeout:              60 * time.Second,
		WriteTimeout:             60 * time.Second,
		DrainTimeout:             20 * time.Second,
		Pace:                     Pace{Bytes: 160 << 10, Within: 10 * time.Second},
		MaxConnections:           10_000,
		MaxConnectionsPerAddress: 1000,
	}
}

// Deps are the server's dependencies.
type Deps struct {
	Health    *lifecycle.Health
	Telemetry *telemetry.Providers
	Now       func() time.Time // time.Now when nil
	Random    io.Reader        // of request ids; crypto/rand when nil
}
