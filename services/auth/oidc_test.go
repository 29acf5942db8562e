package auth_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth"
)

const issuer = "https://login.example"

func vouched(subject, email string, verified bool) contract.ProviderIdentity {
	return contract.ProviderIdentity{Issuer: issuer, Subject: subject, Email: email, EmailVerified: verified}
}

func (f *fixture) signInOIDC(t *testing.T, subject, email string, verified bool) (contract.Session, error) {
	t.Helper()
	return ask[contract.Session](f, contract.RPCAuthSessionSignInOIDC, contract.OIDCSignInRequest{
		ProviderIdentity: vouched(subject, email, verified), Fresh: true, NewSession: entry(newSecret(t)),
	})
}

func (f *fixture) connectOIDC(secret, subject, email string, verified bool, next string) (contract.Session, error) {
	return ask[contract.Session](f, contract.RPCAuthSessionConnectOIDC, contract.ConnectOIDCRequest{
		BySession: by(secret), ProviderIdentity: vouched(subject, email, verified), NewSession: entry(next),
	})
}

func TestOIDCSignIn(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	_, s := f.invited(t, account, anna, contract.RoleOwner)
	_, err := f.signInOIDC(t, "1", anna, false)
	wantCode(t, "unverified address", err, contract.CodeAuthInvalid)
	got, err := f.signInOIDC(t, "1", "Anna@Nordlicht.example", true)
	if err != nil || got.User.ID != s.ID || !got.User.HasIdentity || got.Method != contract.SignInOIDC || !got.Confirmed {
		t.Fatalf("%+v, %v", got, err)
	}
	// The user is now known by issuer and subject, with any address.
	again, err := f.signInOIDC(t, "1", "", false)
	assert.True(t, err == nil && again.User.ID == s.ID, again, err)
	// The provider gave the address to another person.
	_, err = f.signInOIDC(t, "2", anna, true)
	wantCode(t, "another subject with the address", err, contract.CodeAuthInvalid)
	_, err = f.signInOIDC(t, "3", "nobody@nordlicht.example", true)
	wantCode(t, "nobody", err, contract.CodeAuthInvalid)
}

func TestOIDCSignInInvited(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	link, guest := f.invited(t, account, ben, contract.RoleMember)
	s, err := f.signInOIDC(t, "1", ben, true)
	if err != nil || s.User.ID != guest.ID || s.User.Invited || s.User.HasPassword {
		t.Fatalf("%+v, %v", s, err)
	}
	_, err = f.accept(link, "", password, newSecret(t))
	wantCode(t, "the invitation's link", err, contract.CodeNotFound)
	_, err = f.signIn(ben, "", newSecret(t))
	assert.Error(t, err, "signed in without a password")
}

// A user without a password sets one in a confirmed session.
func TestOIDCUserFirstPassword(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.invited(t, f.account(t, contract.PlanFree).ID, ben, contract.RoleMember)
	secret := newSecret(t)
	asked[contract.Session](t, f, contract.RPCAuthSessionSignInOIDC, contract.OIDCSignInRequest{
		ProviderIdentity: vouched("1", ben, true), NewSession: entry(secret),
	})
	set := func(next string) error {
		return errOf[contract.Session](f, contract.RPCAuthSessionChangePassword, contract.ChangePasswordRequest{
			BySession: by(secret), NewPassword: password, NewSession: entry(next),
		})
	}
	f.ageSessions(t, contract.ConfirmationLife)
	wantCode(t, "unconfirmed", set(newSecret(t)), contract.CodeInvalidState)
	err := errOf[contract.Session](f, contract.RPCAuthSessionConfirm,
		contract.ConfirmSessionRequest{BySession: by(secret), Password: password, NewSession: entry(newSecret(t))})
	wantCode(t, "confirm without a password", err, contract.CodeInvalidState)
	f.exec(t, `UPDATE sessions SET confirmed_at = clock_timestamp()`)
	require.NoError(t, set(newSecret(t)))
	_, err = f.signIn(ben, password, newSecret(t))
	assert.NoError(t, err)
}

func TestMappedDomainMembership(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	f := startWith(t, cfg)
	oldest, other := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	cfg.SignIn.OIDCDomains = []string{"", "nordlicht.example", " Suedwind.example=" + other}
	g := startWith(t, cfg)
	for email, want := range map[string]string{"carl@nordlicht.example": oldest, "dora@suedwind.example": other} {
		var all sync.WaitGroup
		for range 4 { // their browser opens four tabs at once
			all.Go(func() {
				s, err := g.signInOIDC(t, email, email, true)
				if err != nil || s.Account.ID != want || s.User.Role != contract.RoleMember || s.User.Email != email {
					t.Errorf("%s: %+v, %v", email, s, err)
				}
			})
		}
		all.Wait()
	}
	for _, email := range []string{"e@sub.nordlicht.example", "f@nordlicht.example.org", "g@elsewhere.example"} {
		_, err := g.signInOIDC(t, email, email, true)
		wantCode(t, email, err, contract.CodeAuthInvalid)
	}
	_, err := g.signInOIDC(t, "unverified", "h@nordlicht.example", false)
	wantCode(t, "unverified", err, contract.CodeAuthInvalid)
}

func TestSignInSettingsViolations(t *testing.T) {
	t.Parallel()
	_, err := auth.New(auth.Config{DatabaseURL: "x", SecretKey: secret, SignIn: auth.SignIn{
		PasswordMemoryKiB: 1024, PasswordPasses: 1, OIDCDomains: []string{"no domain", "x.example=acct_1"},
	}}, auth.Deps{Telemetry: telemetry.Discard()})
	for _, want := range []string{"DOCMILL_PASSWORD_MEMORY_KIB: is 1024",
		`"no domain" is no domain`, "acct_1"} {
		assert.True(t, err != nil && strings.Contains(err.Error(), want), err, "does not mention", want)
	}
}
