package dashboard_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// stream opens the live states and returns their lines; the channel is closed at their end.
func (p *person) stream(path string) <-chan string {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.h.URL+path, nil)
	require.NoError(p.t, err)
	resp, err := p.client.Do(req)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = resp.Body.Close() })
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || kind != "text/event-stream" {
		p.t.Fatalf("status %d, %s", resp.StatusCode, kind)
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(resp.Body); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return lines
}

// want waits for a line that contains all parts.
func want(t *testing.T, lines <-chan string, parts ...string) {
	t.Helper()
	over := time.After(patience)
next:
	for {
		select {
		case line, ok := <-lines:
			require.True(t, ok, "the stream ended before", parts)
			for _, part := range parts {
				if !strings.Contains(line, part) {
					continue next
				}
			}
			return
		case <-over:
			t.Fatalf("no %q came", parts)
		}
	}
}

func testLiveStates(t *testing.T, h *fixture) {
	p, other := h.newPerson(t), h.newPerson(t)
	foreign := other.upload(map[string][]byte{"theirs.pdf": sample.Invoice("R-2001")})
	lines := p.stream("/documents/events?watch=" + strings.TrimPrefix(foreign, "/documents/") + ",nonsense")
	want(t, lines, `"id":"`+strings.TrimPrefix(foreign, "/documents/")+`"}`) // as of one that is not there
	path := p.upload(map[string][]byte{"mine.pdf": sample.Invoice("R-2002")})
	id := strings.TrimPrefix(path, "/documents/")
	want(t, lines, id, `"state":"completed"`, `"type":"Invoice"`, "R-2002")
	select {
	case line := <-lines:
		assert.NotContains(t, line, "theirs", "another account's")
	default:
	}
	// Documents older than the page's time are reported as well.
	want(t, p.stream("/documents/events?since=1970-01-01T00:00:00Z"), id, `"state":"completed"`)
}

func testLiveStatesEnd(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	lines := p.stream("/documents/events")
	require.Equal(t, p.post("/sign-out").status, http.StatusSeeOther, "sign-out: status")
	over := time.After(patience)
	for open := true; open; {
		select {
		case _, open = <-lines:
		case <-over:
			t.Fatal("the stream outlives its session")
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/documents/events", nil)
	require.NoError(t, err)
	resp, err := p.client.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusUnauthorized ||
		!strings.Contains(string(body), "AUTH_INVALID") {
		t.Errorf("without a session: status %d, %s, %v", resp.StatusCode, body, err)
	}
}
