package conformance_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/libs/require"
)

// recorder is a test that only notes what is reported to it.
type recorder struct {
	testing.TB
	mu      sync.Mutex
	reports []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reports = append(r.reports, fmt.Sprintf(format, args...))
}

const (
	usage = `{"plan":"Free","period":{"start":"2026-10-01T00:00:00.000Z","end":"2026-11-01T00:00:00.000Z"},` +
		`"documents":{"used":1,"limit":100,"remaining":99},"requestsPerMinute":{"limit":60,"remaining":59},` +
		`"maxFileSize":5242880}`
	madeKey = `{"id":"key_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4c00",` +
		`"key":"dm_live_000000000000000000000000000000000000000000000000",` +
		`"name":"a","prefix":"dm_live_","lastFour":"0000","createdAt":"2026-10-02T08:00:00.000Z","expiresAt":null}`
	failed = `{"id":"ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a60","status":"failed","documentType":"auto","confidence":0,` +
		`"missing":[],"review":null,"data":{},"checks":[],` +
		`"metadata":{"fileName":"a.pdf","fileSize":3,"mimeType":"application/pdf","pages":null,` +
		`"sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},` +
		`"processingTimeMs":4,"batchId":null,"createdAt":"2026-10-02T08:00:00.000Z",` +
		`"completedAt":"2026-10-02T08:00:00.012Z","expiresAt":null,` +
		`"failure":{"code":"CORRUPT_FILE","message":"No."}}`
	noDocument = `{"error":"There is no document of this id.","code":"NOT_FOUND"}`
)

// headers of an answer to an account; changes come in pairs, and an empty value removes the header.
func headers(changes ...string) http.Header {
	h := http.Header{}
	base := []string{
		"Content-Type", "application/json", "X-Request-Id", "019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4aff",
		"RateLimit", `"minute";r=59;t=60, "month";r=99;t=100`, "RateLimit-Policy",
		`"minute";q=60;w=60, "month";q=100;w=2678400`,
	}
	for pairs := append(base, changes...); len(pairs) > 0; pairs = pairs[2:] {
		h.Set(pairs[0], pairs[1])
		if pairs[1] == "" {
			h.Del(pairs[0])
		}
	}
	return h
}

// exchange is one request and the answer that a server gives to it.
type exchange struct {
	method, path string
	sent         string // a JSON body
	status       int
	header       http.Header
	body         string
}

func (e exchange) run(t *testing.T, c *conformance.Checker) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, err := io.ReadAll(r.Body)
		if err != nil || string(got) != e.sent {
			t.Errorf("the server got %q, %v", got, err)
		}
		for name := range e.header {
			w.Header().Set(name, e.header.Get(name))
		}
		if e.header.Get("Content-Type") == "" {
			w.Header()["Content-Type"] = nil
		}
		w.WriteHeader(e.status)
		_, _ = io.WriteString(w, e.body)
	}))
	defer server.Close()
	var body io.Reader
	if e.sent != "" {
		body = strings.NewReader(e.sent)
	}
	req, err := http.NewRequestWithContext(t.Context(), e.method, server.URL+e.path, body)
	require.NoError(t, err)
	if e.sent != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{
		Transport:     c.Transport(server.Client().Transport),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return string(got)
}

func TestConformingResponses(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]exchange{
		"answer": {method: "GET", path: "/api/v1/usage", status: 200, header: headers(), body: usage},
		"head":   {method: "HEAD", path: "/api/v1/usage", status: 200, header: headers()},
		"charset": {method: "GET", path: "/api/v1/usage", status: 200,
			header: headers("Content-Type", "application/json; charset=utf-8"), body: usage},
		"not modified": {method: "GET", path: "/api/v1/document-types", status: 304,
			header: headers("ETag", `"1"`, "Content-Type", "")},
		"no body": {method: "DELETE", path: "/api/v1/documents/ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a60",
			status: 204, header: headers("Content-Type", "")},
		"refused": {method: "GET", path: "/api/v1/documents/1", status: 404, header: headers(), body: noDocument},
		"no such path": {method: "GET", path: "/api/v1/nothing", status: 404,
			header: headers("RateLimit", "", "RateLimit-Policy", ""), body: noDocument},
		"no such method": {method: "PUT", path: "/api/v1/usage", status: 405, header: headers("Allow", "GET, HEAD"),
			body: `{"error":"No.","code":"METHOD_NOT_ALLOWED"}`},
		"json body": {method: "POST", path: "/api/auth/register", sent: `{"name":"a"}`, status: 201,
			header: headers(), body: madeKey},
		"wrong and refused": {method: "POST", path: "/api/auth/register", sent: `{"colour":1}`, status: 400,
			header: headers(), body: `{"error":"No.","code":"INVALID_REQUEST"}`},
		"query": {method: "GET", path: "/api/v1/results?limit=5&min_confidence=0.5", status: 200, header: headers(),
			body: `{"items":[` + failed + `],"nextCursor":null}`},
		"query of a page": {method: "GET", path: "/docs?v=1", status: 200,
			header: headers("Content-Type", "text/html; charset=utf-8", "ETag", `"1"`), body: "<html>"},
		"lines": {method: "GET", path: "/api/v1/results", status: 200,
			header: headers("Content-Type", "application/x-ndjson"), body: failed + "\n" + failed + "\n"},
		"csv": {method: "GET", path: "/api/v1/results", status: 200,
			header: headers("Content-Type", "text/csv; charset=utf-8"), body: "id\r\n"},
		"picture": {method: "GET", path: "/api/v1/documents/ext_1/pages/1.png", status: 200,
			header: headers("Content-Type", "image/png", "X-Content-Type-Options", "nosniff", "ETag", `"1"`), body: "png"},
		"file": {method: "GET", path: "/api/v1/documents/ext_1/file", status: 200, body: "%PDF",
			header: headers("Content-Type", "application/pdf", "X-Content-Type-Options", "nosniff", "ETag", `"1"`,
				"Accept-Ranges", "bytes",
				"Content-Disposition", `attachment; filename="a.pdf"`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := e.run(t, conformance.New(t)); got != e.body {
				t.Errorf("the client got %q", got)
			}
		})
	}
}

func TestNonconformingResponses(t *testing.T) {
	t.Parallel()
	extra := strings.Replace(usage, `{"plan"`, `{"colour":"red","plan"`, 1)
	for name, c := range map[string]struct {
		exchange
		report string // is part of the only report
	}{
		"extra member": {exchange{method: "GET", path: "/api/v1/usage", status: 200, header: headers(), body: extra},
			"'colour'"},
		"deep extra member": {exchange{method: "GET", path: "/api/v1/usage", status: 200, header: headers(),
			body: strings.Replace(usage, `"used"`, `"x":1,"used"`, 1)}, "at /documents"},
		"missing member": {exchange{method: "GET", path: "/api/v1/usage", status: 200, header: headers(), body: `{}`},
			"'plan'"},
		"no JSON": {exchange{method: "GET", path: "/api/v1/usage", status: 200, header: headers(),
			body: `{"plan`}, "is no JSON"},
		"missing header": {exchange{method: "GET", path: "/api/v1/usage", status: 200, header: headers("RateLimit", ""),
			body: usage}, "header RateLimit is missing"},
		"wrong header": {exchange{method: "GET", path: "/api/v1/usage", status: 200,
			header: headers("RateLimit", "59"), body: usage}, `header RateLimit is "59"`},
		"missing Retry-After": {exchange{method: "GET", path: "/api/v1/usage", status: 429, header: headers(),
			body: `{"error":"No.","code":"RATE_LIMITED"}`}, "header Retry-After is missing"},
		"undocumented status": {exchange{method: "GET", path: "/api/v1/usage", status: 418, header: headers(), body: usage},
			"no status 418 for GET /api/v1/usage"},
		"planned status": {exchange{method: "POST", path: "/api/webhooks/notifications", status: 201, header: headers(),
			body: `{}`}, "no status 201"},
		"undocumented path": {exchange{method: "GET", path: "/api/v1/nothing", status: 200, header: headers(), body: usage},
			"no such path"},
		"undocumented method": {exchange{method: "PUT", path: "/api/v1/usage", status: 200, header: headers(), body: usage},
			"no such path or method"},
		"405 without Allow": {exchange{method: "PUT", path: "/api/v1/usage", status: 405, header: headers(),
			body: `{"error":"No.","code":"METHOD_NOT_ALLOWED"}`}, "header Allow is missing"},
		"other code": {exchange{method: "GET", path: "/api/v1/documents/1", status: 404, header: headers(),
			body: `{"error":"No.","code":"GONE"}`}, "at /code"},
		"other content type": {exchange{method: "GET", path: "/api/v1/usage", status: 200,
			header: headers("Content-Type", "text/plain"), body: usage}, `Content-Type is "text/plain"`},
		"no content type": {exchange{method: "GET", path: "/api/v1/usage", status: 200,
			header: headers("Content-Type", ""), body: usage}, `Content-Type is ""`},
		"unwanted body": {exchange{method: "DELETE", path: "/api/webhooks/notifications?id=wh_1", status: 204,
			header: headers()}, "must have none"},
		"unknown query": {exchange{method: "GET", path: "/api/v1/usage?colour=red", status: 200, header: headers(),
			body: usage}, `parameter "colour" was taken`},
		"query out of range": {exchange{method: "GET", path: "/api/v1/results?limit=101", status: 200, header: headers(),
			body: `{"items":[],"nextCursor":null}`}, "limit=101 was taken"},
		"query not needed": {exchange{method: "DELETE", path: "/api/webhooks/notifications", status: 204,
			header: headers("Content-Type", "")}, `parameter "id" was not needed`},
		"wrong request body": {exchange{method: "POST", path: "/api/auth/register", sent: `{"name":""}`, status: 201,
			header: headers(), body: madeKey}, "request body"},
		"undocumented body": {exchange{method: "DELETE", path: "/api/v1/documents/ext_1", sent: `{}`, status: 204,
			header: headers("Content-Type", "")}, "request body of application/json was taken"},
		"a bad line": {exchange{method: "GET", path: "/api/v1/results", status: 200,
			header: headers("Content-Type", "application/x-ndjson"), body: failed + "\n{}"}, "line 2 {}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &recorder{TB: t}
			c.run(t, conformance.New(r))
			if len(r.reports) != 1 || !strings.Contains(r.reports[0], c.report) {
				t.Errorf("reports %q, want one with %q", r.reports, c.report)
			}
		})
	}
}

func TestValidateEvent(t *testing.T) {
	t.Parallel()
	const good = `{"event":"quota.warning","timestamp":"2026-10-20T08:00:00.000Z",` +
		`"data":{"accountId":"acct_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4b00",` +
		`"plan":"Free","period":{"start":"2026-10-01T00:00:00.000Z","end":"2026-11-01T00:00:00.000Z"},"used":80,"limit":100}}`
	if err := conformance.ValidateEvent([]byte(good)); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]struct{ body, report string }{
		"no JSON":       {`{`, "no JSON"},
		"unknown event": {`{"event":"extraction.started"}`, `no event "extraction.started"`},
		"extra member":  {strings.Replace(good, `"used"`, `"colour":"red","used"`, 1), "'colour'"},
		"wrong type":    {strings.Replace(good, "80", `"80"`, 1), "at /data/used"},
	} {
		if err := conformance.ValidateEvent([]byte(c.body)); err == nil || !strings.Contains(err.Error(), c.report) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	shared := &conformance.Coverage{}
	before, err := shared.Missing()
	require.NoError(t, err)
	c := conformance.New(t).Into(shared)
	for _, e := range []exchange{
		{method: "GET", path: "/api/v1/usage", status: 200, header: headers(), body: usage},
		{method: "HEAD", path: "/api/v1/usage", status: 200, header: headers()},
		{method: "GET", path: "/api/v1/documents/1", status: 404, header: headers(), body: noDocument},
	} {
		e.run(t, c)
	}
	want := []string{"GET /api/v1/documents/{id} 404", "GET /api/v1/usage 200"}
	if got := c.Covered(); !slices.Equal(got, want) {
		t.Errorf("covered %q, want %q", got, want)
	}
	after, err := shared.Missing()
	if err != nil || len(after) != len(before)-len(want) || slices.Contains(after, want[0]) {
		t.Errorf("%d are missing after %d, %v", len(after), len(before), err)
	}
	if slices.Contains(before, "POST /api/webhooks/notifications 201") {
		t.Error("what is planned counts as missing")
	}
}

// The answers of a busy test are checked from many goroutines at once, and a
// body that breaks off is an error for the client alone.
func TestConcurrentUseAndTruncatedBodies(t *testing.T) {
	t.Parallel()
	r := &recorder{TB: t}
	c := conformance.New(r)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, values := range headers() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", "5000")
		_, _ = io.WriteString(w, usage)
	}))
	defer server.Close()
	client := http.Client{Transport: c.Transport(server.Client().Transport)}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			resp, err := client.Get(server.URL + "/api/v1/usage")
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if got, err := io.ReadAll(resp.Body); err == nil || string(got) != usage {
				t.Errorf("%v, %q", err, got)
			}
		})
	}
	wg.Wait()
	if len(r.reports) > 0 {
		t.Errorf("reports %q", r.reports)
	}
}
