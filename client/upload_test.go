package client_test

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
)

// parts reads a form: names and contents in order.
func parts(t *testing.T, r request) (form [][3]string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	for reader := multipart.NewReader(strings.NewReader(string(r.Body)), params["boundary"]); ; {
		p, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return form
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		form = append(form, [3]string{p.FormName(), p.FileName(), string(content)})
	}
}

func TestExtractRequest(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { reply(w, completed("ext_1")) })
	c := far.client(t, client.WithUserAgent("books/1"))
	path := filepath.Join(t.TempDir(), "Rechnung \"ä\".pdf")
	if err := os.WriteFile(path, []byte("on disk"), 0o600); err != nil {
		t.Fatal(err)
	}
	seeker := strings.NewReader("skipped|in a reader")
	if _, err := seeker.Seek(8, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for _, call := range []struct {
		file   client.Source
		o      client.ExtractOptions
		form   [][3]string
		prefer string
	}{
		{
			client.FromPath(path), client.ExtractOptions{Wait: 1500 * time.Millisecond, IdempotencyKey: "mine"},
			[][3]string{{"file", "Rechnung \"ä\".pdf", "on disk"}}, "wait=2",
		}, {
			client.FromReadSeeker("r.txt", seeker),
			client.ExtractOptions{DocumentType: client.TypeInvoice, Schema: []byte(`{"type":"object"}`), Async: true,
				Wait: time.Minute},
			[][3]string{{"document_type", "", "invoice"}, {"schema", "", `{"type":"object"}`}, {"file", "r.txt", "in a reader"}},
			"respond-async",
		}, {
			client.FromBytes("empty.pdf", nil), client.ExtractOptions{}, [][3]string{{"file", "empty.pdf", ""}}, "",
		},
	} {
		if _, err := c.Extract(t.Context(), call.file, call.o); err != nil {
			t.Fatal(err)
		}
		requests, _ := far.seen()
		last := requests[len(requests)-1]
		form := parts(t, last)
		if len(form) != len(call.form) || last.Header.Get("Prefer") != call.prefer || last.Path != "/api/v1/extract" {
			t.Fatalf("%s, %q, %v", last.Path, last.Header.Get("Prefer"), form)
		}
		for i, want := range call.form {
			if form[i] != want {
				t.Errorf("part %d is %q, want %q", i, form[i], want)
			}
		}
		if last.Header.Get("X-API-Key") != testKey || last.Header.Get("User-Agent") != "books/1 docmill-go/1" {
			t.Errorf("%v", last.Header)
		}
	}
	if requests, _ := far.seen(); requests[0].Header.Get("Idempotency-Key") != "mine" {
		t.Error("another key was sent")
	}
}

// zeros is a file of any size that takes no memory.
type zeros struct{ left int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.left == 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), z.left)
	clear(p[:n])
	z.left -= n
	return int(n), nil
}

func zeroFile(size, said int64) client.Source {
	return client.Source{Name: "zeros", Size: said, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(&zeros{left: size}), nil
	}}
}

func TestUploadConstantMemory(t *testing.T) {
	// Not parallel, because it measures the process's allocations.
	const size = 128 << 20
	lengths := make(chan [2]int64, 2)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		lengths <- [2]int64{r.ContentLength, n}
		reply(w, completed("ext_1"))
	}))
	t.Cleanup(server.Close)
	c, err := client.New(server.URL, testKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []int64{size, -1} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := c.Extract(t.Context(), zeroFile(size, said), client.ExtractOptions{}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
			t.Errorf("%d bytes were allocated for a file of %d", used, size)
		}
		switch got := <-lengths; {
		case said < 0 && got[0] != -1, said >= 0 && got[0] != got[1], got[1] <= size:
			t.Errorf("declared %d, arrived %d", got[0], got[1])
		}
	}
}

// An error of a file is returned unchanged, without retries.
func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	far := newWire(t, func(_ int, w http.ResponseWriter, _ request) { reply(w, completed("ext_1")) })
	c := far.client(t)
	broken := errors.New("the disk is broken")
	for name, file := range map[string]client.Source{
		"missing":   client.FromPath(filepath.Join(t.TempDir(), "none")),
		"folder":    client.FromPath(t.TempDir()),
		"nothing":   {},
		"shrank":    zeroFile(10, 20),
		"grew":      zeroFile(1<<20, 20),
		"not opens": {Name: "a", Size: 5, Open: func() (io.ReadCloser, error) { return nil, broken }},
	} {
		_, err := c.Extract(t.Context(), file, client.ExtractOptions{})
		if err == nil || name == "missing" && !errors.Is(err, os.ErrNotExist) || name == "not opens" &&
			!errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, pauses := far.seen(); len(pauses) != 0 {
		t.Errorf("pauses %v", pauses)
	}
}

// guarded is a file that must be read by one at a time.
type guarded struct {
	t      *testing.T
	reader *strings.Reader
	isUsed chan struct{}
}

func (g *guarded) Read(p []byte) (int, error) { defer g.use()(); return g.reader.Read(p) }
func (g *guarded) Seek(off int64, whence int) (int64, error) {
	defer g.use()()
	return g.reader.Seek(off, whence)
}

func (g *guarded) use() func() {
	select {
	case g.isUsed <- struct{}{}:
	default:
		g.t.Error("two use the file at a time")
		return func() {}
	}
	return func() { <-g.isUsed }
}

// If a service responds before it has read the body, the transport continues reading; the next attempt must
// wait for it.
func TestRetryAfterEarlyResponse(t *testing.T) {
	t.Parallel()
	const size = 8 << 20
	attempts := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if attempts++; attempts < 4 {
			refuse(w, 503, client.CodeServiceUnavailable)
			return
		}
		if n, err := io.Copy(io.Discard, r.Body); err != nil || n < size {
			t.Errorf("%d bytes, %v", n, err)
		}
		reply(w, completed("ext_1"))
	}))
	t.Cleanup(server.Close)
	c, err := client.New(server.URL, testKey, client.WithBackoff(time.Millisecond, time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	file := &guarded{t: t, reader: strings.NewReader(strings.Repeat("a", size)), isUsed: make(chan struct{}, 1)}
	if _, err := c.Extract(t.Context(), client.FromReadSeeker("a.txt", file), client.ExtractOptions{}); err != nil {
		t.Fatal(err)
	}
}
