package auth_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth/internal/store"
)

const (
	chief    = "ceo@victim.example"
	guessed  = contract.Password("marble orchard whistle")
	faraway  = "203.0.113.77"
	atVictim = "victim.example="
)

// mapped starts a second replica that maps victim.example to an account.
func (f *fixture) mapped(t *testing.T, account string) *fixture {
	t.Helper()
	cfg := f.cfg
	cfg.SignIn.OIDCDomains = []string{atVictim + account}
	return startWith(t, cfg)
}

func (f *fixture) invite(account, email, link string) error {
	return errOf[contract.InviteUserReply](f, contract.RPCAuthSessionUserInvite, contract.SessionInviteRequest{
		BySession: by(account), Invitation: contract.Invitation{Email: email, Role: contract.RoleMember,
			LinkHash: contract.HashSecret(link)},
	})
}

// actions are those of an account's audit, newest first.
func (f *fixture) actions(t *testing.T, account string) (actions []contract.AuditAction) {
	t.Helper()
	reply := call[contract.ListAuditReply](t, f, contract.RPCAuthAuditList,
		contract.ListAuditRequest{AccountID: account, AuditPage: contract.AuditPage{Limit: 200}})
	for _, e := range reply.Entries {
		actions = append(actions, e.Action)
	}
	return actions
}

// An owner who has set up a user with another company's address cannot take over the person: the domain
// decides, also if it was mapped later.
func TestMappedDomainOverInvitation(t *testing.T) {
	t.Parallel()
	f := start(t)
	attacker, victim := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	evil, _ := f.joined(t, attacker, "owner@attacker.example", contract.RoleOwner)
	_, set := f.joined(t, attacker, chief, contract.RoleMember) // who opened the link is the owner
	link, waiting := f.invited(t, attacker, "cfo@victim.example", contract.RoleMember)

	g := f.mapped(t, victim)
	for _, email := range []string{chief, "cfo@victim.example"} {
		var all sync.WaitGroup
		for range 4 { // first sign-ins at once
			all.Go(func() {
				s, err := g.signInOIDC(t, email, email, true)
				if err != nil || s.Account.ID != victim || s.User.ID == set.User.ID || s.User.ID == waiting.ID ||
					s.User.Email != email {
					t.Errorf("%s: %+v, %v", email, s, err)
				}
			})
		}
		all.Wait()
	}
	users := call[contract.ListUsersReply](t, g, contract.RPCAuthUserList,
		contract.ListUsersRequest{AccountID: victim}).Users
	assert.Equal(t, len(users), 2, "users", users)
	for _, email := range []string{"cto@victim.example", "cto@VICTIM.example"} {
		err := g.invite(evil, email, newSecret(t))
		wantCode(t, "invitation of "+email, err, contract.CodeInvalidRequest)
	}
	_, err := g.accept(link, "", guessed, newSecret(t))
	wantCode(t, "link from before the domain was mapped", err, contract.CodeInvalidRequest)
	wantCode(t, "new link", errOf[contract.InviteUserReply](g, contract.RPCAuthSessionUserLink,
		contract.SessionUserLinkRequest{
			BySession: by(evil), UserLinkRequest: contract.UserLinkRequest{UserID: waiting.ID,
				LinkHash: contract.HashSecret(newSecret(t))},
		}), contract.CodeInvalidRequest)
	owner, _ := g.invited(t, victim, "boss@victim.example", contract.RoleOwner) // their own account may
	_, err = g.accept(owner, "", password, newSecret(t))
	assert.NoError(t, err)
}

// Identities tied to the wrong account before the domain was mapped move to the right one.
func TestIdentityMoveToMappedDomain(t *testing.T) {
	t.Parallel()
	f := start(t)
	attacker, victim := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	f.invited(t, attacker, chief, contract.RoleMember)
	held := newSecret(t)
	caught := asked[contract.Session](t, f, contract.RPCAuthSessionSignInOIDC,
		contract.OIDCSignInRequest{ProviderIdentity: vouched("1", chief, true), NewSession: entry(held)})
	require.Equal(t, caught.Account.ID, attacker, caught)
	g := f.mapped(t, victim)
	_, err := g.signInOIDC(t, "1", "", false)
	wantCode(t, "no verified address, a user of a mapped domain elsewhere", err, contract.CodeAuthInvalid)
	for range 2 {
		s, err := g.signInOIDC(t, "1", chief, true)
		require.NoError(t, err, s)
		require.Equal(t, s.Account.ID, victim, s)
	}
	assert.True(t, g.sessionOf(t, held) == nil, "the session in the other account goes on")
	assert.True(t, slices.Contains(g.actions(t, attacker), contract.AuditIdentityUnlinked), "not written down")
}

// A user who set a password for an address has not proved its ownership: in the domain's account, that
// user's credentials end.
func TestCredentialsAfterVerifiedAddress(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	session, set := f.joined(t, account, chief, contract.RoleMember)
	reply := newSecret(t)
	call[contract.InviteUserReply](t, f, contract.RPCAuthUserLink,
		contract.UserLinkRequest{UserID: set.User.ID, LinkHash: contract.HashSecret(reply)})
	g := f.mapped(t, account)
	s, err := g.signInOIDC(t, "1", chief, true)
	require.True(t, err == nil && s.User.ID == set.User.ID && !s.User.HasPassword, s, err)
	_, err = g.signIn(chief, password, newSecret(t))
	wantCode(t, "the password from before", err, contract.CodeAuthInvalid)
	_, err = g.accept(reply, "", guessed, newSecret(t))
	wantCode(t, "the link from before", err, contract.CodeNotFound)
	assert.True(t, g.sessionOf(t, session) == nil, "the session from before goes on")
	assert.True(t, slices.Contains(g.actions(t, account), contract.AuditPasswordRemoved), "not written down")
}

// Without a mapped domain the owner of a user with a password is unknown; the user must connect the
// identity.
func TestIdentityWithUnverifiedAddress(t *testing.T) {
	t.Parallel()
	f := start(t)
	attacker, company := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	f.joined(t, attacker, chief, contract.RoleMember)
	_, err := f.signInOIDC(t, "1", chief, true)
	wantCode(t, "set up by another", err, contract.CodeInvalidState)
	link, _ := f.invited(t, company, chief, contract.RoleOwner)
	_, err = f.signInOIDC(t, "1", chief, true)
	wantCode(t, "two accounts", err, contract.CodeInvalidState)

	session, next := newSecret(t), newSecret(t)
	_, err = f.accept(link, "", guessed, session)
	require.NoError(t, err)
	_, err = f.connectOIDC(session, "2", "mallory@elsewhere.example", true, next)
	wantCode(t, "another address", err, contract.CodeInvalidState)
	_, err = f.connectOIDC(session, "2", chief, false, next)
	wantCode(t, "an address that is not verified", err, contract.CodeInvalidState)
	s, err := f.connectOIDC(session, "1", chief, true, next)
	if err != nil || s.Account.ID != company || !s.User.HasIdentity || f.sessionOf(t, session) != nil {
		t.Fatalf("%+v, %v", s, err)
	}
	s, err = f.signInOIDC(t, "1", chief, true)
	assert.True(t, err == nil && s.Account.ID == company && s.User.HasPassword, s, err)
	_, err = f.connectOIDC(next, "2", chief, true, newSecret(t))
	wantCode(t, "a second identity of one provider", err, contract.CodeInvalidState)
	f.exec(t, `UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'`)
	_, err = f.connectOIDC(next, "1", chief, true, newSecret(t))
	wantCode(t, "unconfirmed", err, contract.CodeInvalidState)
}

// A sign-in without authentication at the provider confirms nothing.
func TestSilentSignInUnconfirmed(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	f.invited(t, account, ben, contract.RoleOwner)
	silent, next := newSecret(t), newSecret(t)
	s := asked[contract.Session](t, f, contract.RPCAuthSessionSignInOIDC,
		contract.OIDCSignInRequest{ProviderIdentity: vouched("1", ben, true), NewSession: entry(silent)})
	require.False(t, s.Confirmed, "confirmed", s)
	wantCode(t, "invite", f.invite(silent, "carl@nordlicht.example", newSecret(t)), contract.CodeInvalidState)
	confirm := func(subject string) (contract.Session, error) {
		return ask[contract.Session](f, contract.RPCAuthSessionConfirmOIDC, contract.ConfirmOIDCRequest{
			BySession: by(silent), ProviderIdentity: vouched(subject, ben, true), NewSession: entry(next),
		})
	}
	_, err := confirm("2")
	wantCode(t, "somebody else", err, contract.CodeInvalidState)
	s, err = confirm("1")
	require.True(t, err == nil && s.Confirmed && f.sessionOf(t, silent) == nil, s, err)
	assert.NoError(t, f.invite(next, "carl@nordlicht.example", newSecret(t)))
}

// Users of several accounts share an address, but nothing else.
func TestAddressInTwoAccounts(t *testing.T) {
	t.Parallel()
	f := start(t)
	accounts := []string{f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID}
	evil, _ := f.joined(t, accounts[0], "owner@attacker.example", contract.RoleOwner)
	f.joined(t, accounts[1], chief, contract.RoleOwner)
	wantCode(t, "an owner invites another account's user", f.invite(evil, chief, newSecret(t)),
		contract.CodeInvalidRequest)
	link, _ := f.invited(t, accounts[0], chief, contract.RoleMember) // by the operator
	_, err := f.accept(link, "", guessed, newSecret(t))
	require.NoError(t, err)
	for p, want := range map[contract.Password]string{guessed: accounts[0], password: accounts[1]} {
		s, err := f.signIn(chief, p, newSecret(t))
		assert.True(t, err == nil && s.Account.ID == want, s, err)
	}
	var kinds int // of salt and cost: one hash decides
	err = f.conn(t).QueryRow(f.ctx, `
		SELECT count(DISTINCT split_part(password_hash, '$', 4) || split_part(password_hash, '$', 5)) FROM users
			WHERE email = $1`, chief).Scan(&kinds)
	assert.True(t, err == nil && kinds == 1, kinds, "hashes for one sign-in", err)
	// A sign-in to one account is not a guess at the other.
	for range store.FreeFailures + 1 {
		_, err := f.signIn(chief, guessed, newSecret(t))
		require.NoError(t, err)
	}
	_, err = f.signIn(chief, password, newSecret(t))
	assert.NoError(t, err, "after sign-ins to the other account")
	// An owner's own successes forgive no guess at the other's password.
	for range store.FreeFailures {
		f.failures(t, faraway, chief, 1)
		f.exec(t, `UPDATE sign_in_failures SET blocked_until = '-infinity'`)
		s, err := f.signInFrom(faraway, chief, guessed, newSecret(t))
		require.True(t, err == nil && s.Account.ID == accounts[0], s, err)
	}
	f.exec(t, `UPDATE sign_in_failures SET blocked_until = clock_timestamp() + interval '1 minute' WHERE failures >= $1`,
		store.FreeFailures)
	_, err = f.signInFrom(faraway, chief, password, newSecret(t))
	assert.True(t, apierror.Is(err, contract.CodeAuthInvalid), "the right password of a user whose pause lasts", err)
	s, err := f.signIn(chief, password, newSecret(t))
	assert.True(t, err == nil && s.Account.ID == accounts[1], "at home", s, err)
}

func TestConcurrentPasswordsOfAddress(t *testing.T) {
	t.Parallel()
	f := start(t)
	var all sync.WaitGroup
	for _, p := range []contract.Password{password, another, guessed} {
		account := f.account(t, contract.PlanFree).ID
		link, _ := f.invited(t, account, chief, contract.RoleMember)
		all.Go(func() {
			s, err := f.accept(link, "", p, newSecret(t))
			assert.True(t, err == nil && s.Account.ID == account, s, err)
		})
	}
	all.Wait()
	var prefixes []string
	rows, err := f.conn(t).Query(f.ctx, `SELECT password_hash FROM users`)
	require.NoError(t, err)
	for rows.Next() {
		var hash string
		require.NoError(t, rows.Scan(&hash))
		prefixes = append(prefixes, strings.Join(strings.Split(hash, "$")[:5], "$"))
	}
	assert.True(t, len(prefixes) == 3 && len(slices.Compact(prefixes)) == 1, "salts", prefixes)
}
