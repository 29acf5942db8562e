package dashboard_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func testHeaders(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src " +
			"'self'; " +
			"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
	}
	page := p.get("/keys")
	paths := []string{"/", "/keys", "/sign-in", "/welcome", "/no/such/page", "/keys/key_x/revoke"}
	files := regexp.MustCompile(`/static/[a-z]+\.[0-9a-f]{16}\.[a-z]+`).FindAllString(page.body, -1)
	assert.Equal(t, len(files), 4, "files of a page", files)
	for _, path := range append(paths, files...) {
		a := p.get(path)
		for name, value := range want {
			assert.Equal(t, a.header.Get(name), value, path, name)
		}
		cache := "no-store"
		if strings.HasPrefix(path, "/static/") {
			cache = "public, max-age=31536000, immutable"
		}
		assert.Equal(t, a.header.Get("Cache-Control"), cache, path, "Cache-Control")
	}
}

// Cross-site requests have no effect.
func testOtherSites(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	for name, header := range map[string]map[string]string{
		"cross-site":  {"Sec-Fetch-Site": "cross-site"},
		"same-site":   {"Sec-Fetch-Site": "same-site"},
		"old browser": {"Origin": "https://evil.example"},
		"no origin":   {"Origin": "null"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/sign-out", nil)
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for k, v := range header {
			req.Header.Set(k, v)
		}
		resp, err := p.client.Do(req)
		require.NoError(t, err)
		_ = resp.Body.Close() // what it says is not looked at
		assert.Equal(t, resp.StatusCode, http.StatusBadRequest, name, "status")
	}
	assert.Equal(t, p.get("/keys").status, http.StatusOK, "the session was ended: status")
}

func testAPITakesNoCookie(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	for _, path := range []string{"/api/v1/usage", "/api/v1/documents", "/api/v1/results"} {
		assert.Equal(t, p.get(path).status, http.StatusUnauthorized, path, "with a cookie: status")
	}
}

func testNoOpenRedirect(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	for _, next := range []string{"https://evil.example", "//evil.example", `/\evil.example`, "evil",
		"javascript:alert(1)", "/%0d%0aSet-Cookie:x=y", "/\t/evil.example"} {
		a := p.get("/sign-in?next=" + strings.NewReplacer("\t", "%09", `\`, "%5C", ":", "%3A", "/", "%2F").Replace(next))
		location := a.header.Get("Location")
		if a.status != http.StatusSeeOther || location != "/" && !regexp.MustCompile(`^/%0d%0a`).MatchString(location) {
			t.Errorf("next=%s: status %d to %q", next, a.status, location)
		}
	}
}

// A form loaded over plain HTTP from another machine does not accept a password.
func testOpenNetwork(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	for _, path := range []string{"/sign-in", "/welcome", "/welcome/password"} {
		resp := h.postAs(t, "http://docmill.lan:8080", path, p.Email)
		if resp.StatusCode != http.StatusBadRequest || len(resp.Cookies()) != 0 {
			t.Errorf("%s over plain HTTP: status %d, cookies %v", path, resp.StatusCode, resp.Cookies())
		}
	}
}

// Over TLS no other host can set the cookie, and it is sent over TLS only.
func testCookie(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	resp := h.postAs(t, "https://docmill.example", "/sign-in", p.Email)
	assert.Equal(t, resp.Header.Get("Strict-Transport-Security"), "max-age=31536000", "Strict-Transport-Security")
	cookies := resp.Cookies()
	if len(cookies) != 1 {
		t.Fatalf("status %d, cookies %v", resp.StatusCode, cookies)
	}
	c := cookies[0]
	if c.Name != "__Host-docmill" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" ||
		c.Domain != "" || c.MaxAge != 0 || !c.Expires.IsZero() {
		t.Errorf("cookie = %s", c.Raw)
	}
}

// postAs signs in as a page under another address of this docmill does.
func (h *fixture) postAs(t *testing.T, origin, path, email string) *http.Response {
	t.Helper()
	form := url.Values{"email": {email}, "password": {password}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+path, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	_, req.Host, _ = strings.Cut(origin, "://")
	for k, v := range map[string]string{
		"Content-Type": "application/x-www-form-urlencoded", "Origin": origin, "Sec-Fetch-Site": "same-origin",
		"X-Forwarded-For": newAddress(t),
	} {
		req.Header.Set(k, v)
	}
	resp, err := newClient(t).Do(req)
	require.NoError(t, err)
	_ = resp.Body.Close() // what it says is not looked at
	return resp
}
