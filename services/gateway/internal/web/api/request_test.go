package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
)

// answer is a response that was read whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) code(t testing.TB) string {
	t.Helper()
	var body map[string]string
	if err := json.Unmarshal(a.body, &body); err != nil {
		t.Fatalf("status %d with a body that is no error: %s", a.status, a.body)
	}
	if len(body) != 2 || body["error"] == "" || body["code"] == "" {
		t.Fatalf("error body has other members than error and code: %s", a.body)
	}
	if got := a.header.Get("Content-Type"); got != "application/json" {
		t.Errorf("Content-Type of an error is %q", got)
	}
	return body["code"]
}

func decode[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("status %d, body %s: %v", a.status, a.body, err)
	}
	return v
}

// header returns headers in pairs.
func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	return h
}

// send sends one request on a separate connection.
func (g *gateway) send(method, path string, h http.Header, body io.Reader) answer {
	g.t.Helper()
	transport := &http.Transport{DisableKeepAlives: true, ExpectContinueTimeout: testkit.Patience}
	a, err := g.try(transport, method, path, h, body)
	if err != nil {
		g.t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

func (g *gateway) try(transport http.RoundTripper, method, path string, h http.Header, body io.Reader) (answer, error) {
	req, err := http.NewRequest(method, "http://"+g.addr+path, body)
	if err != nil {
		return answer{}, err
	}
	maps.Copy(req.Header, h)
	// The document does not describe /docs/.
	if g.contract != nil && !strings.HasPrefix(path, "/docs/") {
		transport = g.contract.Transport(transport)
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, b}, err
}

// part is one part of a form; a file when it has a file name.
type part struct{ name, fileName, content string }

func pdf(content string) part {
	return part{"file", "invoice.pdf", "%PDF-1.7\n" + content}
}

// form encodes parts; the header pairs are added to its Content-Type.
func form(parts []part, pairs ...string) (http.Header, *bytes.Buffer) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var pw io.Writer
		if p.fileName != "" {
			pw, _ = w.CreateFormFile(p.name, p.fileName)
		} else {
			pw, _ = w.CreateFormField(p.name)
		}
		_, _ = io.WriteString(pw, p.content)
	}
	_ = w.Close()
	h := header(pairs...)
	h.Set("Content-Type", w.FormDataContentType())
	return h, &b
}

func (g *gateway) upload(key string, parts []part, pairs ...string) answer {
	g.t.Helper()
	h, b := form(parts, append([]string{"X-API-Key", key}, pairs...)...)
	return g.send(http.MethodPost, "/api/v1/extract", h, b)
}

func wantStatus(t testing.TB, a answer, status int, code contract.Code) {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	if got := a.code(t); got != string(code) {
		t.Errorf("code %s, want %s", got, code)
	}
}

func wantHeader(t testing.TB, a answer, name, want string) {
	t.Helper()
	if got := a.header.Values(name); !slices.Equal(got, []string{want}) {
		t.Errorf("%s is %q, want %q", name, strings.Join(got, " | "), want)
	}
}
