package dashboard_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

func testPeople(t *testing.T, h *fixture) {
	p := h.newPerson(t)
	b := h.newTab(t, p)
	b.open("/users")
	b.checkAccessible()
	email := newEmail(t)
	b.fill("#email", email)
	b.submit("form[action='/users'] .primary")
	b.wantText("h1", "One-time link")
	b.checkAccessible()
	link := b.value("#link")
	b.wantPath("/users")

	guest := h.newTab(t, nil)
	guest.open(strings.TrimPrefix(link, h.URL))
	guest.run(waitFor("#password"))
	guest.fill("#password", password)
	guest.submit(".primary")
	guest.open("/users")
	guest.wantText("tbody", email)
	guest.wantText("tbody", "Member")

	b.open("/users")
	b.open("/users")
	b.submit("form[action$='/role'] button")
	b.wantText("[role=status]", "Role changed")
	guest.open("/users")
	guest.run(waitFor("#invite-heading")) // an owner now
	b.submit("a[href$='/remove']")
	b.checkAccessible()
	b.submit(".danger")
	b.wantText("[role=status]", "User removed")
	guest.open("/users")
	guest.wantPath("/sign-in?next=%2Fusers")

	b.open("/account")
	b.fill("#account-name", "Nordlicht & Söhne")
	b.submit("form[action='/account/name'] button")
	b.wantText("[role=status]", "Account renamed")
	b.wantText(".bottom", "Nordlicht & Söhne")
	b.open("/activity")
	b.wantText("tbody", "Changed the account's name")
	b.wantText("tbody", "Invited a user")
	b.wantText("tbody", email)
	b.checkAccessible()
}

func testPeopleForMember(t *testing.T, h *fixture) {
	owner := h.newPerson(t)
	member := h.join(t, owner.Account, contract.RoleMember)
	for _, path := range []string{"/users", "/users/" + owner.User.ID + "/role", "/users/" + owner.User.ID + "/link",
		"/users/" + owner.User.ID + "/remove"} {
		a := member.post(path, "email", newEmail(t), "role", "member")
		if a.status != http.StatusSeeOther || a.header.Get("Location") != "/users" {
			t.Errorf("POST %s by a member: status %d to %s", path, a.status, a.header.Get("Location"))
		}
	}
	assert.Equal(t, member.get("/activity").status, http.StatusSeeOther, "activity for a member: status")
	if a := owner.get("/users"); strings.Count(a.body, `<tr>`) != 3 || !strings.Contains(a.body, ">Owner<") {
		t.Errorf("people after that: %s", a.body)
	}
	a := owner.post("/users/" + owner.User.ID + "/remove")
	assert.True(t, a.status == http.StatusConflict && strings.Contains(a.body, `role="alert"`),
		"the last owner removes themselves: status", a.status)
}
