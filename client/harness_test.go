package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
)

const testKey = "dm_live_000000000000000000000000000000000000000000000000"

// request is a request as received by the server.
type request struct {
	Method, Path, Query string
	Header              http.Header
	Length              int64
	Body                []byte
}

// wire is a test server: it responds as the test says and records the requests and the client's pauses.
type wire struct {
	URL string

	mu       sync.Mutex
	requests []request
	pauses   []time.Duration
}

// answer writes the answer to one request; n counts from 0.
type answer func(n int, w http.ResponseWriter, r request)

func newWire(t *testing.T, say answer) *wire {
	t.Helper()
	far := &wire{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a client that leaves is some test's point
		seen := request{r.Method, r.URL.Path, r.URL.RawQuery, r.Header, r.ContentLength, body}
		far.mu.Lock()
		n := len(far.requests)
		far.requests = append(far.requests, seen)
		far.mu.Unlock()
		say(n, w, seen)
	}))
	t.Cleanup(server.Close)
	far.URL = server.URL
	return far
}

func (far *wire) client(t *testing.T, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New(far.URL, testKey, append([]client.Option{client.WithSleep(far.sleep)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (far *wire) sleep(ctx context.Context, d time.Duration) error {
	far.mu.Lock()
	defer far.mu.Unlock()
	far.pauses = append(far.pauses, d)
	return ctx.Err()
}

func (far *wire) seen() ([]request, []time.Duration) {
	far.mu.Lock()
	defer far.mu.Unlock()
	return far.requests, far.pauses
}

// refuse answers with an error body.
func refuse(w http.ResponseWriter, status int, code client.Code, header ...string) {
	for i := 0; i < len(header); i += 2 {
		w.Header().Set(header[i], header[i+1])
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Request-Id", "req-1")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":"It did not work.","code":%q}`, string(code))
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// cut breaks the connection without an answer.
func cut(http.ResponseWriter) { panic(http.ErrAbortHandler) }

func completed(id string) map[string]any {
	return map[string]any{
		"id": id, "status": "completed", "documentType": "invoice", "confidence": 0.97, "missing": []string{"vendorName"},
		"data": map[string]any{"total": "119.00", "lineItems": []any{map[string]string{"amount": "60.00"}}},
		"fields": map[string]any{"total": map[string]any{"value": "119.00", "confidence": 0.99, "page": 1,
			"box": []float64{0, 0, 1, 1}, "source": "text", "checks": []string{"sum"}}},
		"checks": []any{map[string]any{"name": "sum", "passed": true, "detail": "100.00 + 19.00 = 119.00"}},
		"metadata": map[string]any{"fileName": "a.pdf", "fileSize": 5, "mimeType": "application/pdf", "pages": 1,
			"sha256": "00"},
		"createdAt": "2026-11-20T10:15:30.123Z", "completedAt": "2026-11-20T10:15:31.123Z", "expiresAt": nil, "failure": nil,
		"memberOfTomorrow": true,
	}
}
