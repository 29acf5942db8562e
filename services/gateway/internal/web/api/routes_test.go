package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

func TestStatusOf(t *testing.T) {
	t.Parallel()
	want := map[int][]contract.Code{
		400: {contract.CodeInvalidRequest, contract.CodeInvalidDocumentType, contract.CodeInvalidSchema,
			contract.CodeEmptyFile},
		401: {contract.CodeAuthMissing, contract.CodeAuthInvalid},
		403: {contract.CodePlanRequired},
		404: {contract.CodeNotFound},
		405: {contract.CodeMethodNotAllowed},
		408: {contract.CodeRequestTimeout},
		409: {contract.CodeIdempotencyInProgress, contract.CodeInvalidState, contract.CodeLimitReached},
		413: {contract.CodeFileTooLarge},
		415: {contract.CodeUnsupportedFormat, contract.CodeUnsupportedMediaType},
		422: {contract.CodeIdempotencyKeyReused},
		429: {contract.CodeRateLimited, contract.CodeQuotaExceeded},
		431: {contract.CodeHeadersTooLarge},
		500: {contract.CodeInternalError, "NO_SUCH_CODE"},
		501: {contract.CodeWebhooksNotAvailable},
		503: {contract.CodeServiceUnavailable},
	}
	for status, codes := range want {
		for _, code := range codes {
			assert.Equal(t, httpserver.StatusOf(code), status, code)
		}
	}
}

// newDocument uploads a file that stays queued.
func (g *gateway) newDocument(key string) contract.Record {
	g.t.Helper()
	a := g.upload(key, []part{pdf("x")}, "Prefer", "respond-async")
	require.Equal(g.t, a.status, http.StatusAccepted, "status", string(a.body))
	return decode[contract.Record](g.t, a)
}

func TestDocument_200_304_404(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	path := "/api/v1/documents/" + rec.ID
	h := header("X-API-Key", key)

	queued := g.send("GET", path, h, nil)
	require.True(t, queued.status == 200 && decode[contract.Record](t, queued).ID == rec.ID,
		"status", queued.status, string(queued.body))
	tag := queued.header.Get("ETag")
	for _, match := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		a := g.send("GET", path, header("X-API-Key", key, "If-None-Match", match), nil)
		if a.status != http.StatusNotModified || len(a.body) != 0 || a.header.Get("ETag") != tag ||
			a.header.Get("RateLimit") == "" {
			t.Errorf("If-None-Match %s: status %d %s", match, a.status, a.body)
		}
	}
	g.docs.end(rec.ID, true)
	assert.Equal(t, g.send("GET", path, header("X-API-Key", key, "If-None-Match", tag), nil).status, 200,
		"changed record: status")
	head := g.send("HEAD", path, h, nil)
	if head.status != 200 || len(head.body) != 0 || head.header.Get("ETag") == "" ||
		head.header.Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d %v", head.status, head.header)
	}
	var bodies []string
	for name, a := range map[string]answer{
		"another account's": g.send("GET", path, header("X-API-Key", stranger), nil),
		"unknown":           g.send("GET", "/api/v1/documents/ext_00000000-0000-7000-8000-000000000000", h, nil),
		"malformed":         g.send("GET", "/api/v1/documents/..%2Fx", h, nil),
		"upper case":        g.send("GET", "/api/v1/documents/"+strings.ToUpper(rec.ID), h, nil),
	} {
		wantStatus(t, a, http.StatusNotFound, contract.CodeNotFound)
		bodies = append(bodies, string(a.body))
		assert.Equal(t, string(a.body), bodies[0], name, "is answered", "another")
	}
}

func TestDocument_400(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for _, q := range []string{"wait=61", "wait=-1", "wait=x", "wait=", "wait=1&wait=1", "limit=1", "wait=%zz"} {
		a := g.send("GET", "/api/v1/documents/ext_1?"+q, header("X-API-Key", key), nil)
		wantStatus(t, a, http.StatusBadRequest, contract.CodeInvalidRequest)
	}
}

func TestDocument_wait(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	rec := g.newDocument(key)
	h := header("X-API-Key", key)
	began := time.Now()
	a := g.send("GET", "/api/v1/documents/"+rec.ID+"?wait=1", h, nil)
	took := time.Since(began)
	assert.True(t, a.status == 200 && took >= time.Second, "status", a.status, "after", took)
	got := make(chan answer)
	go func() { got <- g.send("GET", "/api/v1/documents/"+rec.ID+"?wait=60", h, nil) }()
	for g.docs.waiters() == 0 {
		time.Sleep(time.Millisecond)
	}
	g.docs.end(rec.ID, true)
	r := decode[contract.Record](t, <-got)
	assert.Equal(t, r.Status, contract.StatusCompleted, "record is", r)
	assert.Equal(t, g.docs.waiters(), 0, "waiters are left")
}

func TestUsage_200(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanStarter)
	a := g.send("GET", "/api/v1/usage", header("X-API-Key", key), nil)
	start := contract.MonthStart(time.Now())
	want := `{"plan":"Starter","period":{"start":"` + start.Format(contract.TimeLayout) + `","end":"` +
		start.AddDate(0, 1, 0).Format(contract.TimeLayout) + `"},"documents":{"used":3,"limit":1000,"remaining":997},` +
		`"requestsPerMinute":{"limit":60,"remaining":60},"maxFileSize":20971520}`
	assert.True(t, a.status == 200 && string(a.body) == want, "status", a.status, string(a.body), "want", want)
	for name, value := range map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
		"Content-Type": "application/json"} {
		wantHeader(t, a, name, value)
	}
	assert.Equal(t, a.header.Get("Server"), "", "Server")
}

func TestDocumentTypes_200(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	a := g.send("GET", "/api/v1/document-types", header("X-API-Key", key), nil)
	list := decode[struct {
		Items []struct {
			Name   string
			Fields []struct{ Name, Type, Description string }
		}
	}](t, a)
	for i, name := range schema.RequestableNames() {
		assert.Equal(t, list.Items[i].Name, name, "type", i)
		for _, f := range list.Items[i].Fields {
			assert.True(t, f.Name != "" && f.Type != "" && f.Description != "", "field of", name, "is", f)
		}
	}
}

func TestWebhooks(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanPro)
	stranger, _ := g.peers.Auth.NewKey(contract.PlanPro)
	const path = "/api/webhooks/notifications"
	h := header("X-API-Key", key)
	for _, body := range []string{"", `{"url":"https://example.com","events":["extraction.completed"]}`, "}{",
		strings.Repeat("x", 1<<20)} {
		a := g.send("POST", path, h, strings.NewReader(body))
		wantStatus(t, a, http.StatusNotImplemented, contract.CodeWebhooksNotAvailable)
	}
	if a := g.send("GET", path, h, nil); a.status != 200 || string(a.body) != `{"items":[],"nextCursor":null}` {
		t.Errorf("empty list: %d %s", a.status, a.body)
	}
	g.peers.Notifier.Add(who.AccountID, contract.Subscription{ID: "wh_1", URL: "https://example.com/",
		Events: contract.EventTypes()[:1], IsActive: true})
	want := `{"items":[{"id":"wh_1","url":"https://example.com/","events":["extraction.completed"],"isActive":true,` +
		`"createdAt":"0001-01-01T00:00:00.000Z"}],"nextCursor":null}`
	assert.Equal(t, string(g.send("GET", path, h, nil).body), want, "list")
	wantStatus(t, g.send("GET", path+"?limit=1", h, nil), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.send("DELETE", path, h, nil), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.send("DELETE", path+"?id=", h, nil), 400, contract.CodeInvalidRequest)
	wantStatus(t, g.send("DELETE", path+"?id=wh_2", h, nil), 404, contract.CodeNotFound)
	wantStatus(t, g.send("DELETE", path+"?id=wh_1", header("X-API-Key", stranger), nil), 404, contract.CodeNotFound)
	if a := g.send("DELETE", path+"?id=wh_1", h, nil); a.status != 204 || len(a.body) != 0 ||
		a.header.Get("Content-Type") != "" {
		t.Errorf("delete: %d %s %v", a.status, a.body, a.header)
	}
	wantStatus(t, g.send("DELETE", path+"?id=wh_1", h, nil), 404, contract.CodeNotFound)
}

func TestHealth(t *testing.T) {
	t.Parallel()
	g := start(t)
	a := g.send("GET", "/healthz", nil, nil)
	assert.True(t, a.status == 200 && string(a.body) == `{"status":"ok"}`, a.status, string(a.body))
	a = g.send("GET", "/readyz", nil, nil)
	assert.True(t, a.status == 200 && string(a.body) == `{"ready":true,"parts":{}}`, a.status, string(a.body))
}

func TestPanic_500(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	g.docs.set(func(m *memory) { m.recordFn = func() error { panic("secret detail") } })
	path := "/api/v1/documents/ext_00000000-0000-7000-8000-000000000000"
	a := g.send("GET", path, header("X-API-Key", key, "X-Request-Id", "req-1"), nil)
	wantStatus(t, a, http.StatusInternalServerError, contract.CodeInternalError)
	wantHeader(t, a, "X-Request-Id", "req-1")
	assert.True(t, !strings.Contains(string(a.body), "secret") && a.header.Get("RateLimit") != "",
		"answer is", a.header, string(a.body))
	log := g.log.String()
	assert.True(t, strings.Contains(log, "secret detail") && strings.Contains(log, "req-1"), "log is", log)
	g.docs.set(func(m *memory) { m.recordFn = nil })
	wantStatus(t, g.send("GET", path, header("X-API-Key", key), nil), 404, contract.CodeNotFound)
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	g := start(t)
	a := g.send("GET", "/healthz", header("X-Request-Id", "4f1c-a.b_c:/+="), nil)
	wantHeader(t, a, "X-Request-Id", "4f1c-a.b_c:/+=")
	for _, bad := range []string{"", "a b", "a\"b", "<script>", strings.Repeat("x", 129), "ä"} {
		a := g.send("GET", "/healthz", header("X-Request-Id", bad), nil)
		got := a.header.Get("X-Request-Id")
		assert.Equal(t, len(got), 36, bad, "became", got)
	}
}
