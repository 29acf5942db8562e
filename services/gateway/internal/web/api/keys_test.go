package api_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func TestRegister_201(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, who := g.peers.Auth.NewKey(contract.PlanFree)
	h := header("X-API-Key", key, "Content-Type", "application/json; charset=utf-8")
	a := g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":" Buchhaltung ","expiresInDays":90}`))
	require.Equal(t, a.status, http.StatusCreated, "status", string(a.body))
	body := decode[map[string]any](t, a)
	made := body["key"].(string)
	if contract.FormOfKey(made) != contract.KeyLive || body["prefix"] != "dm_live_" || body["lastFour"] != made[52:] ||
		body["name"] != "Buchhaltung" || body["createdAt"] == nil || body["expiresAt"] == nil || len(body) != 7 {
		t.Errorf("body is %s", a.body)
	}
	asked := g.peers.Auth.Created()[0]
	if asked.KeyHash != contract.HashKey(made) || asked.AccountID != who.AccountID || *asked.CreatedBy != who.KeyID ||
		asked.ExpiresInDays != 90 {
		t.Errorf("asked for %+v", asked)
	}
	assert.Equal(t, g.send("GET", "/api/v1/usage", header("X-API-Key", made), nil).status, 200, "the new key: status")
	assert.NotContains(t, g.log.String(), made, "the log holds the new key")
	for _, days := range []string{"90.0", "9e1", "0.9e2"} { // spellings of one number
		a := g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"x","expiresInDays":`+days+`}`))
		if created := g.peers.Auth.Created(); a.status != 201 || created[len(created)-1].ExpiresInDays != 90 {
			t.Errorf("%s days: %d %s", days, a.status, a.body)
		}
	}
	// Idempotency keys are not offered here: an answer that holds a key is not
	// kept anywhere.
	h.Set("Idempotency-Key", "same")
	first := g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"x"}`))
	a = g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"x"}`))
	if first.status != 201 || decode[map[string]any](t, first)["key"] == decode[map[string]any](t, a)["key"] ||
		g.docs.claims() != 0 {
		t.Errorf("under one Idempotency-Key: %s, %s", first.body, a.body)
	}
	assert.True(t, a.status == 201 && decode[map[string]any](t, a)["expiresAt"] == nil,
		"without expiry", a.status, string(a.body))
}

func TestRegister_400_415(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	h := header("X-API-Key", key, "Content-Type", "application/json")
	for body, mention := range map[string]string{
		"":                                   "object",
		"[]":                                 "object",
		"null":                               "object",
		`{"name":"x"} {}`:                    "object",
		`{}`:                                 "name",
		`{"name":""}`:                        "name",
		`{"name":"a\u0000b"}`:                "name",
		`{"name":1}`:                         "name",
		`{"name":"x","expires":1}`:           "expires",
		`{"Name":"x"}`:                       "Name",
		`{"name":"x","expiresInDays":0}`:     "expiresInDays",
		`{"name":"x","expiresInDays":1.5}`:   "expiresInDays",
		`{"name":"x","expiresInDays":null}`:  "expiresInDays",
		`{"name":"x","expiresInDays":1e99}`:  "expiresInDays",
		`{"name":"x","expiresInDays":1e999}`: "expiresInDays",
		`{"name":"x","expiresInDays":[1]}`:   "expiresInDays",
		`{"name":null}`:                      "name",
		"{\"name\":\"\xff\"}":                "UTF-8",
		"\xef\xbb\xbf{\"name\":\"x\"}":       "object",
		`{"name":"x","name":"x"}`:            "more than once",
		`{"name":"x","\u006eame":"y"}`:       "more than once",
		`{"name":{"a":[{"b":1,"b":2}]}}`:     "more than once",
		`{"name":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`: "levels",
		`{"name":"x"},`:                                     "object",
		`{"name":"x",}`:                                     "object",
		`{"name":"x"}` + "\x00":                             "object",
		`{"name":"x","expiresInDays":3651}`:                 "expiresInDays",
		`{"name":"` + strings.Repeat("ä", 101) + `"}`:       "name",
		`{"name":"` + strings.Repeat("x", 64<<10) + `"}`:    "65536",
		`{"name":"` + strings.Repeat("x", 2<<20) + `"}`:     "65536",
		`{"name":"x","expiresInDays":"90"}`:                 "expiresInDays",
		`{"name":"x","expiresInDays":99999999999999999999}`: "expiresInDays",
	} {
		a := g.send("POST", "/api/auth/register", h, strings.NewReader(body))
		wantStatus(t, a, http.StatusBadRequest, contract.CodeInvalidRequest)
		if !strings.Contains(string(a.body), mention) {
			t.Errorf("%.60s: %s does not mention %s", body, a.body, mention)
		}
	}
	for _, contentType := range []string{"", "text/plain", "application/json+x", "multipart/form-data; boundary=b"} {
		h := header("X-API-Key", key, "Content-Type", contentType)
		a := g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"x"}`))
		wantStatus(t, a, http.StatusUnsupportedMediaType, contract.CodeUnsupportedMediaType)
	}
	assert.Equal(t, len(g.peers.Auth.Created()), 0, "keys made")
}

// If registration is open, a caller without a key gets an account with one.
func TestOpenRegistration_201(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) {
		c.API.OpenRegistration = true
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	h := header("Content-Type", "application/json", "X-Forwarded-For", "203.0.113.9, 198.51.100.7", "X-API-Key", "")
	a := g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"Newcomer","expiresInDays":30}`))
	require.Equal(t, a.status, http.StatusCreated, "status", string(a.body))
	body := decode[map[string]any](t, a)
	made := body["key"].(string)
	if contract.FormOfKey(made) != contract.KeyLive || body["name"] != "Newcomer" || body["lastFour"] != made[52:] ||
		body["createdAt"] == nil || body["expiresAt"] == nil || len(body) != 7 {
		t.Errorf("body is %s", a.body)
	}
	assert.True(t, a.header.Get("RateLimit") == "" && a.header.Get("RateLimit-Policy") == "",
		"headers of somebody's rate", a.header)
	want := contract.RegisterRequest{
		Name: "Newcomer", KeyHash: contract.HashKey(made), LastFour: made[52:], ExpiresInDays: 30, Address: "198.51.100.7",
	}
	asked := g.peers.Auth.Registered()
	assert.True(t, len(asked) == 1 && asked[0] == want, "asked for", asked)
	assert.NotContains(t, g.log.String(), made, "the log holds the new key")
	assert.Equal(t, g.send("GET", "/api/v1/usage", header("X-API-Key", made), nil).status, 200, "the new key: status")
	// With the key it makes another key of that account.
	h.Set("X-API-Key", made)
	a = g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"second"}`))
	assert.True(t, a.status == 201 && a.header.Get("RateLimit") != "", "with a key", a.status, string(a.body))
	assert.True(t, len(g.peers.Auth.Registered()) == 1 && len(g.peers.Auth.Created()) == 1,
		"the second key made a second account")
}

func TestOpenRegistration_429(t *testing.T) {
	t.Parallel()
	g := start(t, func(c *config) { c.API.OpenRegistration = true })
	g.peers.Auth.Throttle(42 * time.Second)
	h := header("Content-Type", "application/json", "X-Forwarded-For", "198.51.100.7")
	a := g.send("POST", "/api/auth/register", h, strings.NewReader(`{"name":"x"}`))
	wantStatus(t, a, http.StatusTooManyRequests, contract.CodeRateLimited)
	wantHeader(t, a, "Retry-After", "42")
	assert.Equal(t, g.peers.Auth.Registered()[0].Address, "127.0.0.1", "an untrusted peer gave its address as")
}

// Open registration permits nothing else, and nothing with invalid keys.
func TestOpenRegistration_401(t *testing.T) {
	t.Parallel()
	open := start(t, func(c *config) { c.API.OpenRegistration = true })
	closed := start(t)
	bad := "dm_live_" + strings.Repeat("0", 48)
	for _, tt := range []struct {
		g                 *gateway
		method, path, key string
		code              contract.Code
	}{
		{closed, "POST", "/api/auth/register", "", contract.CodeAuthMissing},
		{open, "POST", "/api/auth/register", bad, contract.CodeAuthInvalid},
		{open, "GET", "/api/auth/register", "", contract.CodeAuthMissing},
		{open, "FANCY", "/api/auth/register", "", contract.CodeAuthMissing},
		{open, "POST", "/api/auth/register/", "", contract.CodeAuthMissing},
		{open, "POST", "/api/v1/extract", "", contract.CodeAuthMissing},
		{open, "POST", "/api/webhooks/notifications", "", contract.CodeAuthMissing},
	} {
		h := header("Content-Type", "application/json", "X-API-Key", tt.key)
		wantStatus(t, tt.g.send(tt.method, tt.path, h, strings.NewReader(`{"name":"x"}`)), 401, tt.code)
	}
	for body, status := range map[string]int{`{}`: 400, `{"name":"x","name":"y"}`: 400, `{"name":"x","plan":"Pro"}`: 400} {
		a := open.send("POST", "/api/auth/register", header("Content-Type", "application/json"), strings.NewReader(body))
		wantStatus(t, a, status, contract.CodeInvalidRequest)
	}
	wantStatus(t, open.send("POST", "/api/auth/register?plan=Pro", header("Content-Type", "application/json"),
		strings.NewReader(`{"name":"x"}`)),
		400, contract.CodeInvalidRequest)
	wantStatus(t, open.send("POST", "/api/auth/register", nil, strings.NewReader(`{"name":"x"}`)), 415,
		contract.CodeUnsupportedMediaType)
	assert.Equal(t, len(open.peers.Auth.Registered())+len(closed.peers.Auth.Registered()), 0, "accounts made")
}
