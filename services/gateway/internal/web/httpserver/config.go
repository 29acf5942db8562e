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
	// DrainTimeout is how long requests under way may take after Serve's
	// context has ended; then their connections are cut.
	DrainTimeout time.Duration
	// Pace is the slowest that a body may arrive.
	Pace Pace
	// MaxConnections are open at once. When there are more, those that wait for
	// a request are closed, new ones first; when all have a request under way,
	// more wait to be accepted.
	MaxConnections int
	// MaxConnectionsPerAddress are open at once from one client address, trusted
	// proxies excepted.
	MaxConnectionsPerAddress int
	// TrustedProxies name the client in X-Forwarded-For; from any other peer
	// that header is ignored.
	TrustedProxies []netip.Prefix
}

// DefaultConfig is made for clients on slow lines and against those that stall
// on purpose: 16 KB/s, looked at every 160 KB.
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

// Deps are what the server itself needs.
type Deps struct {
	Health    *lifecycle.Health
	Telemetry *telemetry.Providers
	Now       func() time.Time // time.Now when nil
	Random    io.Reader        // of request ids; crypto/rand when nil
}
