package api_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// wantStopped waits for Serve's end and gives its error.
func (g *gateway) wantStopped() error {
	g.t.Helper()
	select {
	case err := <-g.done:
		g.done <- nil // for the cleanup
		return err
	case <-time.After(testkit.Patience):
		g.t.Fatal("the server did not stop")
		return nil
	}
}

// A request waiting when the server stops gets the present state.
func TestServe_drain(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	got := make(chan answer, 1)
	go func() {
		got <- g.send("GET", "/api/v1/documents/"+rec.ID+"?wait=60", header("X-API-Key", key), nil)
	}()
	for g.docs.waiters() == 0 {
		time.Sleep(time.Millisecond)
	}
	g.stop()
	if a := <-got; a.status != 200 {
		t.Errorf("status %d: %s", a.status, a.body)
	}
	if err := g.wantStopped(); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", g.addr); err == nil {
		t.Error("the port still takes connections")
	}
}

// An upload in progress when the server stops is finished.
func TestServe_uploadsDuringStop(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	under, finish := make(chan struct{}), make(chan struct{})
	slow := g.slowUpload(key, under, finish)
	<-under
	g.stop()
	close(finish)
	if a := <-slow; a.status != http.StatusAccepted {
		t.Errorf("status %d: %s", a.status, a.body)
	}
	if err := g.wantStopped(); err != nil {
		t.Error(err)
	}
}

// Requests beyond the drain timeout are closed, and Serve reports it.
func TestServe_stopTimeout(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.DrainTimeout = 200 * time.Millisecond })
	c, err := net.Dial("tcp", g.addr)
	require.NoError(t, err)
	defer c.Close()
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	_, _ = io.WriteString(c, "POST /api/auth/register HTTP/1.1\r\nHost: x\r\nX-API-Key: "+key+
		"\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n"+strings.Repeat("x", 9000))
	for g.peers.Auth.Verified() == 0 {
		time.Sleep(time.Millisecond)
	}
	g.stop()
	if err := g.wantStopped(); err == nil {
		t.Error("Serve ended without an error")
	}
	_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
	if b, _ := io.ReadAll(c); strings.HasPrefix(string(b), "HTTP/1.1 2") {
		t.Errorf("answer is %q", b)
	}
}

// A silent spare connection delays nothing; one with a first request on its way gets a response.
func TestServe_silentConnections(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.HeaderTimeout, c.IdleTimeout = 2*testkit.Patience, 2*testkit.Patience })
	silent, err := net.Dial("tcp", g.addr)
	require.NoError(t, err)
	defer silent.Close()
	late, err := net.Dial("tcp", g.addr)
	require.NoError(t, err)
	defer late.Close()
	// Connections are accepted in their order.
	if a := g.send("GET", "/healthz", nil, nil); a.status != 200 {
		t.Fatalf("status %d", a.status)
	}
	g.stop()
	_, _ = io.WriteString(late, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	if resp, err := http.ReadResponse(bufio.NewReader(late), nil); err != nil || resp.StatusCode != 200 {
		t.Errorf("the late request: %v", err)
	}
	if err := g.wantStopped(); err != nil { // the silent one would have outlived the time for the drain
		t.Error(err)
	}
}

// Requests are measured by the pattern of their route.
func TestMetrics(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	g.send("GET", "/api/v1/documents/ext_00000000-0000-7000-8000-000000000000", header("X-API-Key", key), nil)
	g.send("FANCY", "/nothing", nil, nil)
	g.raw("nonsense\r\n\r\n")
	w := httptest.NewRecorder()
	g.metrics.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`http_request_method="GET",http_response_status_code="404",http_route="/api/v1/documents/:id"`,
		`http_request_method="_OTHER",http_response_status_code="404",http_route=""`,
		`http_request_method="_OTHER",http_response_status_code="400",http_route=""`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}
