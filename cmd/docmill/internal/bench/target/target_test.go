package target_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/load"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/target"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// service responds like docmill, or as answer says.
type service struct {
	mu      sync.Mutex
	traces  []string
	answer  func(w http.ResponseWriter, r *http.Request) bool // reports whether it answered
	extract string                                            // the number of the invoice that is found; "" for the right one
}

var sentName = regexp.MustCompile(`filename="([^"]+)\.(pdf|xml|jpg)"`)

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.traces = append(s.traces, r.Header.Get("Traceparent"))
	answer := s.answer
	s.mu.Unlock()
	w.Header().Set("X-Request-Id", "request-1")
	if answer != nil && answer(w, r) {
		return
	}
	record := func(number string) map[string]any {
		return map[string]any{"id": "ext_1", "status": "completed", "data": map[string]string{"invoiceNumber": number},
			"createdAt": "2026-11-25T08:00:00.000Z", "completedAt": "2026-11-25T08:00:00.030Z", "processingTimeMs": 20}
	}
	var v any
	switch r.URL.Path {
	case "/api/v1/usage":
		v = map[string]any{"requestsPerMinute": map[string]int{"limit": 60}}
	case "/api/v1/documents":
		v = map[string]any{"items": []any{record("x")}}
	case "/api/v1/extract":
		number := s.extract
		if m := sentName.FindSubmatch(body); number == "" && m != nil {
			number = string(m[1])
		}
		v = record(number)
	default:
		v = record("x")
	}
	_ = json.NewEncoder(w).Encode(v)
}

func open(t *testing.T, s *service, m string, change func(*target.Config)) *target.Target {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	chosen, err := mix.Parse(m)
	require.NoError(t, err)
	cfg := target.Config{Server: server.URL, Keys: []string{"one", "two"}, Mix: chosen, BatchSize: 2, Timeout: time.Minute,
		Connections: 2, Run: "RUN", Patient: true}
	if change != nil {
		change(&cfg)
	}
	opened, err := target.Open(t.Context(), cfg)
	require.NoError(t, err)
	return opened
}

func (s *service) answers(f func(w http.ResponseWriter, r *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = f
}

// refuse responds with a status, a code and an optional Retry-After.
func refuse(status int, code, after string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error": "no", "code": %q}`, code)
		return true
	}
}

func perform(t *testing.T, opened *target.Target) measure.Outcome {
	t.Helper()
	o, _, ok := opened.Perform(t.Context(), load.Arrival{N: 1, Due: time.Now()})
	require.True(t, ok, "nothing was done")
	return o
}

func TestOperations(t *testing.T) {
	t.Parallel()
	s := &service{}
	for _, name := range []string{"text", "scan", "einvoice", "read", "list", "usage"} {
		opened := open(t, s, name, nil)
		o := perform(t, opened)
		if o.Operation != name || o.Verdict != measure.Answered || o.RequestID != "request-1" || o.Ended.Before(o.Sent) {
			t.Errorf("%s: %+v", name, o)
		}
		s.mu.Lock()
		last := s.traces[len(s.traces)-1]
		s.mu.Unlock()
		if !strings.HasPrefix(last, "00-"+o.TraceID+"-") || len(last) != 55 || !strings.HasSuffix(last, "-01") {
			t.Errorf("%s: traceparent %q of trace %q", name, last, o.TraceID)
		}
		assert.Equal(t, opened.RequestsPerMinute(), 120, "requests a minute")
		switch name {
		case "text", "scan", "einvoice":
			if o.Documents != 1 || len(o.Stages) != 4 || o.Stages[3].Took != 20*time.Millisecond || o.Stages[2].Took != 10*time.Millisecond {
				t.Errorf("%s: %+v", name, o)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer  func(http.ResponseWriter, *http.Request) bool
		verdict measure.Verdict
		code    string
	}{
		"rate":    {refuse(429, "RATE_LIMITED", "1"), measure.Refused, "RATE_LIMITED"},
		"room":    {refuse(503, "SERVICE_UNAVAILABLE", "1"), measure.Refused, "SERVICE_UNAVAILABLE"},
		"between": {refuse(502, "", ""), measure.Failed, "HTTP_502"},
		"own":     {refuse(500, "INTERNAL_ERROR", ""), measure.Failed, "INTERNAL_ERROR"},
		"document": {func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"id": "ext_1", "status": "failed", "failure": {"code": "TIMED_OUT", "message": "m"}}`)
			return true
		}, measure.Failed, "TIMED_OUT"},
		"wrong": {func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"id": "ext_1", "status": "completed", "data": {"invoiceNumber": "another"}}`)
			return true
		}, measure.Failed, "WRONG_RESULT"},
		"connection": {func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) }, measure.Failed, "CONNECTION"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &service{}
			opened := open(t, s, "text", nil)
			s.answers(c.answer)
			o := perform(t, opened)
			assert.True(t, o.Verdict == c.verdict && o.Code == c.code, o)
		})
	}
}

// The end of the run is not a failure of requests in progress; the end of an operation's timeout is.
func TestEnds(t *testing.T) {
	t.Parallel()
	s := &service{}
	opened := open(t, s, "text", func(c *target.Config) { c.Timeout = 50 * time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	s.answers(func(_ http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true })
	o := perform(t, opened)
	assert.True(t, o.Verdict == measure.Failed && o.Code == "TIMEOUT", o)
	s.answers(func(_ http.ResponseWriter, r *http.Request) bool { cancel(); <-r.Context().Done(); return true })
	o, _, ok := opened.Perform(ctx, load.Arrival{Due: time.Now()})
	assert.True(t, ok && o.Verdict == measure.Unfinished, o)
}

// A refused account pauses for the given time, while the others continue; one without documents left is no
// longer used. The open loop uses all in turn.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := &service{}
	opened := open(t, s, "list", nil)
	var mu sync.Mutex
	keys := map[string]int{}
	s.answers(func(w http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		key := r.Header.Get("X-Api-Key")
		keys[key]++
		return key == "one" && refuse(429, "RATE_LIMITED", "3600")(w, r)
	})
	refused := 0
	for range 6 {
		if perform(t, opened).Verdict == measure.Refused {
			refused++
		}
	}
	if refused != 1 || keys["one"] != 1 || keys["two"] != 5 || opened.Exhausted() {
		t.Errorf("%d refused, %v", refused, keys)
	}
	s.answers(refuse(429, "QUOTA_EXCEEDED", ""))
	perform(t, opened)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, paused, ok := opened.Perform(ctx, load.Arrival{})
	assert.True(t, !ok && paused > 0 && !opened.Exhausted(), "an account that has to wait did not")
	_, _, ok = opened.Perform(t.Context(), load.Arrival{End: time.Now()})
	assert.False(t, ok, "a worker waits for limits beyond the end of the run")
	s.answers(nil)
	impatient := open(t, s, "list", func(c *target.Config) { c.Patient = false })
	s.answers(refuse(429, "QUOTA_EXCEEDED", ""))
	for range 3 {
		o := perform(t, impatient)
		assert.Equal(t, o.Verdict, measure.Refused, o)
	}
	assert.True(t, impatient.Exhausted(), "accounts without documents are not exhausted")
}

func TestOpenRefusals(t *testing.T) {
	t.Parallel()
	s := &service{answer: refuse(401, "AUTH_INVALID", "")}
	server := httptest.NewServer(s)
	defer server.Close()
	_, err := target.Open(t.Context(), target.Config{Server: server.URL, Keys: []string{"one"}, Mix: mix.Mix{{Operation: mix.List, Weight: 1}}})
	assert.True(t, err != nil && strings.Contains(err.Error(), "AUTH_INVALID"), err)
}
