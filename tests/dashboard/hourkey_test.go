package dashboard_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/sample"
)

// hourKey is the response to the button of the API reference.
type hourKey struct {
	ID, Name, Key string
	ExpiresAt     time.Time
}

func (p *person) makeHourKey() hourKey {
	p.t.Helper()
	a := p.post("/keys/hour")
	var k hourKey
	if err := json.Unmarshal([]byte(a.body), &k); err != nil || a.status != http.StatusCreated {
		p.t.Fatalf("key for an hour: %v, status %d: %s", err, a.status, a.body)
	}
	return k
}

// The key is ordinary: it is listed, in the activity, and refused after revocation. No page contains it.
func testHourKey(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	k := p.makeHourKey()
	if left := time.Until(k.ExpiresAt); contract.FormOfKey(k.Key) != contract.KeyLive || left > time.Hour ||
		left < 50*time.Minute {
		t.Errorf("key %+v", k)
	}
	require.Equal(t, h.usage(t, k.Key), http.StatusOK, "the key: status")
	for path, want := range map[string]string{"/keys": k.Name, "/activity": k.Name, "/docs": "dm_live_"} {
		if a := p.get(path); !strings.Contains(a.body, want) || strings.Contains(a.body, k.Key) {
			t.Errorf("%s lacks %q or shows the key", path, want)
		}
	}
	require.Equal(t, p.post("/keys/"+k.ID+"/revoke").status, http.StatusSeeOther, "revoke: status")
	assert.Equal(t, h.usage(t, k.Key), http.StatusUnauthorized, "revoked key: status")
}

// Ten minutes after the last proof the key needs another, as every key does.
func testHourKeyConfirmation(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	h.forget(t, p)
	a := p.post("/keys/hour")
	var refusal struct{ Code, Confirm string }
	if err := json.Unmarshal([]byte(a.body), &refusal); err != nil || a.status != http.StatusConflict ||
		refusal.Code != "INVALID_STATE" || refusal.Confirm != "/confirm?next=%2Fdocs%23authorize" {
		t.Fatalf("%v, status %d: %s", err, a.status, a.body)
	}
	if a := p.post("/confirm", "password", password, "next", "/docs#authorize"); a.status != http.StatusSeeOther ||
		a.header.Get("Location") != "/docs#authorize" {
		t.Fatalf("confirm: status %d to %s", a.status, a.header.Get("Location"))
	}
	p.makeHourKey()
}

// Only a session of the same site can create such a key; another account neither sees nor revokes it.
func testHourKeyOthers(t *testing.T, h *fixture) {
	p, foreign := h.newPerson(t), h.newPerson(t)
	k := p.makeHourKey()
	a := foreign.get("/keys")
	assert.True(t, !strings.Contains(a.body, k.ID) && !strings.Contains(a.body, k.Name), "another account sees the key")
	assert.Equal(t, foreign.post("/keys/"+k.ID+"/revoke").status, http.StatusNotFound,
		"another account revokes the key: status")
	for name, ask := range map[string]struct {
		client *http.Client
		header map[string]string
		want   int
	}{
		"another site":      {p.client, map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusBadRequest},
		"an older browser":  {p.client, map[string]string{"Origin": "https://evil.example"}, http.StatusBadRequest},
		"without a session": {newClient(t), map[string]string{"Sec-Fetch-Site": "same-origin"}, http.StatusUnauthorized},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.URL+"/keys/hour", nil)
		require.NoError(t, err)
		for k, v := range ask.header {
			req.Header.Set(k, v)
		}
		resp, err := ask.client.Do(req)
		require.NoError(t, err)
		_ = resp.Body.Close() // what it says is not looked at
		assert.Equal(t, resp.StatusCode, ask.want, name, "status")
	}
	assert.Equal(t, strings.Count(p.get("/keys").body, `/revoke"`), 1, "keys after what was refused")
}

// From sign-in to a response the key is in no HTML, storage or URL, and ends like all keys.
func testHourKeyBrowser(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/docs")
	b.run(click("[data-make-key]"))
	b.until(`document.querySelector("[data-key-state] .alert.good")`)
	b.openForm("extract")
	b.choose("#extract-form-file", file(t, "R-7101.pdf", sample.Invoice("R-7101")))
	if status := b.execute("extract"); status != "200 OK" {
		t.Fatalf("extract: %s: %s", status, b.text("#extract [data-result]"))
	}
	b.wantText("#extract [data-result] .headers", "x-request-id")
	id, _ := b.answer("extract")["id"].(string)
	assert.Equal(t, b.value("#getDocumentPage-path-id"), id, "ID on the page")
	b.openForm("getDocumentPage")
	b.fill("#getDocumentPage-path-page", "1")
	assert.Equal(t, b.execute("getDocumentPage"), "200 OK", "page")
	assert.Equal(t, evaluate[int](b, `document.querySelector("#getDocumentPage canvas").width`), 1000,
		"the picture", "pixels wide")
	b.checkAccessible()
	example := p.get("/docs").body // has made-up keys
	for _, kept := range regexp.MustCompile(`dm_live_[0-9a-f]{48}`).FindAllString(evaluate[string](b,
		`JSON.stringify([sessionStorage, localStorage, location.href]) + document.documentElement.outerHTML +
			[...document.querySelectorAll("input, textarea")].map(c => c.value)`), -1) {
		assert.Contains(t, example, kept, "the page keeps the key where it can be read")
	}
	keys := p.get("/keys").body
	m := regexp.MustCompile(`/keys/(key_[0-9a-f-]+)/revoke`).FindStringSubmatch(keys)
	require.True(t, m != nil && strings.Contains(keys, "API reference, one hour"), "the key is not listed", keys)
	require.Equal(t, p.post("/keys/"+m[1]+"/revoke").status, http.StatusSeeOther, "revoke: status")
	b.allow("401")
	b.openForm("getUsage")
	assert.Equal(t, b.execute("getUsage"), "401 Unauthorized", "usage with a revoked key")
}
