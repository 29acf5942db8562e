package dashboard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

func (h *fixture) usage(t *testing.T, key string) int {
	t.Helper()
	a, err := instance.Account{URL: h.URL, Key: key, Client: h.Client()}.Do(t.Context(), http.MethodGet,
		"/api/v1/usage", nil, nil)
	require.NoError(t, err)
	return a.Status
}

func testKey(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/keys")
	b.wantText("h2", "No valid key yet")
	b.checkAccessible()
	b.submit(".empty .primary")
	b.checkAccessible()
	b.fill("#name", `Import <script>alert("1")</script>`)
	b.submit(".primary")
	b.checkAccessible()
	b.wantPath("/keys") // so that reloading makes no second key
	key := b.value("#key")
	require.Equal(t, contract.FormOfKey(key), contract.KeyLive, key)
	require.Equal(t, h.usage(t, key), http.StatusOK, "new key: status")
	b.submit(".primary")
	b.wantText("tbody th", `Import <script>alert("1")</script>`)
	b.wantText("tbody", "dm_live_…"+contract.LastFour(key))
	assert.NotContains(t, b.text("body"), key, "the list shows the key's value")
	b.checkAccessible()
	testkit.Exec(t, instance.Database(t, h.DatabaseURL()),
		`UPDATE auth.api_keys SET created_at = created_at - interval '91 days' WHERE last_four = $1`, contract.LastFour(key))
	b.open("/keys")
	b.wantText("tbody .badge", "Over 90 days old")
	b.submit("tbody a")
	b.checkAccessible()
	b.submit(".danger")
	b.wantText("[role=status]", "Key revoked")
	assert.Equal(t, h.usage(t, key), http.StatusUnauthorized, "revoked key: status")
}

func (p *person) makeKey(name string) string {
	p.t.Helper()
	a := p.post("/keys", "name", name, "days", "30")
	_, rest, found := strings.Cut(a.body, `value="dm_live_`)
	if a.status != http.StatusOK || !found {
		p.t.Fatalf("make a key: status %d: %s", a.status, a.body)
	}
	value, _, _ := strings.Cut(rest, `"`)
	return "dm_live_" + value
}

func testDescendants(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	parent := p.makeKey("parent")
	a, err := instance.Account{URL: h.URL, Key: parent, Client: h.Client()}.Do(t.Context(), http.MethodPost,
		"/api/auth/register",
		strings.NewReader(`{"name": "child"}`), map[string]string{"Content-Type": "application/json"})
	require.NoError(t, err, string(a.Body))
	require.Equal(t, a.Status, http.StatusCreated, "register", string(a.Body))
	var child struct{ ID, Key string }
	a.Into(t, &child)
	b := h.newTab(t, p)
	b.open("/keys")
	b.wantText("tbody", "by key “parent”")
	b.submit("tbody tr:nth-child(2) a")
	b.wantText("h1", "parent")
	b.wantText("label.check", "Also revoke it")
	b.checkAccessible()
	b.run(click("input[name=descendants]"))
	b.submit(".danger")
	for _, key := range []string{parent, child.Key} {
		assert.Equal(t, h.usage(t, key), http.StatusUnauthorized, "status after both were revoked")
	}
	b.wantText("summary", "Revoked and expired keys (2)")
}

func testMembersKeys(t *testing.T, h *fixture) {
	owner := h.newPerson(t)
	key := owner.makeKey("of the owner")
	member := h.join(t, owner.Account, contract.RoleMember)
	b := h.newTab(t, member)
	b.open("/keys")
	b.wantText("tbody", "of the owner")
	assert.Equal(t, evaluate[int](b, `document.querySelectorAll("tbody a").length`), 0,
		"a member may revoke the owner's key")
	member.makeKey("of the member")
	b.open("/keys")
	assert.Equal(t, evaluate[int](b, `document.querySelectorAll("tbody a").length`), 1, "a member may revoke", "keys")
	assert.Equal(t, h.usage(t, key), http.StatusOK, "owner's key: status")
}

// A session older than ten minutes needs a confirmation before it creates a key.
func testConfirmation(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	h.forget(t, p)
	if a := p.post("/keys", "name", "x", "days", "0"); a.status != http.StatusSeeOther ||
		a.header.Get("Location") != "/confirm?next=%2Fkeys%2Fnew" {
		t.Fatalf("key without confirmation: status %d to %s", a.status, a.header.Get("Location"))
	}
	b := h.newTab(t, p)
	b.open("/keys/new")
	b.wantText("h1", "Confirm your identity")
	b.checkAccessible()
	before := b.cookies()[0].Value
	b.allow("403")
	b.fill("#password", "not my password at all")
	b.submit(".primary")
	b.wantText("[role=alert]", "wrong")
	b.fill("#password", password)
	b.submit(".primary")
	b.wantPath("/keys/new")
	assert.NotEqual(t, b.cookies()[0].Value, before, "the session goes on under its old secret")
}

// forget makes the person's sessions unconfirmed.
func (h *fixture) forget(t *testing.T, p *person) {
	t.Helper()
	testkit.Exec(t, instance.Database(t, h.DatabaseURL()),
		`UPDATE auth.sessions SET confirmed_at = confirmed_at - interval '11 minutes'
		WHERE user_id::text = $1`, strings.TrimPrefix(p.User.ID, contract.PrefixUser))
}
