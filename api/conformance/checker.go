// Package conformance compares docmill's responses with its OpenAPI document. A test uses a Checker's
// transport in its HTTP client; the checker then compares every response with the document: status,
// required headers, and the body's schema without additional members. It checks requests only if they
// succeed, because tests send invalid ones on purpose.
//
// Statuses that the document marks as planned (x-planned) count as undocumented. Lines of
// application/x-ndjson are checked one by one against the schema in x-line-schema.
package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/libs/require"
)

// Checker reports every undocumented response to a test. It is safe for concurrent use.
type Checker struct {
	t        testing.TB
	doc      *document
	coverage *Coverage
}

// New makes a checker that reports to t.
func New(t testing.TB) *Checker {
	t.Helper()
	doc, err := documented()
	require.NoError(t, err)
	return &Checker{t: t, doc: doc, coverage: &Coverage{}}
}

// NewWithPlanned returns a checker for a service with the features that the document marks as planned.
func NewWithPlanned(t testing.TB) *Checker {
	t.Helper()
	doc, err := withPlanned()
	require.NoError(t, err)
	return &Checker{t: t, doc: doc, coverage: &Coverage{}}
}

// Into makes the checker record into a coverage shared with other checkers.
func (c *Checker) Into(shared *Coverage) *Checker {
	return &Checker{t: c.t, doc: c.doc, coverage: shared}
}

// Covered lists the operations and statuses seen, sorted: "GET /api/v1/usage
// 200".
func (c *Checker) Covered() []string { return c.coverage.Seen() }

// Coverage collects the documented responses that occurred. The zero value is ready; it is safe for
// concurrent use.
type Coverage struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (c *Coverage) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[name] = true
}

// Seen lists the operations and statuses seen, sorted: "GET /api/v1/usage 200".
func (c *Coverage) Seen() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	names := make([]string, 0, len(c.seen))
	for name := range c.seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Missing lists the documented operations and statuses that did not occur, sorted, as Seen does.
func (c *Coverage) Missing() ([]string, error) {
	doc, err := documented()
	if err != nil {
		return nil, err
	}
	seen := c.Seen()
	return slices.DeleteFunc(doc.all(), func(name string) bool { return slices.Contains(seen, name) }), nil
}

// Transport sends requests over base (http.DefaultTransport if nil) and checks their responses. It reads
// JSON bodies completely before it returns the response; others are streamed.
func (c *Checker) Transport(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	return &transport{checker: c, base: base}
}

type transport struct {
	checker *Checker
	base    http.RoundTripper
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, body, err := recorded(req)
	if err != nil {
		return nil, err
	}
	resp, err := t.base.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	x := exchange{checker: t.checker, req: req, sent: body, resp: resp}
	x.check()
	return resp, nil
}

// recorded returns a copy to send, as http.RoundTripper requires, and the bytes of a JSON body.
func recorded(req *http.Request) (sent *http.Request, body []byte, err error) {
	if req.Body == nil || mediaTypeOf(req.Header) != mediaJSON {
		return req, nil, nil
	}
	defer req.Body.Close()
	if body, err = io.ReadAll(req.Body); err != nil {
		return nil, nil, err
	}
	sent = req.Clone(req.Context())
	sent.Body = io.NopCloser(bytes.NewReader(body))
	return sent, body, nil
}

const mediaJSON = "application/json"

// mediaTypeOf returns the media type without parameters, or "".
func mediaTypeOf(h http.Header) string {
	mediaType, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return mediaType
}

// exchange is a request with its response.
type exchange struct {
	checker *Checker
	req     *http.Request
	sent    []byte // of a JSON body
	resp    *http.Response
}

func (x *exchange) check() {
	x.checker.t.Helper()
	op := x.checker.doc.find(x.req.Method, x.req.URL.EscapedPath())
	status := strconv.Itoa(x.resp.StatusCode)
	if op == nil {
		x.checkUndocumentedPath(status)
		return
	}
	documented := op.responses[status]
	if documented == nil {
		x.failf("the document has no status %s for %s", status, op.name)
		return
	}
	x.checker.coverage.add(op.name + " " + status)
	x.checkHeaders(documented)
	x.checkBody(documented)
	if x.resp.StatusCode < 300 {
		x.checkRequest(op)
	}
}

// checkUndocumentedPath checks that an undocumented path or method gets a response that any path may return.
func (x *exchange) checkUndocumentedPath(status string) {
	documented := x.checker.doc.everywhere[status]
	if documented == nil {
		x.failf("the document has no such path or method, so the answer must be 404 or 405, or 401 without a key")
		return
	}
	x.checkHeaders(documented)
	x.checkBody(documented)
}

// ValidateEvent checks the body of an event against the schema of its `event`. The error has one line per
// violation.
func ValidateEvent(body []byte) error {
	var head struct{ Event string }
	if err := json.Unmarshal(body, &head); err != nil {
		return fmt.Errorf("event is no JSON object: %w", err)
	}
	raw, ok := api.Schema(head.Event)
	if !ok {
		return fmt.Errorf("there is no event %q", head.Event)
	}
	schema, err := compileEvent(raw)
	if err != nil {
		return fmt.Errorf("schema of %s: %w", head.Event, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return errors.New("event " + head.Event + "\n" + problems(err))
	}
	return nil
}

func compileEvent(raw []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	const url = "docmill:///event"
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	return c.Compile(url)
}
