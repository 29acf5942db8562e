package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// onceBounds has a key that is used up on both endpoints.
func onceBounds(
	t *testing.T, plan contract.Plan, file part, change ...func(*config),
) (g *gateway, key string, who contract.Principal) {
	t.Helper()
	g = start(t, change...)
	key, who = g.peers.Auth.NewKey(plan)
	for path, files := range map[string][]part{"/api/v1/extract": {file}, "/api/v1/batch": {file, batchPart(1)}} {
		a := g.once(key, path, usedKey(path), files)
		require.Equal(t, a.status, http.StatusAccepted, path, string(a.body))
	}
	return g, key, who
}

func usedKey(path string) string { return "used-" + path }

// beginning of a body: as much as is read before the handler runs.
var beginning = "--b\r\nContent-Disposition: form-data; name=file\r\n\r\n%PDF-1.7\n" + strings.Repeat("x", 16<<10)

// A used key lifts no limit of the plan.
func TestIdempotency_replay_413(t *testing.T) {
	t.Parallel()
	g, key, _ := onceBounds(t, contract.PlanFree, pdf("x"))
	const limit = 5 << 20
	t.Run("file", func(t *testing.T) {
		for _, framing := range []string{"Content-Length", "chunked"} {
			body, contentType, length := streamed(endless(limit+1-9), limit+1)
			req, err := http.NewRequest(http.MethodPost, "http://"+g.addr+"/api/v1/extract", body)
			require.NoError(t, err)
			req.Header = header("X-API-Key", key, "Content-Type", contentType, "Idempotency-Key", usedKey("/api/v1/extract"))
			if framing == "Content-Length" {
				req.ContentLength = length
			}
			resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
			require.NoError(t, err)
			_ = resp.Body.Close()
			assert.Equal(t, resp.StatusCode, http.StatusRequestEntityTooLarge, framing, "status")
		}
	})
	// Refused by its length, before more of it arrives.
	for path, length := range map[string]int{"/api/v1/extract": 2 * limit,
		"/api/v1/batch": 2 * limit * contract.MaxBatchFiles} {
		request := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nIdempotency-Key: %s\r\n"+
			"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n%s", path, key, usedKey(
			path), length, beginning)
		got := g.raw(request)
		assert.True(t, strings.HasPrefix(got, "HTTP/1.1 413"), path, got)
	}
}

// A replay takes one of the places of uploads while its body is read.
func TestIdempotency_replay_503(t *testing.T) {
	t.Parallel()
	g, key, _ := onceBounds(t, contract.PlanPro, pdf("x"), func(c *config) { c.Uploads.MaxUploadsPerAccount = 1 })
	under, finish := make(chan struct{}), make(chan struct{})
	slow := g.slowUpload(key, under, finish)
	<-under
	for path, files := range map[string][]part{"/api/v1/extract": {pdf("x")}, "/api/v1/batch": {pdf("x"), batchPart(1)}} {
		a := g.once(key, path, usedKey(path), files)
		wantStatus(t, a, http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
		wantHeader(t, a, "Retry-After", "2")
	}
	close(finish)
	if a := <-slow; a.status != http.StatusAccepted {
		t.Errorf("the upload under way: %d %s", a.status, a.body)
	}
	a := g.once(key, "/api/v1/extract", usedKey("/api/v1/extract"), []part{pdf("x")})
	wantHeader(t, a, "Idempotency-Replayed", "true")
}

// A replay is held to the least speed of a body.
func TestIdempotency_replay_408(t *testing.T) {
	t.Parallel()
	g, key, _ := onceBounds(t, contract.PlanPro, pdf("x"), func(c *config) {
		c.Pace = httpserver.Pace{Bytes: 10 << 10, Within: 200 * time.Millisecond}
	})
	for _, path := range []string{"/api/v1/extract", "/api/v1/batch"} {
		request := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nIdempotency-Key: %s\r\n"+
			"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n%s", path, key, usedKey(
			path), beginning)
		got := g.raw(request)
		assert.True(t, strings.HasPrefix(got, "HTTP/1.1 408"), path, got)
	}
}

// Documents accepted on a larger plan are still found after a change to a smaller one.
func TestIdempotency_replay_smallerPlan(t *testing.T) {
	t.Parallel()
	large := pdf(strings.Repeat("x", 6<<20))
	g, key, who := onceBounds(t, contract.PlanPro, large)
	g.peers.Auth.SetPlan(key, contract.PlanFree)
	g.peers.Auth.SignalChanged(who)
	for usage := ""; !strings.Contains(usage, `"plan":"Free"`); {
		usage = string(g.send(http.MethodGet, "/api/v1/usage", header("X-API-Key", key), nil).body)
	}
	for path, files := range map[string][]part{"/api/v1/extract": {large}, "/api/v1/batch": {large, batchPart(1)}} {
		a := g.once(key, path, usedKey(path), files)
		wantHeader(t, a, "Idempotency-Replayed", "true")
	}
	wantStatus(t, g.upload(key, []part{large}), http.StatusRequestEntityTooLarge, contract.CodeFileTooLarge)
}
