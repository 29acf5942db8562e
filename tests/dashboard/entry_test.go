package dashboard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// The link's secret never reaches the server in a URL, and the page removes it from the address bar.
func testWelcome(t *testing.T, h *fixture) {
	user, link := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleOwner)
	b := h.newTab(t, nil)
	b.open(strings.TrimPrefix(link, h.URL))
	b.run(waitFor("#password"))
	b.wantText("h1", "Welcome to docmill")
	b.checkAccessible()
	_, secret, _ := strings.Cut(link, "#")
	assert.NotContains(t, b.path(), secret, "the link's secret stands in the address")
	assert.Equal(t, b.value("#email"), user.Email, "e-mail address")
	b.allow("400")
	b.fill("#password", "password1234")
	b.submit(".primary")
	b.wantText("[role=alert]", "easy to guess")
	b.fill("#password", password)
	b.submit(".primary")
	b.wantPath("/documents")

	again := h.newTab(t, nil)
	again.allow("404")
	again.open(strings.TrimPrefix(link, h.URL))
	again.run(waitFor("[role=alert]"))
	again.wantText("[role=alert]", "invalid or expired")
}

func testWelcomeWithoutScript(t *testing.T, h *fixture) {
	_, link := h.invite(t, h.newAccount(t, contract.PlanPro), contract.RoleOwner)
	b := h.newTab(t, nil)
	b.withoutScript()
	b.open("/welcome")
	b.fill("#link", link)
	b.submit(".primary")
	b.fill("#password", password)
	b.submit(".primary")
	b.wantPath("/documents")
}

func testSignInAndOut(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, nil)
	b.open("/keys")
	b.wantPath("/sign-in?next=%2Fkeys")
	b.checkAccessible()
	b.open("/sign-in?next=%2Fkeys")
	b.fill("#email", p.Email)
	b.fill("#password", password)
	b.submit(".primary")
	b.wantPath("/keys")
	cookies := b.cookies()
	if len(cookies) != 1 || cookies[0].Name != "docmill" || !cookies[0].HTTPOnly || cookies[0].SameSite != "Lax" ||
		!cookies[0].Session {
		t.Errorf("cookies = %+v", cookies)
	}
	b.submit(".who button")
	b.wantPath("/sign-in?done=signed-out")
	b.wantText("[role=status]", "You are signed out.")
	assert.Empty(t, b.cookies(), "cookies after signing out")
	assert.Equal(t, p.get("/account").status, http.StatusOK, "the person's other session: status")
	b.open("/keys")
	b.wantPath("/sign-in?next=%2Fkeys")
}

func testWrongPassword(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, nil)
	b.allow("403")
	b.allow("429")
	b.open("/sign-in")
	b.fill("#email", p.Email)
	b.fill("#password", "not the password at all")
	b.submit(".primary")
	wrong := b.text("[role=alert]")
	assert.True(t, b.value("#email") == p.Email && b.value("#password") == "",
		"the form keeps another than the e-mail address")
	b.fill("#email", "nobody@docmill.example")
	b.fill("#password", "not the password at all")
	b.submit(".primary")
	assert.Equal(t, b.text("[role=alert]"), wrong, "alert for an unknown address")
	for range 8 {
		a := p.post("/sign-in", "email", p.Email, "password", "wrong")
		if a.status == http.StatusTooManyRequests {
			assert.True(t, a.header.Get("Retry-After") != "" && strings.Contains(a.body, `role="alert"`),
				"throttled without a word", a.header)
			return
		}
	}
	t.Error("wrong passwords are not throttled")
}

func testEndedSession(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/account")
	b.allow("403")
	other := h.join(t, p.Account, contract.RoleOwner)
	require.Equal(t, other.post("/users/"+p.User.ID+"/remove").status, http.StatusSeeOther, "remove: status")
	b.submit(".who button")
	b.wantText("h1", "Your session has ended")
	b.checkAccessible()
	b.open("/usage")
	b.wantPath("/sign-in?next=%2Fusage")
}

func testOwnAccount(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, nil)
	b.open("/sign-in?next=/account")
	b.fill("#email", p.Email)
	b.fill("#password", password)
	b.submit(".primary")
	b.wantText("tbody", "Chrome on Linux")
	b.checkAccessible()
	const next = "copper lantern over the meadow"
	b.fill("#old", password)
	b.fill("#password", next)
	b.submit("form[action='/account/password'] .primary")
	b.wantText("[role=status]", "Password changed")
	assert.Equal(t, p.get("/account").status, http.StatusSeeOther, "the other session goes on: status")
	a := p.post("/sign-in", "email", p.Email, "password", next, "next", "/usage")
	assert.True(t, a.status == http.StatusSeeOther && a.header.Get("Location") == "/usage",
		"new password: status", a.status)
	b.open("/account")
	b.submit("form[action$='/end'] button")
	b.wantText("[role=status]", "Session ended")
	assert.Equal(t, p.get("/account").status, http.StatusSeeOther, "the ended session goes on: status")
}
