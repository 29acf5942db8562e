package client_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
)

// After any error, the same file is sent with the same key.
func TestExtractRetries(t *testing.T) {
	t.Parallel()
	for name, failed := range map[string]func(w http.ResponseWriter){
		"busy":        func(w http.ResponseWriter) { refuse(w, 503, client.CodeServiceUnavailable) },
		"rate":        func(w http.ResponseWriter) { refuse(w, 429, client.CodeRateLimited, "Retry-After", "3") },
		"in progress": func(w http.ResponseWriter) { refuse(w, 409, client.CodeIdempotencyInProgress, "Retry-After", "1") },
		"a proxy":     func(w http.ResponseWriter) { http.Error(w, "<h1>Bad Gateway</h1>", http.StatusBadGateway) },
		"no answer":   cut,
		"cut answer": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"id":`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
				if n < 2 {
					failed(w)
					return
				}
				w.Header().Set("Idempotency-Replayed", "true")
				reply(w, completed("ext_1"))
			})
			record, err := far.client(t).Extract(t.Context(), client.FromBytes("a.pdf", []byte("%PDF-")),
				client.ExtractOptions{})
			if err != nil || record.ID != "ext_1" || !record.Replayed {
				t.Fatalf("%+v, %v", record, err)
			}
			requests, pauses := far.seen()
			if len(requests) != 3 || len(pauses) != 2 {
				t.Fatalf("%d requests, pauses %v", len(requests), pauses)
			}
			key := requests[0].Header.Get("Idempotency-Key")
			for _, r := range requests {
				if key == "" || r.Header.Get("Idempotency-Key") != key || !bytes.Equal(r.Body, requests[0].Body) ||
					r.Length != int64(len(r.Body)) {
					t.Errorf("key %q, length %d, body %q", r.Header.Get("Idempotency-Key"), r.Length, r.Body)
				}
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		switch n {
		case 0:
			refuse(w, 429, client.CodeRateLimited, "Retry-After", "7")
		case 1:
			refuse(w, 503, client.CodeServiceUnavailable, "Retry-After",
				time.Now().Add(110*time.Second).UTC().Format(http.TimeFormat))
		case 2:
			refuse(w, 503, client.CodeServiceUnavailable)
		default:
			reply(w, completed("ext_1"))
		}
	})
	if _, err := far.client(t, client.WithBackoff(100*time.Millisecond, time.Second)).Document(t.Context(),
		"ext_1"); err != nil {
		t.Fatal(err)
	}
	_, pauses := far.seen()
	for i, bounds := range [][2]time.Duration{{7 * time.Second, 7100 * time.Millisecond},
		{10 * time.Second, 111 * time.Second}, {0, 400 * time.Millisecond}} {
		if pauses[i] < bounds[0] || pauses[i] > bounds[1] {
			t.Errorf("pause %d is %v, want %v", i, pauses[i], bounds)
		}
	}
}

// Refusals that repeating would not change, and their number of attempts.
func TestNonRetryableErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		code   client.Code
		want   int
	}{
		{429, client.CodeQuotaExceeded, 1},
		{422, client.CodeIdempotencyKeyReused, 1},
		{409, client.CodeInvalidState, 1},
		{401, client.CodeAuthInvalid, 1},
		{413, client.CodeFileTooLarge, 1},
		{500, client.CodeInternalError, 1},
		{503, client.CodeServiceUnavailable, 4}, // bounded
	} {
		t.Run(string(c.code), func(t *testing.T) {
			t.Parallel()
			far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { refuse(w, c.status, c.code) })
			_, err := far.client(t, client.WithRetries(4)).Extract(t.Context(), client.FromBytes("a", nil),
				client.ExtractOptions{})
			var answer *client.Error
			if !errors.As(err, &answer) || !errors.Is(err, c.code) || answer.Status != c.status {
				t.Fatalf("%v", err)
			}
			if requests, _ := far.seen(); len(requests) != c.want {
				t.Errorf("%d requests, want %d", len(requests), c.want)
			}
		})
	}
}

// A call that creates something without a key is sent once, after any error.
func TestNoRetryWithoutIdempotencyKey(t *testing.T) {
	t.Parallel()
	for name, failed := range map[string]func(w http.ResponseWriter){
		"busy":      func(w http.ResponseWriter) { refuse(w, 503, client.CodeServiceUnavailable) },
		"no answer": cut,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { failed(w) })
			c := far.client(t)
			if _, err := c.CreateKey(t.Context(), "ci", 30); err == nil {
				t.Error("a key without an answer")
			}
			if _, err := c.RegisterWebhook(t.Context(), "https://example.org", []string{"batch.completed"}); err == nil {
				t.Error("a webhook without an answer")
			}
			requests, _ := far.seen()
			if len(requests) != 2 || string(requests[0].Body) != `{"name":"ci","expiresInDays":30}` {
				t.Errorf("%+v", requests)
			}
		})
	}
}

func TestDeleteLostResponse(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(n int, w http.ResponseWriter, _ request) {
		if n == 0 {
			cut(w)
		}
		refuse(w, 404, client.CodeNotFound)
	})
	c := far.client(t)
	if err := c.Delete(t.Context(), "ext_1"); err != nil {
		t.Error(err)
	}
	if err := c.Delete(t.Context(), "ext_1"); !errors.Is(err, client.CodeNotFound) {
		t.Errorf("a document that was never there: %v", err)
	}
}

func TestContextDeadline(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	far := newWire(t, func(_ int, _ http.ResponseWriter, r request) {
		if r.Path == "/api/v1/usage" {
			cancel() // while the client waits for the answer
			<-hang
		}
	})
	t.Cleanup(func() { close(hang) })
	if _, err := far.client(t).Usage(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if requests, _ := far.seen(); len(requests) != 1 {
		t.Errorf("%d requests", len(requests))
	}
}

// If the deadline precedes the next attempt, the error is returned at once.
func TestRetryAfterBeyondDeadline(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) {
		refuse(w, 429, client.CodeRateLimited, "Retry-After", "110")
	})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
	defer cancel()
	_, err := far.client(t).Usage(ctx)
	var answer *client.Error
	if !errors.As(err, &answer) || answer.RetryAfter != 110*time.Second || ctx.Err() != nil {
		t.Errorf("%v", err)
	}
	if _, pauses := far.seen(); len(pauses) != 0 {
		t.Errorf("pauses %v", pauses)
	}
}

func TestConnectionRefused(t *testing.T) {
	t.Parallel()
	far := newWire(t, nil)
	c, err := client.New("http://127.0.0.1:1", testKey, client.WithSleep(far.sleep))
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Usage(t.Context())
	if err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("%v", err)
	}
	if _, pauses := far.seen(); len(pauses) != 4 {
		t.Errorf("pauses %v", pauses)
	}
}

// A certificate that cannot be trusted now cannot be trusted in a second.
func TestUntrustedCertificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it complains, and should
	server.StartTLS()
	t.Cleanup(server.Close)
	far := newWire(t, nil)
	c, err := client.New(server.URL, testKey, client.WithSleep(far.sleep))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = c.Usage(t.Context()); err == nil {
		t.Error("trusted")
	}
	if _, pauses := far.seen(); len(pauses) != 0 {
		t.Errorf("pauses %v", pauses)
	}
}

// The key goes to the service and nowhere else.
func TestNoRedirects(t *testing.T) {
	t.Parallel()
	elsewhere := newWire(t, func(_ int, w http.ResponseWriter, _ request) { reply(w, map[string]any{}) })
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) {
		w.Header().Set("Location", elsewhere.URL+"/api/v1/usage")
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	_, err := far.client(t, client.WithHTTPClient(http.DefaultClient)).Usage(t.Context())
	var answer *client.Error
	if !errors.As(err, &answer) || answer.Status != http.StatusTemporaryRedirect {
		t.Errorf("%v", err)
	}
	if requests, _ := elsewhere.seen(); len(requests) != 0 {
		t.Error("the key went elsewhere")
	}
}
