package auth_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

const (
	password = contract.Password("velvet harbour candle")
	another  = contract.Password("copper meadow lantern")
	browser  = "A browser/1.0"
)

func newSecret(t *testing.T) string {
	t.Helper()
	secret, err := contract.NewSecret(rand.Reader)
	require.NoError(t, err)
	return secret
}

func entry(secret string) contract.NewSession {
	return contract.NewSession{NewSessionHash: contract.HashSecret(secret), Agent: browser, Address: here}
}

func by(secret string) contract.BySession {
	return contract.BySession{SessionHash: contract.HashSecret(secret)}
}

func ask[Resp bus.Message](f *fixture, subject string, req bus.Message) (Resp, error) {
	return bus.Call[Resp](f.ctx, f.gateway, subject, req)
}

// asked is ask that must be answered.
func asked[Resp bus.Message](t *testing.T, f *fixture, subject string, req bus.Message) Resp {
	t.Helper()
	resp, err := ask[Resp](f, subject, req)
	require.NoError(t, err, subject)
	return resp
}

func wantCode(t *testing.T, what string, err error, code contract.Code) {
	t.Helper()
	assert.True(t, apierror.Is(err, code), what, err, "want", code)
}

func (f *fixture) invited(t *testing.T, accountID, email string, role contract.Role) (link string, u contract.User) {
	t.Helper()
	link = newSecret(t)
	reply := call[contract.InviteUserReply](t, f, contract.RPCAuthUserInvite, contract.InviteUserRequest{
		AccountID: accountID, Invitation: contract.Invitation{Email: email, Role: role, LinkHash: contract.HashSecret(link)},
	})
	return link, reply.User
}

// joined is a user who has set the password, with the resulting session.
func (f *fixture) joined(
	t *testing.T, accountID, email string, role contract.Role,
) (session string, s contract.Session) {
	t.Helper()
	link, _ := f.invited(t, accountID, email, role)
	session = newSecret(t)
	s, err := f.accept(link, "", password, session)
	require.NoError(t, err)
	return session, s
}

func (f *fixture) accept(link, email string, p contract.Password, session string) (contract.Session, error) {
	return ask[contract.Session](f, contract.RPCAuthSessionAcceptLink, contract.AcceptLinkRequest{
		LinkHash: contract.HashSecret(link), Email: email, Password: p, NewSession: entry(session),
	})
}

func (f *fixture) signIn(email string, p contract.Password, session string) (contract.Session, error) {
	return f.signInFrom(here, email, p, session)
}

func (f *fixture) signInFrom(address, email string, p contract.Password, session string) (contract.Session, error) {
	e := entry(session)
	e.Address = address
	return ask[contract.Session](f, contract.RPCAuthSessionSignIn,
		contract.SignInRequest{Email: email, Password: p, NewSession: e})
}

// sessionOf finds the session, nil when it has ended.
func (f *fixture) sessionOf(t *testing.T, secret string) *contract.Session {
	t.Helper()
	return asked[contract.VerifySessionReply](t, f, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{BySession: by(secret)}).Session
}

// ageSessions makes every session older in each of its times.
func (f *fixture) ageSessions(t *testing.T, by time.Duration) {
	t.Helper()
	f.exec(t, `UPDATE sessions SET created_at = created_at - $1::interval, last_seen_at = last_seen_at - $1, `+
		`confirmed_at = confirmed_at - $1`, by)
}

// forgive removes earlier attempts from the test's address.
func (f *fixture) forgive(t *testing.T) {
	t.Helper()
	f.exec(t, `DELETE FROM sign_in_addresses`)
}
