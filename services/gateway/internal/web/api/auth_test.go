package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

func TestAuth_401(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	other := strings.Repeat("0", 48)
	tests := map[string]struct {
		header http.Header
		code   contract.Code
	}{
		"none":               {header(), contract.CodeAuthMissing},
		"empty":              {header("X-API-Key", ""), contract.CodeAuthMissing},
		"other scheme":       {header("Authorization", "Basic "+key), contract.CodeAuthMissing},
		"scheme alone":       {header("Authorization", "Bearer"), contract.CodeAuthMissing},
		"key without scheme": {header("Authorization", key), contract.CodeAuthMissing},
		"unknown":            {header("X-API-Key", "dm_live_"+other), contract.CodeAuthInvalid},
		"malformed":          {header("X-API-Key", key[:55]), contract.CodeAuthInvalid},
		"upper case":         {header("X-API-Key", "dm_live_"+strings.ToUpper(key[8:])), contract.CodeAuthInvalid},
		"test key":           {header("X-API-Key", "dm_test_"+other), contract.CodeAuthInvalid},
		"bad X-API-Key, good Bearer": {header("X-API-Key", "dm_live_"+other, "Authorization", "Bearer "+key),
			contract.CodeAuthInvalid},
		"cookie":                      {header("Cookie", "key="+key), contract.CodeAuthMissing},
		"Bearer of an unknown length": {header("Authorization", "Bearer "+key+" x"), contract.CodeAuthInvalid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := g.send("GET", "/api/v1/usage", tt.header, nil)
			wantStatus(t, a, http.StatusUnauthorized, tt.code)
			wantHeader(t, a, "WWW-Authenticate", "Bearer")
			assert.Equal(t, a.header.Get("RateLimit"), "", "RateLimit")
			if name == "test key" && !strings.Contains(string(a.body), "not available yet") {
				t.Errorf("%s does not say that test keys are not available", a.body)
			}
		})
	}
	if n := g.peers.Auth.Verified(); n != 1 { // the unknown key, which is kept for a moment
		t.Errorf("the auth service was asked %d times", n)
	}
}

func TestAuth_accepted(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for name, h := range map[string]http.Header{
		"X-API-Key":                  header("X-API-Key", key),
		"Bearer":                     header("Authorization", "Bearer "+key),
		"bearer":                     header("Authorization", "bearer "+key),
		"X-API-Key wins":             header("X-API-Key", key, "Authorization", "Bearer dm_live_nonsense"),
		"empty X-API-Key and Bearer": header("X-API-Key", "", "Authorization", "BEARER "+key),
	} {
		a := g.send("GET", "/api/v1/usage", h, nil)
		assert.Equal(t, a.status, http.StatusOK, name, "status", string(a.body))
	}
}

// Key, then rate, then route and method, then flag, then parameters.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	limited, who := g.peers.Auth.NewKey(contract.PlanFree)
	g.peers.Quota.Refuse(who.AccountID, time.Minute)
	tests := []struct {
		method, path, key string
		status            int
		code              contract.Code
		allow             string
	}{
		{"GET", "/api/v1/nothing", "", 401, contract.CodeAuthMissing, ""},
		{"GET", "/api", "", 401, contract.CodeAuthMissing, ""},
		{"DELETE", "/api/v1/extract", "", 401, contract.CodeAuthMissing, ""},
		{"POST", "/api/webhooks/notifications", "", 401, contract.CodeAuthMissing, ""},
		{"FANCY", "/api/v1/extract", "", 401, contract.CodeAuthMissing, ""},
		{"OPTIONS", "/api/v1/extract", "", 401, contract.CodeAuthMissing, ""},
		{"GET", "/api/v1/nothing", limited, 429, contract.CodeRateLimited, ""},
		{"POST", "/api/webhooks/notifications", limited, 429, contract.CodeRateLimited, ""},
		{"GET", "/api/v1/nothing", key, 404, contract.CodeNotFound, ""},
		{"GET", "/api/v1/usage/", key, 404, contract.CodeNotFound, ""},
		{"GET", "/API/v1/usage", "", 404, contract.CodeNotFound, ""},
		{"FANCY", "/api/v1/nothing", key, 404, contract.CodeNotFound, ""},
		{"FANCY", "/api/v1/extract", key, 405, contract.CodeMethodNotAllowed, "POST"},
		{"GET", "/api/v1/extract?x=1", key, 405, contract.CodeMethodNotAllowed, "POST"},
		{"OPTIONS", "/api/v1/usage", key, 405, contract.CodeMethodNotAllowed, "GET, HEAD"},
		{"PUT", "/api/webhooks/notifications", key, 405, contract.CodeMethodNotAllowed, "GET, HEAD, POST, DELETE"},
		{"POST", "/healthz", "", 405, contract.CodeMethodNotAllowed, "GET, HEAD"},
		{"POST", "/api/webhooks/notifications?x=1", key, 501, contract.CodeWebhooksNotAvailable, ""},
		{"GET", "/api/v1/usage?x=1", key, 400, contract.CodeInvalidRequest, ""},
		{"GET", "/", "", 404, contract.CodeNotFound, ""},
		{"GET", "/apish", "", 404, contract.CodeNotFound, ""},
	}
	for _, tt := range tests {
		h := header()
		if tt.key != "" {
			h.Set("X-API-Key", tt.key)
		}
		a := g.send(tt.method, tt.path, h, nil)
		if a.status != tt.status || a.code(t) != string(tt.code) || a.header.Get("Allow") != tt.allow {
			t.Errorf("%s %s: %d %s, Allow %q; want %d %s, %q", tt.method, tt.path, a.status, a.body, a.header.Get("Allow"),
				tt.status, tt.code, tt.allow)
		}
		authenticated := tt.key != ""
		if got := a.header.Get("RateLimit") != "" && a.header.Get("RateLimit-Policy") != ""; got != authenticated {
			t.Errorf("%s %s: RateLimit is %q, RateLimit-Policy %q", tt.method, tt.path, a.header.Get("RateLimit"),
				a.header.Get("RateLimit-Policy"))
		}
	}
}

func TestRate_429(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanEnterprise)
	g.peers.Quota.Refuse(who.AccountID, 17400*time.Millisecond)
	h := header("X-API-Key", key)
	for range 3 {
		a := g.send("GET", "/api/v1/usage", h, nil)
		wantStatus(t, a, http.StatusTooManyRequests, contract.CodeRateLimited)
		wantHeader(t, a, "Retry-After", "18")
		wantHeader(t, a, "RateLimit-Policy", `"minute";q=120;w=60, "month";q=100000;w=`+monthSeconds())
		got := a.header.Get("RateLimit")
		assert.True(t, strings.HasPrefix(got, `"minute";r=0;t=18, "month";r=99997;t=`), "RateLimit is", got)
	}
	assert.Equal(t, g.peers.Quota.Asked(), 1, "the quota service was asked")
}

func TestAuthOrQuotaDown_503(t *testing.T) {
	t.Parallel()
	g := start(t)
	cached, _ := g.peers.Auth.NewKey(contract.PlanFree)
	fresh, _ := g.peers.Auth.NewKey(contract.PlanFree)
	if a := g.send("GET", "/api/v1/usage", header("X-API-Key", cached), nil); a.status != 200 {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	g.peers.Auth.Stop()
	if a := g.send("GET", "/api/v1/usage", header("X-API-Key", cached), nil); a.status != 200 {
		t.Errorf("cached key: status %d: %s", a.status, a.body)
	}
	a := g.send("GET", "/api/v1/usage", header("X-API-Key", fresh), nil)
	wantStatus(t, a, http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
	wantHeader(t, a, "Retry-After", "2")
	g.peers.Quota.Stop()
	a = g.send("GET", "/api/v1/usage", header("X-API-Key", cached), nil)
	wantStatus(t, a, http.StatusServiceUnavailable, contract.CodeServiceUnavailable)
	assert.True(t, !strings.Contains(g.log.String(), cached) && !strings.Contains(g.log.String(), fresh),
		"the log holds an API key")
}

func monthSeconds() string {
	start := contract.MonthStart(time.Now())
	b, _ := json.Marshal(int(start.AddDate(0, 1, 0).Sub(start).Seconds()))
	return string(b)
}
