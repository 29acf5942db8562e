package httpserver

import (
	"io"
	"net"
	"net/netip"
	"time"
)

// ForwardedClient shows forwardedClient to tests.
func ForwardedClient(peer netip.Addr, forwarded []string, trusted []netip.Prefix) netip.Addr {
	return forwardedClient(peer, forwarded, trusted)
}

// NewBody exports Body for tests: it reads from a connection.
func NewBody(conn net.Conn, pace Pace) io.Reader {
	return &Body{src: conn, conn: conn, pace: pace, length: -1}
}

// NewOutgoing shows outgoing to tests: source on its way to a connection.
func NewOutgoing(source io.ReadCloser, conn net.Conn, timeout time.Duration) io.Reader {
	return &outgoing{ReadCloser: source, conn: conn, timeout: timeout, failed: func(error) {}}
}
