package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// socket is a client's connection.
type socket struct {
	net.Conn
	t *testing.T
	r *bufio.Reader
}

// connect opens a connection from an address of this machine.
func (g *gateway) connect(t *testing.T, from string) *socket {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 20 * time.Second}
	c, err := dialer.DialContext(t.Context(), "tcp", g.addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
	return &socket{Conn: c, t: t, r: bufio.NewReader(c)}
}

// ask sends a request and reports whether it was answered on this connection.
func (s *socket) ask() bool {
	s.t.Helper()
	if _, err := io.WriteString(s, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return false
	}
	resp, err := http.ReadResponse(s.r, nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err == nil && resp.StatusCode == http.StatusOK
}

func (s *socket) wantAnswer(what string) {
	s.t.Helper()
	assert.True(s.t, s.ask(), what, "no answer")
}

// wantClosed waits until the server has closed the connection.
func (s *socket) wantClosed(what string) {
	s.t.Helper()
	_, err := s.r.ReadByte()
	if timeout, ok := err.(net.Error); err == nil || ok && timeout.Timeout() { //nolint:errorlint // as it comes
		s.t.Errorf("%s is open: %v", what, err)
	}
}

const (
	attacker = "127.0.0.3"
	visitor  = "127.0.0.2"
)

func bound(total, perAddress int) func(*config) {
	return func(c *config) { c.MaxConnections, c.MaxConnectionsPerAddress = total, perAddress }
}

// However many connections one address opens, it holds no more than its share,
// its own waiting ones are closed for the new ones, and others are served.
func TestBounds_oneAddress(t *testing.T) {
	t.Parallel()
	g := start(t, bound(1000, 4))
	kept := g.connect(t, attacker)
	kept.wantAnswer("within the bound")
	var silent []*socket
	for range 40 {
		silent = append(silent, g.connect(t, attacker))
	}
	for i, s := range silent[:len(silent)-3] {
		s.wantClosed(fmt.Sprintf("silent connection %d", i))
	}
	kept.wantAnswer("kept open: silent ones are closed first")
	silent[len(silent)-1].wantAnswer("the newest")
	g.connect(t, visitor).wantAnswer("another address")
	assert.Equal(t, g.metric(`docmill_http_connections_closed_total{`, `reason="address"`), "37",
		"connections were closed")
}

// Connections with a request in progress are never closed for others; additional ones of the same address
// are closed.
func TestBounds_activeRequests(t *testing.T) {
	t.Parallel()
	g := start(t, bound(1000, 2))
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	records := []contract.Record{g.newDocument(key), g.newDocument(key)}
	var waiting []*socket
	for _, rec := range records {
		s := g.connect(t, visitor)
		_, _ = fmt.Fprintf(s, "GET /api/v1/documents/%s?wait=60 HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\n\r\n", rec.ID, key)
		waiting = append(waiting, s)
	}
	for g.docs.waiters() < 2 {
		time.Sleep(time.Millisecond)
	}
	for range 3 {
		g.connect(t, visitor).wantClosed("a connection beyond the bound")
	}
	g.connect(t, "127.0.0.1").wantAnswer("another address")
	for _, rec := range records {
		g.docs.end(rec.ID, true)
	}
	for _, s := range waiting {
		resp, err := http.ReadResponse(s.r, nil)
		assert.True(t, err == nil && resp.StatusCode == http.StatusOK, "the request under way", err)
	}
}

// When there is no room in all, connections without a request are closed, the
// silent ones first, and all others stay.
func TestBounds_total(t *testing.T) {
	t.Parallel()
	g := start(t, bound(3, 100))
	first, second := g.connect(t, visitor), g.connect(t, visitor)
	first.wantAnswer("the first")
	second.wantAnswer("the second")
	silent := g.connect(t, attacker)
	third := g.connect(t, visitor)
	silent.wantClosed("the silent one")
	third.wantAnswer("the third")
	first.wantAnswer("the first, again") // so the second has waited longest
	g.connect(t, attacker).wantAnswer("one more")
	second.wantClosed("the one that has waited longest")
	first.wantAnswer("the first, once more")
	assert.Equal(t, g.metric(`docmill_http_connections_closed_total{`, `reason="total"`), "2", "connections were closed")
	assert.Equal(t, g.metric(`docmill_http_connections_open{`, ""), "3", "open connections")
}

// If every connection has a request in progress, the next one waits until one ends.
func TestBounds_allBusy(t *testing.T) {
	t.Parallel()
	g := start(t, bound(1, 100))
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	busy := g.connect(t, visitor)
	_, _ = fmt.Fprintf(busy, "GET /api/v1/documents/%s?wait=60 HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\n\r\n", rec.ID, key)
	for g.docs.waiters() == 0 {
		time.Sleep(time.Millisecond)
	}
	answered := make(chan bool)
	next := g.connect(t, attacker)
	go func() { answered <- next.ask() }()
	g.docs.end(rec.ID, true)
	resp, err := http.ReadResponse(busy.r, nil)
	assert.True(t, err == nil && resp.StatusCode == http.StatusOK, "the request under way", err)
	assert.True(t, <-answered, "the next was not answered")
}

// A trusted proxy has many clients.
func TestBounds_trustedProxy(t *testing.T) {
	t.Parallel()
	g := start(t, bound(1000, 2), func(c *config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(visitor + "/32")}
	})
	var all []*socket
	for range 10 {
		s := g.connect(t, visitor)
		s.wantAnswer("a proxy's")
		all = append(all, s)
	}
	for _, s := range all {
		s.wantAnswer("a proxy's, again")
	}
}

// Others are answered while an address opens connections without a pause.
func TestBounds_reconnecting(t *testing.T) {
	t.Parallel()
	g := start(t, bound(64, 16))
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	t.Cleanup(cancel)
	for range 4 {
		wg.Go(func() { g.reconnect(ctx, 64) })
	}
	for range 50 {
		g.connect(t, visitor).wantAnswer("another address")
	}
}

// reconnect opens connections without a pause until ctx ends, and holds so many of them.
func (g *gateway) reconnect(ctx context.Context, hold int) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(attacker)}}
	held := make([]net.Conn, hold)
	for i := 0; ctx.Err() == nil; i = (i + 1) % hold {
		if held[i] != nil {
			_ = held[i].Close()
		}
		held[i], _ = dialer.DialContext(ctx, "tcp", g.addr)
	}
	for _, c := range held {
		if c != nil {
			_ = c.Close()
		}
	}
}

// metric returns the value of the first line that begins with name and has label.
func (g *gateway) metric(name, label string) string {
	g.t.Helper()
	w := httptest.NewRecorder()
	g.metrics.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, name) && strings.Contains(line, label) {
			return strings.TrimSpace(line[strings.LastIndexByte(line, ' '):])
		}
	}
	return ""
}
