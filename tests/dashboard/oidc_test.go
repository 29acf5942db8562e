package dashboard_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// signInOIDC signs in on the provider's page.
func (b *tab) signInOIDC(email string) {
	b.t.Helper()
	b.submit("a[href^='/sign-in/oidc']")
	b.wantText("h1", "Who are you?")
	b.fill("#email", email)
	b.submit("#go")
}

func testOIDC(t *testing.T, h *fixture) {
	user, _ := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleMember)
	b := h.newTab(t, nil)
	b.open("/sign-in?next=%2Fusage%3Fmonth%3D2026-01")
	b.checkAccessible()
	b.signInOIDC(user.Email)
	b.wantPath("/usage?month=2026-01")
	b.wantText(".who", user.Email)
	cookies := b.cookies()
	assert.True(t, len(cookies) == 1 && cookies[0].Name == "docmill", "cookies", cookies)
	b.open("/account")
	b.wantText("tbody", "by single sign-on")
	b.wantText("#password-heading", "Set a password")
}

// A user without a password confirms at the provider, which must authenticate again.
func testOIDCConfirmation(t *testing.T, h *fixture) {
	user, _ := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleOwner)
	b := h.newTab(t, nil)
	b.open("/sign-in")
	b.signInOIDC(user.Email)
	h.forget(t, &person{User: user})
	b.open("/keys/new")
	b.wantText("h1", "Confirm your identity")
	b.checkAccessible()
	before := b.cookies()[0].Value
	b.signInOIDC(user.Email)
	b.wantPath("/keys/new")
	assert.NotEqual(t, b.cookies()[0].Value, before, "the session goes on under its old secret")
	assert.True(t, h.provider.wasAsked("prompt", "login") != 0 && h.provider.wasAsked("max_age", "0") != 0,
		"the provider was not asked to ask again")
	// The session from before is over.
	p := &person{h: h, t: t, address: newAddress(t), client: newClient(t)}
	p.setCookie("docmill", before)
	assert.Equal(t, p.get("/account").status, http.StatusSeeOther, "the session from before: status")
}

func testOIDCRefused(t *testing.T, h *fixture) {
	user, _ := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleMember)
	b := h.newTab(t, nil)
	b.allow("403")
	b.open("/sign-in")
	b.signInOIDC("stranger@elsewhere.example")
	b.wantText("[role=alert]", "No user has your e-mail address")
	b.submit("a[href^='/sign-in/oidc']")
	b.fill("#email", user.Email)
	b.run(click("#unverified"))
	b.submit("#go")
	b.wantText("[role=alert]", "No user has your e-mail address")
	b.submit("a[href^='/sign-in/oidc']")
	b.submit("#no")
	b.wantText("[role=alert]", "The provider did not sign you in")
	assert.Empty(t, b.cookies(), "cookies")
}

func (p *person) setCookie(name, value string) {
	p.t.Helper()
	base, err := url.Parse(p.h.URL)
	require.NoError(p.t, err)
	p.client.Jar.SetCookies(base, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

// grantOIDC starts a sign-in and returns the provider's redirect; more are the provider's settings, in pairs.
func (p *person) grantOIDC(email string, more ...string) string {
	p.t.Helper()
	return p.grantFrom("/sign-in/oidc?next=/keys", email, more...)
}

func (p *person) grantFrom(start, email string, more ...string) string {
	p.t.Helper()
	a := p.get(start)
	form := url.Values{"email": {email}}
	for i := 0; i < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	resp, err := p.client.PostForm(a.header.Get("Location"), form)
	require.NoError(p.t, err)
	_ = resp.Body.Close() // what it says is not looked at
	return strings.TrimPrefix(resp.Header.Get("Location"), p.h.URL)
}

func testOIDCForged(t *testing.T, h *fixture) {
	user, _ := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleMember)
	p := &person{h: h, t: t, address: newAddress(t), client: newClient(t)}
	victim := &person{h: h, t: t, address: newAddress(t), client: newClient(t)}
	refused := func(what string, p *person, path string) {
		t.Helper()
		if a := p.get(path); a.status != http.StatusForbidden || !strings.Contains(a.body, `role="alert"`) {
			t.Errorf("%s: status %d to %s", what, a.status, a.header.Get("Location"))
		}
		assert.Equal(t, p.get("/keys").status, http.StatusSeeOther, what, "signed in")
	}
	refused("nothing was started", victim, "/sign-in/oidc/callback?code=x&state=y")
	refused("another browser's answer", victim, p.grantOIDC(user.Email))
	victim.get("/sign-in/oidc")
	refused("another browser's answer, one's own started", victim, p.grantOIDC(user.Email))
	refused("another sign-in's token", p, p.grantOIDC(user.Email, "replayed", "1"))
	refused("an unknown code", p, strings.Replace(p.grantOIDC(user.Email), "code=", "code=x", 1))
	refused("a sign-in of yesterday, where a new one was asked for", p,
		p.grantFrom("/sign-in/oidc?fresh=1", user.Email, "yesterday", "1"))
	fresh := "/sign-in/oidc?fresh=1"
	refused("a sign-in of which the provider does not say when it was", p, p.grantFrom(fresh, user.Email, "silent", "1"))
	refused("a token made for another client", p, p.grantOIDC(user.Email, "azp", "another client"))
	refused("a token for several clients that names none", p, p.grantOIDC(user.Email, "many", "1"))
	changed := p.grantOIDC(user.Email)
	kept := p.cookie("docmill-oidc")
	for what, value := range map[string]string{"a changed cookie": kept[:len(kept)-2] + "AA",
		"a cookie of one's own": "e30", "no cookie": ""} {
		p.setCookie("docmill-oidc", value)
		refused(what, p, changed)
	}
	assert.Equal(t, p.get(p.grantOIDC(user.Email, "many", "1", "azp", clientID)).status, http.StatusSeeOther,
		"a token for several clients that names this one: status")
	p.client = newClient(t)
	once := p.grantOIDC(user.Email)
	if a := p.get(once); a.status != http.StatusSeeOther || a.header.Get("Location") != "/keys" {
		t.Fatalf("sign in: status %d to %s", a.status, a.header.Get("Location"))
	}
	p.client = newClient(t)
	refused("a second time", p, once)
}

func (p *person) cookie(name string) string {
	p.t.Helper()
	base, err := url.Parse(p.h.URL)
	require.NoError(p.t, err)
	for _, c := range p.client.Jar.Cookies(base) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

func (h *fixture) stranger(t *testing.T) *person {
	t.Helper()
	return &person{h: h, t: t, address: newAddress(t), client: newClient(t)}
}

// An owner cannot take over a person of the company's domain by an invitation to the same or a similar address.
func testOIDCTakeover(t *testing.T, h *fixture) {
	attacker, chief := h.newPerson(t), "ceo@victim.example"
	for _, email := range []string{chief, "CEO@Victim.Example"} {
		a := attacker.post("/users", "email", email, "role", "member")
		assert.True(t, a.status == http.StatusBadRequest && strings.Contains(a.body, "sign in by single sign-on"),
			"invitation of", email, "status", a.status)
	}
	victim := h.stranger(t)
	if a := victim.get(victim.grantOIDC(chief)); a.status != http.StatusSeeOther || a.header.Get("Location") != "/keys" {
		t.Fatalf("sign in: status %d to %s", a.status, a.header.Get("Location"))
	}
	if a := victim.get("/account"); strings.Contains(a.body, attacker.Account.Name) || !strings.Contains(a.body, chief) {
		t.Errorf("the account of the stranger who invited: %s", a.body)
	}
}

// A user with a password connects the provider's identity; nothing is tied silently.
func testOIDCConnect(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	s := h.stranger(t)
	if a := s.get(s.grantOIDC(p.Email)); a.status != http.StatusConflict && a.status != http.StatusForbidden ||
		!strings.Contains(a.body, "not connected with single sign-on") {
		t.Errorf("before it is connected: status %d", a.status)
	}
	const connect = "/sign-in/oidc?connect=1"
	if a := s.get(connect); !strings.HasPrefix(a.header.Get("Location"), "/sign-in?") {
		t.Errorf("connect without a session: to %s", a.header.Get("Location"))
	}
	a := p.get(p.grantFrom(connect, "another-"+p.Email))
	assert.Contains(t, a.body, "another e-mail address", "another's identity: status", a.status)
	// The response is valid only for the session that requested it.
	answer, other := p.grantFrom(connect, p.Email), p.again()
	other.setCookie("docmill-oidc", p.cookie("docmill-oidc"))
	assert.Equal(t, other.get(answer).status, http.StatusForbidden, "in another session: status")
	before := p.cookie("docmill")
	if a := p.get(p.grantFrom(connect, p.Email)); a.header.Get("Location") != "/account?done=connected" ||
		p.cookie("docmill") == before {
		t.Fatalf("connect: status %d to %s", a.status, a.header.Get("Location"))
	}
	assert.Contains(t, p.get("/account").body, "You can sign in with Example Corp", "account")
	assert.Equal(t, s.get(s.grantOIDC(p.Email)).status, http.StatusSeeOther, "sign in: status")
}

// A sign-in at which the provider asked nothing lets in, and confirms nothing.
func testOIDCSilent(t *testing.T, h *fixture) {
	user, _ := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleOwner)
	p := h.stranger(t)
	require.Equal(t, p.get(p.grantOIDC(user.Email, "silent", "1")).status, http.StatusSeeOther, "sign in: status")
	const ask = "/confirm?next=%2Fkeys%2Fnew"
	a := p.get("/keys/new")
	assert.Equal(t, a.header.Get("Location"), ask, "a key after a silent sign-in: status", a.status, "to")
	fresh := "/sign-in/oidc?fresh=1&next=/keys/new"
	for what, answer := range map[string]string{
		"silent": p.grantFrom(fresh, user.Email, "silent", "1"), "stale": p.grantFrom(fresh, user.Email, "yesterday", "1"),
		"somebody else": p.grantFrom(fresh, newEmail(t)),
	} {
		p.get(answer)
		a := p.get("/keys/new")
		assert.Equal(t, a.header.Get("Location"), ask, "confirmed", what, "status", a.status, "to")
	}
	a = p.get(p.grantFrom(fresh, user.Email))
	assert.Equal(t, a.header.Get("Location"), "/keys/new", "confirm: status", a.status, "to")
	if a := p.get("/keys/new"); a.status != http.StatusOK {
		t.Errorf("a key after that: status %d to %s", a.status, a.header.Get("Location"))
	}
}
