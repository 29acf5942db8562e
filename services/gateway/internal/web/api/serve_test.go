package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// wantStopped waits for Serve's end and gives its error.
func (g *gateway) wantStopped() error {
	g.t.Helper()
	err := testkit.Receive(g.t, g.done, "the end of the server")
	g.done <- nil // for the cleanup
	return err
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
	a := <-got
	assert.Equal(t, a.status, 200, "status", string(a.body))
	assert.NoError(t, g.wantStopped())
	_, err := net.Dial("tcp", g.addr)
	assert.Error(t, err, "the port still takes connections")
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
	a := <-slow
	assert.Equal(t, a.status, http.StatusAccepted, "status", string(a.body))
	assert.NoError(t, g.wantStopped())
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
	assert.Error(t, g.wantStopped(), "Serve ended without an error")
	_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
	b, _ := io.ReadAll(c)
	assert.False(t, strings.HasPrefix(string(b), "HTTP/1.1 2"), "answer is", string(b))
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
	require.Equal(t, g.send("GET", "/healthz", nil, nil).status, 200, "status")
	g.stop()
	_, _ = io.WriteString(late, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(late), nil)
	assert.True(t, err == nil && resp.StatusCode == 200, "the late request", err)
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
		assert.Contains(t, w.Body.String(), want)
	}
}

// Large uploads at once cost buffers, not files.
func TestLargeUploads_smallMemory(t *testing.T) {
	const uploads, size = 20, 10 << 20
	g := start(t, func(c *config) { c.Uploads.MaxUploadsPerAccount = uploads })
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	peak := make(chan uint64)
	go func() { peak <- heapPeak(done) }()
	var wg sync.WaitGroup
	for range uploads {
		wg.Go(func() {
			body, contentType, _ := streamed(endless(size-9), size)
			h := header("X-API-Key", key, "Content-Type", contentType, "Prefer", "respond-async")
			a, err := g.try(&http.Transport{DisableKeepAlives: true}, "POST", "/api/v1/extract", h, body)
			require.NoError(t, err, string(a.body))
			assert.Equal(t, a.status, 202, "status", string(a.body))
		})
	}
	wg.Wait()
	close(done)
	grown := int64(<-peak) - int64(before.HeapInuse)
	t.Logf("%d uploads of %d MB at once: heap grew by %d MB at most", uploads, size>>20, grown>>20)
	if grown > 300<<20 { // the object store's own part buffers, 5 MB each, live in this process too
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
}

func heapPeak(done <-chan struct{}) (peak uint64) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return peak
		case <-tick.C:
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
		}
	}
}

// Two clients that alternate never see each other's strings.
func TestStringIsolation(t *testing.T) {
	t.Parallel()
	g := start(t)
	const rounds = 60
	var wg sync.WaitGroup
	for client := range 2 {
		key, who := g.peers.Auth.NewKey(contract.PlanPro)
		transport := &http.Transport{MaxConnsPerHost: 1}
		t.Cleanup(transport.CloseIdleConnections)
		wg.Go(func() {
			for i := range rounds {
				name := fmt.Sprintf("client-%d-%d.pdf", client, i)
				id := fmt.Sprintf("%d-%d-%s", client, i, strings.Repeat("abcdefgh"[client:client+1], 20))
				h, b := form([]part{{"file", name, "%PDF-1.7\n" + name},
					{name: "document_type", content: []string{"invoice", "receipt"}[client]}},
					"X-API-Key", key, "X-Request-Id", id, "Prefer", "respond-async")
				a, err := g.try(transport, "POST", "/api/v1/extract", h, b)
				if err != nil || a.status != 202 || a.header.Get("X-Request-Id") != id {
					t.Errorf("%v %d %s %s", err, a.status, a.header.Get("X-Request-Id"), a.body)
					return
				}
				assert.Equal(t, decode[contract.Record](t, a).Metadata.FileName, name, "became")
			}
			_ = who
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	types := map[string]string{}
	for _, a := range g.docs.accepted() {
		seen[a.Document.FileName] = true
		if owner, ok := types[a.Document.DocumentType]; ok && owner != a.Principal.AccountID {
			t.Errorf("%s belongs to two accounts", a.Document.DocumentType)
		}
		types[a.Document.DocumentType] = a.Principal.AccountID
	}
	assert.Equal(t, len(seen), 2*rounds, "names")
}
