package auth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

const ben = "ben@nordlicht.example"

func TestAccountUsers(t *testing.T) {
	t.Parallel()
	f := start(t)
	account, other := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	secret, _ := f.joined(t, account, anna, contract.RoleOwner)
	_, stranger := f.joined(t, other, "carl@südwind.example", contract.RoleOwner)
	link := newSecret(t)
	invite := func(email string) (contract.InviteUserReply, error) {
		return ask[contract.InviteUserReply](f, contract.RPCAuthSessionUserInvite, contract.SessionInviteRequest{
			BySession: by(secret), Invitation: contract.Invitation{Email: email, Role: contract.RoleMember,
				LinkHash: contract.HashSecret(link)},
		})
	}
	made, err := invite("Ben@Nordlicht.example")
	if err != nil || made.User.Email != ben || !made.User.Invited || made.User.AccountID != account {
		t.Fatalf("%+v, %v", made, err)
	}
	link = newSecret(t)
	_, err = invite(ben)
	wantCode(t, "invited twice", err, contract.CodeInvalidRequest)
	link = newSecret(t)
	_, err = invite("CARL@südwind.example")
	wantCode(t, "another account's user", err, contract.CodeInvalidRequest)
	f.invited(t, account, "carl@südwind.example", contract.RoleMember) // by the operator
	link = newSecret(t)

	users := asked[contract.ListUsersReply](t, f, contract.RPCAuthSessionUserList, by(secret)).Users
	if len(users) != 3 || users[0].Email != anna || users[0].Invited || !users[1].Invited ||
		users[0].LastSignInAt == nil || users[1].HasPassword {
		t.Errorf("users = %+v", users)
	}
	for what, id := range map[string]string{"another account's user": stranger.User.ID,
		"nobody": contract.PrefixUser + noAccount[len(contract.PrefixAccount):]} {
		_, err := ask[contract.User](f, contract.RPCAuthSessionUserRemove,
			contract.SessionRemoveUserRequest{BySession: by(secret), RemoveUserRequest: contract.RemoveUserRequest{UserID: id}})
		wantCode(t, "remove "+what, err, contract.CodeNotFound)
		_, err = ask[contract.User](f, contract.RPCAuthSessionUserSetRole,
			contract.SessionSetRoleRequest{BySession: by(secret),
				SetRoleRequest: contract.SetRoleRequest{UserID: id, Role: contract.RoleMember}})
		wantCode(t, "role of "+what, err, contract.CodeNotFound)
		_, err = ask[contract.InviteUserReply](f, contract.RPCAuthSessionUserLink,
			contract.SessionUserLinkRequest{BySession: by(secret),
				UserLinkRequest: contract.UserLinkRequest{UserID: id, LinkHash: contract.HashSecret(link)}})
		wantCode(t, "link of "+what, err, contract.CodeNotFound)
	}
	again := asked[contract.InviteUserReply](t, f, contract.RPCAuthSessionUserLink, contract.SessionUserLinkRequest{
		BySession: by(secret), UserLinkRequest: contract.UserLinkRequest{UserID: made.User.ID,
			LinkHash: contract.HashSecret(link)},
	})
	bens := newSecret(t)
	s, err := f.accept(link, "", password, bens)
	require.True(t, err == nil && s.User.ID == again.User.ID, s, err)
	removed := asked[contract.User](t, f, contract.RPCAuthSessionUserRemove,
		contract.SessionRemoveUserRequest{BySession: by(secret),
			RemoveUserRequest: contract.RemoveUserRequest{UserID: made.User.ID}})
	if removed.Email != ben || f.sessionOf(t, bens) != nil {
		t.Errorf("removed %+v; session goes on: %t", removed, f.sessionOf(t, bens) != nil)
	}
	_, err = f.signIn(ben, password, newSecret(t))
	wantCode(t, "removed user", err, contract.CodeAuthInvalid)
}

func TestLastOwner(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	_, s := f.joined(t, account, anna, contract.RoleOwner)
	f.invited(t, account, "guest@nordlicht.example", contract.RoleOwner) // has not joined: no owner yet
	_, err := bus.Call[contract.User](f.ctx, f.operator, contract.RPCAuthUserRemove,
		contract.RemoveUserRequest{UserID: s.User.ID})
	wantCode(t, "remove the last owner", err, contract.CodeInvalidState)
	demote := contract.SetRoleRequest{UserID: s.User.ID, Role: contract.RoleMember}
	_, err = bus.Call[contract.User](f.ctx, f.operator, contract.RPCAuthUserSetRole, demote)
	wantCode(t, "demote the last owner", err, contract.CodeInvalidState)

	_, member := f.joined(t, account, ben, contract.RoleMember)
	u := call[contract.User](t, f, contract.RPCAuthUserSetRole,
		contract.SetRoleRequest{UserID: member.User.ID, Role: contract.RoleOwner})
	assert.Equal(t, u.Role, contract.RoleOwner, "user", u)
	u = call[contract.User](t, f, contract.RPCAuthUserSetRole, demote)
	assert.Equal(t, u.Role, contract.RoleMember, "user", u)
	call[contract.User](t, f, contract.RPCAuthUserRemove, contract.RemoveUserRequest{UserID: s.User.ID})
	users := call[contract.ListUsersReply](t, f, contract.RPCAuthUserList,
		contract.ListUsersRequest{AccountID: account}).Users
	assert.Equal(t, len(users), 2, "users", users)
}

// Every request of the dashboard, by a member, by an unconfirmed owner, and with
// no session at all.
func TestPermissions(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	owner, s := f.joined(t, account, anna, contract.RoleOwner)
	member, _ := f.joined(t, account, ben, contract.RoleMember)
	_, owners := f.key(t, account, nil)
	f.exec(t, `UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour' WHERE user_id = $1`,
		uuid(t, contract.PrefixUser, s.User.ID))

	who := func(b contract.BySession) map[string]func() error {
		key, invitation := sessionKeyRequest(t),
			contract.Invitation{Email: "d@nordlicht.example", Role: contract.RoleMember, LinkHash: contract.HashSecret("x")}
		key.BySession = b
		return map[string]func() error{
			contract.RPCAuthSessionList: func() error {
				return errOf[contract.ListSessionsReply](f, contract.RPCAuthSessionList, b)
			},
			contract.RPCAuthSessionKeyList: func() error {
				return errOf[contract.ListKeysReply](f, contract.RPCAuthSessionKeyList, b)
			},
			contract.RPCAuthSessionUserList: func() error {
				return errOf[contract.ListUsersReply](f, contract.RPCAuthSessionUserList, b)
			},
			contract.RPCAuthSessionKeyCreate: func() error {
				return errOf[contract.Key](f, contract.RPCAuthSessionKeyCreate, key)
			},
			contract.RPCAuthSessionKeyRevoke: func() error {
				return errOf[contract.RevokeKeyReply](f, contract.RPCAuthSessionKeyRevoke,
					contract.SessionRevokeKeyRequest{BySession: b, KeyID: owners.ID})
			},
			contract.RPCAuthSessionUserInvite: func() error {
				return errOf[contract.InviteUserReply](f, contract.RPCAuthSessionUserInvite,
					contract.SessionInviteRequest{BySession: b, Invitation: invitation})
			},
			contract.RPCAuthSessionUserLink: func() error {
				return errOf[contract.InviteUserReply](f, contract.RPCAuthSessionUserLink,
					contract.SessionUserLinkRequest{BySession: b,
						UserLinkRequest: contract.UserLinkRequest{UserID: s.User.ID, LinkHash: contract.HashSecret("y")}})
			},
			contract.RPCAuthSessionUserRemove: func() error {
				return errOf[contract.User](f, contract.RPCAuthSessionUserRemove,
					contract.SessionRemoveUserRequest{BySession: b, RemoveUserRequest: contract.RemoveUserRequest{UserID: s.User.ID}})
			},
			contract.RPCAuthSessionUserSetRole: func() error {
				return errOf[contract.User](f, contract.RPCAuthSessionUserSetRole,
					contract.SessionSetRoleRequest{BySession: b,
						SetRoleRequest: contract.SetRoleRequest{UserID: s.User.ID, Role: contract.RoleMember}})
			},
			contract.RPCAuthSessionRename: func() error {
				return errOf[contract.Account](f, contract.RPCAuthSessionRename,
					contract.SessionRenameRequest{BySession: b, Name: "Nordlicht GmbH"})
			},
			contract.RPCAuthSessionAuditList: func() error {
				return errOf[contract.ListAuditReply](f, contract.RPCAuthSessionAuditList,
					contract.SessionAuditRequest{BySession: b, AuditPage: contract.AuditPage{Limit: 1}})
			},
		}
	}
	expect := func(name string, b contract.BySession, refused contract.Code, allowed ...string) {
		for subject, do := range who(b) {
			err := do()
			if slices.Contains(allowed, subject) {
				assert.NoError(t, err, name, subject)
				continue
			}
			wantCode(t, name+": "+subject, err, refused)
		}
	}
	expect("nobody", by(newSecret(t)), contract.CodeAuthInvalid)
	lists := []string{contract.RPCAuthSessionList, contract.RPCAuthSessionKeyList, contract.RPCAuthSessionUserList}
	expect("member", by(member), contract.CodeInvalidState, append(lists, contract.RPCAuthSessionKeyCreate)...)
	expect("unconfirmed owner", by(owner), contract.CodeInvalidState,
		append(lists, contract.RPCAuthSessionKeyRevoke, contract.RPCAuthSessionAuditList, contract.RPCAuthSessionRename)...)
}

func errOf[Resp bus.Message](f *fixture, subject string, req bus.Message) error {
	_, err := ask[Resp](f, subject, req)
	return err
}

func TestAudit(t *testing.T) {
	t.Parallel()
	f := start(t)
	account, other := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	secret, s := f.joined(t, account, anna, contract.RoleOwner)
	f.joined(t, other, "carl@elsewhere.example", contract.RoleOwner)
	key, err := f.sessionKey(t, secret, 0)
	require.NoError(t, err)
	_, made := f.key(t, account, func(r *contract.CreateKeyRequest) { r.CreatedBy = &key.ID })
	call[contract.RevokeKeyReply](t, f, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: made.ID})
	call[contract.Account](t, f, contract.RPCAuthAccountSetPlan,
		contract.SetPlanRequest{AccountID: account, Plan: contract.PlanPro})

	a := asked[contract.Account](t, f, contract.RPCAuthSessionRename,
		contract.SessionRenameRequest{BySession: by(secret), Name: "Nordlicht & Söhne"})
	assert.Equal(t, a.Name, "Nordlicht & Söhne", "renamed", a)
	wantCode(t, "unreadable name", errOf[contract.Account](f, contract.RPCAuthSessionRename,
		contract.SessionRenameRequest{BySession: by(secret), Name: "a\x00b"}), contract.CodeInvalidRequest)

	page := func(limit int, before string) []contract.AuditEntry {
		return asked[contract.ListAuditReply](t, f, contract.RPCAuthSessionAuditList, contract.SessionAuditRequest{
			BySession: by(secret), AuditPage: contract.AuditPage{Limit: limit, Before: before},
		}).Entries
	}
	show := func(entries []contract.AuditEntry) (lines []string) {
		for _, e := range entries {
			lines = append(lines, fmt.Sprintf("%s by %s: %s %s", e.Action, e.Actor, e.Target, e.Detail))
		}
		return lines
	}
	all := page(100, "")
	want := []string{
		"account.renamed by " + anna + ":  Nordlicht & Söhne",
		"account.plan_set by operator:  Pro",
		"key.revoked by operator: " + made.ID + " CI",
		"key.created by " + key.ID + ": " + made.ID + " CI",
		"key.created by " + anna + ": " + key.ID + " CI",
		"password.set by " + anna + ": " + s.User.ID + " ",
		"session.opened by " + anna + ": " + s.User.ID + " link",
		"user.invited by operator: " + s.User.ID + " " + anna,
	}
	if got := show(all); !slices.Equal(got, want) {
		t.Errorf("audit:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var pages []contract.AuditEntry
	for before := ""; ; before = pages[len(pages)-1].ID {
		next := page(3, before)
		pages = append(pages, next...)
		if len(next) < 3 {
			break
		}
	}
	if !slices.Equal(pages, all) {
		t.Errorf("by pages: %s", strings.Join(show(pages), "\n"))
	}
	operators := call[contract.ListAuditReply](t, f, contract.RPCAuthAuditList,
		contract.ListAuditRequest{AccountID: account, AuditPage: contract.AuditPage{Limit: 200}})
	assert.EqualSlices(t, operators.Entries, all, "operators read another audit")
}

// The gateway's audit entries are stored once, by a user's address or a key's id.
func TestGatewayAuditEntriesOnce(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	secret, s := f.joined(t, account, anna, contract.RoleOwner)
	const anID = "01990000-0000-7000-8000-00000000000"
	report := func(n, account, actor string) contract.AuditReport {
		return contract.AuditReport{
			ID: contract.PrefixAudit + anID + n, AccountID: account, At: contract.TimeOf(time.Now()),
			Action: contract.AuditDocumentErased,
			Actor:  actor, Target: contract.PrefixDocument + anID + n,
		}
	}
	request := contract.RecordAuditRequest{Reports: []contract.AuditReport{
		report("1", account, s.User.ID), report("2", account, contract.PrefixKey+anID+"0"), report("3", noAccount, s.User.ID),
		report("4", account, contract.PrefixUser+anID+"9"),
	}}
	for range 2 {
		asked[contract.Empty](t, f, contract.RPCAuthAuditRecord, request)
	}
	var lines []string
	for _, e := range asked[contract.ListAuditReply](t, f, contract.RPCAuthSessionAuditList, contract.SessionAuditRequest{
		BySession: by(secret), AuditPage: contract.AuditPage{Limit: 100},
	}).Entries {
		if e.Action == contract.AuditDocumentErased {
			lines = append(lines, e.Actor+" "+e.Target+e.Detail)
		}
	}
	slices.Sort(lines)
	target := " " + contract.PrefixDocument + anID
	if want := []string{anna + target + "1", contract.PrefixKey + anID + "0" + target + "2",
		contract.PrefixUser + anID + "9" + target + "4"}; !slices.Equal(lines, want) {
		t.Errorf("audit:\n%s", strings.Join(lines, "\n"))
	}
	request.Reports[0].Action = contract.AuditPlanSet
	assert.Error(t, request.Validate(), "the gateway writes down what is an operator's")
}
