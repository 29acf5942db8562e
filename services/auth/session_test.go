package auth_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth/internal/store"
)

func TestSessionIdleTimeout(t *testing.T) {
	t.Parallel()
	f := start(t)
	secret, s := f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	assert.Equal(t, s.EndsAt.Sub(s.LastSeenAt.Time), contract.SessionIdle, "ends after its last use")
	f.ageSessions(t, 20*time.Minute)
	passive := asked[contract.VerifySessionReply](t, f, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{BySession: by(secret), Passive: true}).Session
	require.True(t, passive != nil && time.Since(passive.LastSeenAt.Time) >= 19*time.Minute,
		"an open tab keeps the session", passive)
	used := f.sessionOf(t, secret)
	if used == nil || used.EndsAt.Sub(used.LastSeenAt.Time) != contract.SessionIdle ||
		time.Since(used.LastSeenAt.Time) > 10*time.Minute {
		t.Fatalf("used: %+v", used)
	}
	f.ageSessions(t, 20*time.Minute)
	assert.True(t, f.sessionOf(t, secret) != nil, "ended though it was used")
	f.ageSessions(t, contract.SessionIdle)
	if s := f.sessionOf(t, secret); s != nil {
		t.Errorf("idle, and goes on: %+v", s)
	}
	_, err := ask[contract.ListKeysReply](f, contract.RPCAuthSessionKeyList, by(secret))
	wantCode(t, "its keys", err, contract.CodeAuthInvalid)
}

func TestSessionLifetime(t *testing.T) {
	t.Parallel()
	f := start(t)
	secret, _ := f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	for range 24 { // of 29 minutes and a use each: 11:36
		f.ageSessions(t, 29*time.Minute)
		require.True(t, f.sessionOf(t, secret) != nil, "ended though it was used")
	}
	s := f.sessionOf(t, secret)
	assert.Equal(t, s.EndsAt.Sub(s.CreatedAt.Time), contract.SessionLife, "ends", "after it began")
	f.ageSessions(t, 24*time.Minute)
	assert.True(t, f.sessionOf(t, secret) == nil, "goes on after twelve hours")
}

func TestSessionLastUseInterval(t *testing.T) {
	t.Parallel()
	f := start(t)
	secret, _ := f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	f.countWrites(t, "sessions")
	f.ageSessions(t, 2*time.Minute)
	before := f.writes(t)
	for range 50 {
		f.sessionOf(t, secret)
	}
	assert.Equal(t, f.writes(t)-before, 1, "writes for 50 uses")
}

func TestUnknownSession(t *testing.T) {
	t.Parallel()
	f := start(t)
	s := f.sessionOf(t, newSecret(t))
	assert.True(t, s == nil, s)
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	one, _ := f.joined(t, account, anna, contract.RoleOwner)
	stranger, strangers := f.joined(t, account, "ben@nordlicht.example", contract.RoleMember)
	two, three := newSecret(t), newSecret(t)
	var opened []contract.Session
	for _, secret := range []string{two, three} {
		s, err := f.signIn(anna, password, secret)
		require.NoError(t, err)
		opened = append(opened, s)
	}
	list := asked[contract.ListSessionsReply](t, f, contract.RPCAuthSessionList, by(two)).Sessions
	if len(list) != 3 || list[0].ID != opened[1].ID || list[0].Current || !list[1].Current || list[1].Agent != browser {
		t.Errorf("sessions = %+v", list)
	}
	_, err := ask[contract.Empty](f, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: by(one), SessionID: strangers.ID})
	wantCode(t, "another user's session", err, contract.CodeNotFound)
	asked[contract.Empty](t, f, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: by(one), SessionID: opened[0].ID})
	assert.True(t, f.sessionOf(t, two) == nil, "ended, and goes on")
	n := asked[contract.EndSessionsReply](t, f, contract.RPCAuthSessionEndAll,
		contract.EndSessionsRequest{BySession: by(one)}).Ended
	assert.True(t, n == 1 && f.sessionOf(t, three) == nil && f.sessionOf(t, one) != nil, n, "others ended")
	asked[contract.Empty](t, f, contract.RPCAuthSessionEnd, contract.EndSessionRequest{BySession: by(one)})
	assert.True(t, f.sessionOf(t, one) == nil, "signed out, and goes on")
	assert.True(t, f.sessionOf(t, stranger) != nil, "another user's session has ended")
	asked[contract.EndSessionsReply](t, f, contract.RPCAuthSessionEndAll,
		contract.EndSessionsRequest{BySession: by(stranger), This: true})
	assert.True(t, f.sessionOf(t, stranger) == nil, "all ended but this")
}

func TestSessionLimitPerUser(t *testing.T) {
	t.Parallel()
	f := start(t)
	first, s := f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	f.exec(t, `
		INSERT INTO sessions (id, user_id, secret_mac, method, agent, created_at, last_seen_at, confirmed_at)
		SELECT gen_random_uuid(), $1, sha256(n::text::bytea), 'password', '', clock_timestamp(), clock_timestamp(),
			clock_timestamp() FROM generate_series(2, $2::int) n`,
		uuid(t, contract.PrefixUser, s.User.ID), store.MaxSessions)
	last := newSecret(t)
	_, err := f.signIn(anna, password, last)
	require.NoError(t, err)
	n := len(asked[contract.ListSessionsReply](t, f, contract.RPCAuthSessionList, by(last)).Sessions)
	assert.True(t, n == store.MaxSessions && f.sessionOf(t, first) == nil, n, "sessions")
}

func TestConfirmSession(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	secret, s := f.joined(t, account, anna, contract.RoleOwner)
	f.ageSessions(t, contract.ConfirmationLife)
	require.False(t, f.sessionOf(t, secret).Confirmed, "confirmed for longer than it should")
	_, err := f.sessionKey(t, secret, 0)
	wantCode(t, "key without confirmation", err, contract.CodeInvalidState)
	confirm := func(p contract.Password, next string) (contract.Session, error) {
		return ask[contract.Session](f, contract.RPCAuthSessionConfirm,
			contract.ConfirmSessionRequest{BySession: by(secret), Password: p, NewSession: entry(next)})
	}
	_, err = confirm(another, newSecret(t))
	wantCode(t, "wrong password", err, contract.CodeAuthInvalid)
	next := newSecret(t)
	renewed, err := confirm(password, next)
	if err != nil || renewed.ID != s.ID || !renewed.Confirmed ||
		!renewed.CreatedAt.Equal(f.sessionOf(t, next).CreatedAt.Time) {
		t.Fatalf("renewed = %+v, %v", renewed, err)
	}
	assert.True(t, f.sessionOf(t, secret) == nil, "the secret from before still holds")
	_, err = f.sessionKey(t, next, 0)
	assert.NoError(t, err, "key with confirmation")
	f.failures(t, here, anna, store.FreeFailures)
	f.exec(t, `UPDATE sign_in_failures SET blocked_until = blocked_until + interval '1 minute'`)
	secret = next
	_, err = confirm(password, newSecret(t))
	wantCode(t, "during a pause", err, contract.CodeRateLimited)
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	f := start(t)
	secret, s := f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	other := newSecret(t)
	_, err := f.signIn(anna, password, other)
	require.NoError(t, err)
	link := newSecret(t)
	call[contract.InviteUserReply](t, f, contract.RPCAuthUserLink,
		contract.UserLinkRequest{UserID: s.User.ID, LinkHash: contract.HashSecret(link)})
	next := newSecret(t)
	change := func(old, new contract.Password) (contract.Session, error) {
		return ask[contract.Session](f, contract.RPCAuthSessionChangePassword, contract.ChangePasswordRequest{
			BySession: by(secret), OldPassword: old, NewPassword: new, NewSession: entry(next),
		})
	}
	_, err = change("not my old password", another)
	wantCode(t, "wrong old one", err, contract.CodeAuthInvalid)
	_, err = change("", another)
	wantCode(t, "no old one", err, contract.CodeAuthInvalid)
	_, err = change(password, "anna.nordlicht1")
	wantCode(t, "easy new one", err, contract.CodeInvalidRequest)
	s, err = change(password, another)
	require.True(t, err == nil && s.Confirmed, s, err)
	if f.sessionOf(t, secret) != nil || f.sessionOf(t, other) != nil || f.sessionOf(t, next) == nil {
		t.Error("not exactly the renewed session goes on")
	}
	_, err = f.accept(link, "", password, newSecret(t))
	wantCode(t, "link from before", err, contract.CodeNotFound)
	_, err = f.signIn(anna, password, newSecret(t))
	wantCode(t, "old password", err, contract.CodeAuthInvalid)
	_, err = f.signIn(anna, another, newSecret(t))
	assert.NoError(t, err, "new password")
}

// Expired rows are removed, asked or not.
func TestEndedSessionCleanup(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	f.joined(t, account, anna, contract.RoleOwner)
	f.invited(t, account, "ben@nordlicht.example", contract.RoleMember)
	f.failures(t, here, "nobody@nordlicht.example", 1)
	_, _ = f.signIn("nobody@nordlicht.example", another, newSecret(t))
	f.ageSessions(t, contract.SessionIdle)
	f.exec(t, `UPDATE links SET expires_at = clock_timestamp()`)
	f.exec(t, `UPDATE sign_in_failures SET failed_at = failed_at - interval '1 day'`)
	f.exec(t, `UPDATE sign_in_addresses SET due_at = clock_timestamp()`)
	f.exec(t, `UPDATE sign_in_places SET seen_at = seen_at - interval '90 days'`)
	f.exec(t, `UPDATE audit SET at = at - interval '400 days'`)
	f.exec(t, `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY forgotten; RETURN NULL; END'`)
	f.exec(t, `CREATE TRIGGER tell AFTER DELETE ON audit FOR EACH STATEMENT EXECUTE FUNCTION tell()`)
	f.exec(t, `LISTEN forgotten`)
	startWith(t, f.cfg)
	_, err := f.conn(t).WaitForNotification(f.ctx)
	require.NoError(t, err)
	var left int
	err = f.conn(t).QueryRow(f.ctx, `SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM links) +
		(SELECT count(*) FROM sign_in_failures) + (SELECT count(*) FROM sign_in_addresses) + (SELECT count(*)
			FROM sign_in_places) + (SELECT count(*) FROM audit)`).Scan(&left)
	require.NoError(t, err)
	assert.Equal(t, left, 0, "rows are left")
}

// countWrites has the database count the statements that change a table.
func (f *fixture) countWrites(t *testing.T, table string) {
	t.Helper()
	f.exec(t, `CREATE TABLE writes (n int)`)
	f.exec(t, `INSERT INTO writes VALUES (0)`)
	// Only statements that changed something: the trigger sees which rows did.
	f.exec(t, `CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN IF EXISTS (SELECT FROM changed) THEN UPDATE writes SET n = n + 1; END IF; RETURN NULL; END'`)
	f.exec(t, `CREATE TRIGGER count_write AFTER UPDATE ON `+table+
		` REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_write()`)
}

func (f *fixture) writes(t *testing.T) (n int) {
	t.Helper()
	require.NoError(t, f.conn(t).QueryRow(f.ctx, `SELECT n FROM writes`).Scan(&n))
	return n
}
