package transfer_test

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/tlsfiles"
	"github.com/docmill/docmill/services/extractor/internal/transfer"
)

func serve(t *testing.T, h http.HandlerFunc) (url string, c *transfer.Client) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c = transfer.NewClient(transfer.Config{Idle: 1})
	t.Cleanup(c.Close)
	return server.URL, c
}

func fileOf(content string) transfer.File {
	sum := sha256.Sum256([]byte(content))
	return transfer.File{Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}
}

func get(t *testing.T, c *transfer.Client, url string, want transfer.File) (string, error) {
	t.Helper()
	body, err := c.Get(t.Context(), url, want)
	if err != nil {
		return "", err
	}
	defer body.Close()
	b, err := io.ReadAll(body)
	return string(b), err
}

func TestGet(t *testing.T) {
	t.Parallel()
	url, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/chunked":
			fmt.Fprint(w, "con")
			w.(http.Flusher).Flush()
			fmt.Fprint(w, "tent")
		case "/redirect":
			http.Redirect(w, r, "/", http.StatusFound)
		case "/broken":
			w.Header().Set("Content-Length", "7")
			fmt.Fprint(w, "con")
		default:
			fmt.Fprint(w, "content")
		}
	})
	for _, path := range []string{"/", "/chunked"} {
		if got, err := get(t, c, url+path, fileOf("content")); err != nil || got != "content" {
			t.Errorf("%s: %q, %v", path, got, err)
		}
		if got, err := get(t, c, url+path, transfer.File{Size: 7, SHA256: transfer.AnyHash}); err != nil || got != "content" {
			t.Errorf("%s, hash unknown: %q, %v", path, got, err)
		}
		_, err := get(t, c, url+path, transfer.File{Size: 8, SHA256: transfer.AnyHash})
		assert.ErrorIs(t, err, transfer.ErrMismatch, path, "hash unknown, another size")
		for _, other := range []string{"other", "CONTENT", "content and more"} {
			_, err := get(t, c, url+path, fileOf(other))
			assert.ErrorIs(t, err, transfer.ErrMismatch, path, "instead of", other)
		}
	}
	for path, want := range map[string]string{"/redirect": "answered 302", "/broken": "unexpected EOF"} {
		_, err := get(t, c, url+path, fileOf("content"))
		assert.True(t, err != nil && strings.Contains(err.Error(), want), path, err)
	}
}

func TestErrorsWithoutAddress(t *testing.T) {
	t.Parallel()
	c := transfer.NewClient(transfer.Config{Idle: 1})
	const signature = "X-Amz-Signature=secret"
	for _, address := range []string{"http://127.0.0.1:1/file?" + signature, "http://[bad/?" + signature} {
		_, err := c.Get(t.Context(), address, transfer.File{})
		assert.True(t, err != nil && !strings.Contains(err.Error(), "secret"), "error", err)
		err = c.Put(t.Context(), address, nil)
		assert.True(t, err != nil && !strings.Contains(err.Error(), "secret"), "error", err)
	}
}

func TestPut(t *testing.T) {
	t.Parallel()
	var got []byte
	url, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut || r.ContentLength != 4 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		got, _ = io.ReadAll(r.Body)
	})
	err := c.Put(t.Context(), url, []byte("data"))
	assert.True(t, err == nil && string(got) == "data", "stored", string(got), err)
	assert.Error(t, c.Put(t.Context(), url, []byte("too long")), "a refusal is no error")
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	url, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "con")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	body, err := c.Get(ctx, url, fileOf("content"))
	require.NoError(t, err)
	defer body.Close()
	why := errors.New("why")
	cancel(why)
	_, err = io.ReadAll(body)
	assert.ErrorIs(t, err, why)
}

// silent is a body without data until it is closed.
type silent struct{ ctx context.Context }

func (s silent) Read([]byte) (int, error) { <-s.ctx.Done(); return 0, s.ctx.Err() }
func (s silent) Close() error             { return nil }

// silence answers every request with a silent body.
type silence struct{}

func (silence) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, ContentLength: -1, Body: silent{r.Context()}}, nil
}

func TestStalled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := transfer.NewClientOver(silence{})
		start := time.Now()
		body, err := c.Get(t.Context(), "http://store/file", fileOf("content"))
		require.NoError(t, err)
		defer body.Close()
		_, err = io.ReadAll(body)
		assert.True(t, err != nil && strings.Contains(err.Error(), "stalled"), "error", err)
		assert.Equal(t, time.Since(start), transfer.StallTimeout, "took")
	})
}

func TestFilesOverTLS(t *testing.T) {
	t.Parallel()
	a, foreign := testkit.NewAuthority(t), testkit.NewAuthority(t)
	serve := func(names ...string) (address, plain string) {
		pair, err := tls.LoadX509KeyPair(a.Issue(t, "s3", names...))
		require.NoError(t, err)
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "file") })
		s := httptest.NewUnstartedServer(h)
		s.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
		s.StartTLS()
		t.Cleanup(s.Close)
		clear := httptest.NewServer(h)
		t.Cleanup(clear.Close)
		return s.URL + "/a", clear.URL + "/a"
	}
	here, plain := serve("127.0.0.1")
	elsewhere, _ := serve("s3.elsewhere.example")
	get := func(address, caFile string, required bool) error {
		trusted, err := tlsfiles.Client(caFile)
		require.NoError(t, err)
		c := transfer.NewClient(transfer.Config{Idle: 1, TLS: trusted, TLSRequired: required})
		t.Cleanup(c.Close)
		body, err := c.Get(t.Context(), address, transfer.File{Size: 4, SHA256: transfer.AnyHash})
		if err != nil {
			return err
		}
		_, err = io.ReadAll(body)
		_ = body.Close()
		return err
	}
	require.NoError(t, get(here, a.CAFile, true))
	assert.NoError(t, get(plain, "", false), "where TLS is not required")
	for what, tc := range map[string]struct{ address, caFile, want string }{
		"in the clear":               {plain, a.CAFile, "TLS is required"},
		"foreign authority":          {here, foreign.CAFile, "unknown authority"},
		"another host's certificate": {elsewhere, a.CAFile, "127.0.0.1"},
	} {
		err := get(tc.address, tc.caFile, true)
		assert.True(t, err != nil && strings.Contains(err.Error(), tc.want), what, err, "want", tc.want)
	}
}
