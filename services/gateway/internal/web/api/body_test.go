package api_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// endless returns n bytes of x after a PDF's header.
func endless(n int64) io.Reader {
	return io.MultiReader(strings.NewReader("%PDF-1.7\n"), io.LimitReader(xs{}, n))
}

type xs struct{}

func (xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// streamed returns a form whose file is generated during sending, and its length.
func streamed(file io.Reader, size int64) (body io.Reader, contentType string, length int64) {
	h, b := form([]part{{"file", "big.pdf", "|"}})
	head, tail, _ := strings.Cut(b.String(), "|")
	return io.MultiReader(strings.NewReader(head), file, strings.NewReader(tail)), h.Get("Content-Type"), size +
		int64(len(head)+len(tail))
}

// slowUpload sends most of a file, signals that, and sends the rest on request.
func (g *gateway) slowUpload(key string, under chan<- struct{}, finish <-chan struct{}) <-chan answer {
	const size = 24 << 20
	got := make(chan answer, 1)
	r, w := io.Pipe()
	go func() {
		_, _ = io.Copy(w, endless(size)) // more than buffers on the way hold
		close(under)
		<-finish
		_ = w.Close()
	}()
	body, contentType, _ := streamed(r, size)
	go func() {
		got <- g.send("POST", "/api/v1/extract",
			header("X-API-Key", key, "Content-Type", contentType, "Prefer", "respond-async"), body)
	}()
	return got
}

// A client that is refused while it sends still reads the answer.
func TestEarly413_seenByTheClient(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	const size, tries = 8 << 20, 15
	for _, mode := range []string{"Content-Length", "chunked", "Expect"} {
		seen := 0
		for range tries {
			body, contentType, length := streamed(endless(size-9), size)
			req, _ := http.NewRequest("POST", "http://"+g.addr+"/api/v1/extract", body)
			req.Header = header("X-API-Key", key, "Content-Type", contentType)
			if mode != "chunked" {
				req.ContentLength = length
			}
			if mode == "Expect" {
				req.Header.Set("Expect", "100-continue")
			}
			transport := &http.Transport{DisableKeepAlives: true, ExpectContinueTimeout: testkit.Patience}
			resp, err := transport.RoundTrip(req)
			if err != nil {
				t.Logf("%s: %v", mode, err)
				continue
			}
			b, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if err == nil && resp.StatusCode == 413 && strings.Contains(string(b), "FILE_TOO_LARGE") {
				seen++
			}
		}
		assert.Equal(t, seen, tries, mode, "the client saw 413 in tries")
	}
	g.wantNothingKept()
}

// raw sends bytes and reads until the server closes.
func (g *gateway) raw(request string) string {
	g.t.Helper()
	c, err := net.Dial("tcp", g.addr)
	require.NoError(g.t, err)
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(testkit.Patience))
	_, err = io.WriteString(c, request)
	require.NoError(g.t, err)
	b, err := io.ReadAll(c)
	require.NoError(g.t, err, "after", string(b))
	return string(b)
}

// The content of a refused, unread body is never executed as a request, at any offset.
func TestHiddenRequest_neverExecuted(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	hidden := "GET /api/v1/documents/ext_00000000-0000-7000-8000-000000000000 HTTP/1.1\r\nHost: x\r\nX-API-Key: " + key +
		"\r\n\r\n"
	for _, method := range []string{"POST /api/v1/extract", "GET /api/v1/usage", "DELETE /api/v1/extract"} {
		for _, size := range []int{1 << 10, 9 << 10, 80 << 10} {
			for offset := range 64 {
				body := strings.Repeat("x", size+offset) + strings.Repeat(hidden, 3)
				g.raw(fmt.Sprintf("%s HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: %d\r\n\r\n%s",
					method, len(body), body) +
					"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
			}
		}
	}
	assert.Equal(t, g.docs.looks(), 0, "a hidden request was executed")
	// The same request by itself is executed, so the test can see it.
	g.raw(strings.Replace(hidden, "Host", "Connection: close\r\nHost", 1))
	assert.Equal(t, g.docs.looks(), 1, "the plain request was executed")
}

func (m *memory) looks() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.looked
}

// Ordinary requests, uploads and refusals included, share one connection.
func TestKeepAlive(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	var dials atomic.Int32
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		dials.Add(1)
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	defer transport.CloseIdleConnections()
	request := func(method, path string, h http.Header, body io.Reader, want int) {
		t.Helper()
		h.Set("X-API-Key", key)
		a, err := g.try(transport, method, path, h, body)
		require.NoError(t, err, method, path, string(a.body))
		require.Equal(t, a.status, want, method, path, string(a.body))
	}
	json := func() http.Header { return header("Content-Type", "application/json") }
	for range 3 {
		h, b := form([]part{pdf(strings.Repeat("x", 100<<10)), {name: "document_type", content: "invoice"}},
			"Prefer", "respond-async")
		request("POST", "/api/v1/extract", h.Clone(), bytes.NewReader(b.Bytes()), 202)
		request("POST", "/api/v1/extract", h.Clone(), struct{ io.Reader }{b}, 202) // chunked
		request("GET", "/api/v1/usage", header(), nil, 200)
		request("GET", "/api/v1/nothing", header(), nil, 404)
		request("POST", "/api/webhooks/notifications", json(), strings.NewReader(`{"url":"https://example.com"}`), 501)
		request("POST", "/api/auth/register", json(), strings.NewReader(`{"name":"x"}`), 201)
		request("HEAD", "/api/v1/usage", header(), nil, 200)
	}
	assert.Equal(t, dials.Load(), 1, "connections made")
}

func TestTruncatedUpload_400(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanPro)
	for _, size := range []int{100, 20 << 10, 3 << 20, 12 << 20} {
		for _, framing := range []string{fmt.Sprintf("Content-Length: %d", size+1000), "Transfer-Encoding: chunked"} {
			c, err := net.Dial("tcp", g.addr)
			require.NoError(t, err)
			fmt.Fprintf(c, "POST /api/v1/extract HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Type: multipart/form-data; "+
				"boundary=b\r\n%s\r\n\r\n", key, framing)
			part := "--b\r\nContent-Disposition: form-data; name=file; filename=a.pdf\r\n\r\n%PDF-1.7\n"
			if strings.HasPrefix(framing, "Transfer") {
				fmt.Fprintf(c, "%x\r\n", size+1000)
			}
			_, _ = io.WriteString(c, part+strings.Repeat("x", size-len(part)))
			_ = c.(*net.TCPConn).CloseWrite()
			_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
			b, _ := io.ReadAll(c)
			_ = c.Close()
			if !strings.HasPrefix(string(b), "HTTP/1.1 400") || !strings.Contains(string(b), `"code":"INVALID_REQUEST"`) {
				t.Errorf("%s after %d bytes: %q", framing, size, b)
			}
		}
	}
	g.wantNothingKept()
}

func TestSlowClient_408(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) {
		c.HeaderTimeout = 500 * time.Millisecond
		c.Pace = httpserver.Pace{Bytes: 10 << 10, Within: 500 * time.Millisecond}
	})
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	head := "POST /api/v1/extract HTTP/1.1\r\nHost: x\r\nX-API-Key: " + key +
		"\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n"
	part := "--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%PDF-1.7\n" + strings.Repeat("x", 16<<10)
	for name, request := range map[string]string{
		"nothing":      "",
		"half a line":  "GET /healt",
		"half headers": "GET /healthz HTTP/1.1\r\nHost: x\r\n",
		"no body":      head,
		"half a body":  head + part,
	} {
		t.Run(name, func(t *testing.T) {
			got := g.raw(request)
			assert.True(t, strings.HasPrefix(got, "HTTP/1.1 408") && strings.Contains(got, `"code":"REQUEST_TIMEOUT"`),
				"answer is", got)
		})
	}
	t.Run("trickle", func(t *testing.T) {
		c, err := net.Dial("tcp", g.addr)
		require.NoError(t, err)
		defer c.Close()
		_, _ = io.WriteString(c, head+part)
		go func() {
			for {
				if _, err := c.Write([]byte("x")); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
		_ = c.SetReadDeadline(time.Now().Add(testkit.Patience))
		line, err := bufio.NewReader(c).ReadString('\n')
		assert.True(t, strings.HasPrefix(line, "HTTP/1.1 408"), "answer is", line, err)
	})
}
