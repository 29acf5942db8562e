package auth_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/auth/internal/store"
)

const anna = "anna@nordlicht.example"

func TestFirstOwnerLink(t *testing.T) {
	t.Parallel()
	f := start(t)
	link := newSecret(t)
	welcome := func(want bool) {
		t.Helper()
		made, err := auth.InviteFirstOwner(f.ctx, f.cfg, contract.HashSecret(link))
		require.NoError(t, err)
		require.Equal(t, made, want, "made")
	}
	welcome(false) // no account
	account := f.account(t, contract.PlanPro)
	f.account(t, contract.PlanFree)
	welcome(true)
	old := link
	link = newSecret(t)
	welcome(true) // no owner joined: another link
	ask1 := func(link string) (contract.Link, error) {
		return ask[contract.Link](f, contract.RPCAuthSessionLink,
			contract.LinkRequest{LinkHash: contract.HashSecret(link), Address: here})
	}
	_, err := ask1(old)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "the link from before", err, "want NOT_FOUND")
	l, err := ask1(link)
	if err != nil || l.User.Email != "" || l.User.Role != contract.RoleOwner || !l.User.Invited ||
		l.AccountName != account.Name {
		t.Fatalf("link = %+v, %v", l, err)
	}
	session := newSecret(t)
	_, err = f.accept(link, "nobody", password, session)
	wantCode(t, "no e-mail address", err, contract.CodeInvalidRequest)
	_, err = f.accept(link, anna, "nordlicht-anna", session)
	wantCode(t, "easy password", err, contract.CodeInvalidRequest)

	s, err := f.accept(link, " Anna@Nordlicht.example ", password, session)
	require.NoError(t, err)
	if s.User.Email != anna || s.User.Invited || !s.User.HasPassword || s.Account.ID != account.ID || !s.Confirmed ||
		s.Method != contract.SignInLink {
		t.Errorf("session = %+v", s)
	}
	got := f.sessionOf(t, session)
	assert.True(t, got != nil && got.ID == s.ID, "verified", got, "want", s.ID)
	_, err = f.accept(link, anna, password, newSecret(t))
	wantCode(t, "used link", err, contract.CodeNotFound)
	welcome(false)
	s, err = f.signIn(anna, password, newSecret(t))
	assert.True(t, err == nil && s.Method == contract.SignInPassword, "sign in", s, err)
}

func TestLinkExpiry(t *testing.T) {
	t.Parallel()
	f := start(t)
	link, u := f.invited(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleMember)
	f.exec(t, `UPDATE links SET expires_at = clock_timestamp()`)
	_, err := f.accept(link, "", password, newSecret(t))
	wantCode(t, "expired", err, contract.CodeNotFound)
	next := newSecret(t)
	reply := call[contract.InviteUserReply](t, f, contract.RPCAuthUserLink,
		contract.UserLinkRequest{UserID: u.ID, LinkHash: contract.HashSecret(next)})
	left := time.Until(reply.ExpiresAt.Time)
	assert.True(t, left <= contract.LinkLife && left >= contract.LinkLife-time.Minute, "the next link holds", left)
	_, err = f.accept(next, "someone@else.example", password, newSecret(t))
	require.NoError(t, err)
	_, err = f.signIn(anna, password, newSecret(t))
	assert.NoError(t, err, "the address of an invitation is not the guest's to choose")
}

// A wrong password, a missing password and an unknown user get the same response.
func TestSignInRefusalsIndistinguishable(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	f.joined(t, account, anna, contract.RoleOwner)
	f.invited(t, account, "invited@nordlicht.example", contract.RoleMember)
	var answers []string
	for _, email := range []string{anna, "invited@nordlicht.example", "nobody@nordlicht.example", "no address"} {
		_, err := f.signIn(email, another, newSecret(t))
		wantCode(t, email, err, contract.CodeAuthInvalid)
		answers = append(answers, apierror.Of(err).Public)
	}
	assert.Equal(t, len(slices.Compact(answers)), 1, "answers differ", answers)
}

// Whether an address is known shows in no answer's time: each takes one hash. Of
// several answers the fastest is compared, which other work on the machine can
// hardly make slower each time, and both are asked in turn.
func TestUnknownUserTiming(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	took := func(email string) time.Duration {
		f.exec(t, `DELETE FROM sign_in_failures`)
		f.forgive(t)
		began := time.Now()
		_, err := f.signIn(email, another, newSecret(t))
		wantCode(t, email, err, contract.CodeAuthInvalid)
		return time.Since(began)
	}
	known, unknown := time.Hour, time.Hour
	for range 9 {
		known, unknown = min(known, took(anna)), min(unknown, took("nobody@nordlicht.example"))
	}
	t.Logf("fastest: known %s, unknown %s", known, unknown)
	// The times differ much only if one of them did not hash.
	assert.True(t, unknown >= known/3 && known >= unknown/3, "fastest: known", known, "unknown", unknown)
}

// failures makes n failed attempts from an address, each after the required pause.
func (f *fixture) failures(t *testing.T, address, email string, n int) {
	t.Helper()
	for range n {
		f.forgive(t)
		f.exec(t, `UPDATE sign_in_failures SET blocked_until = clock_timestamp()`)
		_, err := f.signInFrom(address, email, another, newSecret(t))
		wantCode(t, email, err, contract.CodeAuthInvalid)
	}
	f.forgive(t)
}

func TestSignInBackoff(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	for _, email := range []string{anna, "nobody@nordlicht.example"} {
		f.failures(t, elsewhere, email, store.FreeFailures)
		for _, tc := range []struct {
			more int
			want time.Duration
		}{{0, time.Second}, {1, 2 * time.Second}, {1, 4 * time.Second}, {7, 512 * time.Second}, {1, 15 * time.Minute},
			{3, 15 * time.Minute}} {
			f.failures(t, elsewhere, email, tc.more)
			// As much later as no machine is slow.
			f.exec(t, `UPDATE sign_in_failures SET blocked_until = blocked_until + interval '1 minute'`)
			for range 2 { // what is refused does not count
				// This includes the right password, from any new address.
				_, err := f.signInFrom("203.0.113.5", email, password, newSecret(t))
				wantCode(t, email, err, contract.CodeRateLimited)
				wait := apierror.Of(err).RetryAfter - time.Minute
				assert.True(t, wait <= tc.want && wait >= tc.want-30*time.Second, email, "wait", wait, "want", tc.want)
			}
		}
	}
	f.exec(t, `UPDATE sign_in_failures SET blocked_until = clock_timestamp()`)
	_, err := f.signInFrom("203.0.113.5", anna, password, newSecret(t))
	require.NoError(t, err, "after the pause")
	f.failures(t, elsewhere, anna, store.FreeFailures-1)
	_, err = f.signInFrom(elsewhere, anna, password, newSecret(t))
	assert.NoError(t, err, "a success does not clear the failures before it")
}

// Guesses of strangers do not lock out a user at the usual place.
func TestBackoffByLocation(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner) // from here
	f.failures(t, elsewhere, anna, 12)
	_, err := f.signIn(anna, password, newSecret(t))
	assert.NoError(t, err, "at home")
	_, err = f.signInFrom(elsewhere, anna, password, newSecret(t))
	wantCode(t, "elsewhere, after the success at home", err, contract.CodeRateLimited)
	f.failures(t, here, anna, 12)
	_, err = f.signIn(anna, password, newSecret(t))
	wantCode(t, "after failures at home", err, contract.CodeRateLimited)
}

func TestFailureExpiry(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.failures(t, here, anna, 12)
	f.exec(t, `UPDATE sign_in_failures SET failed_at = failed_at - interval '1 day', blocked_until = clock_timestamp()`)
	f.failures(t, here, anna, 1)
	_, err := f.signIn(anna, another, newSecret(t))
	wantCode(t, "next day", err, contract.CodeAuthInvalid)
}

// Two replicas agree, and concurrent attempts are all counted.
func TestConcurrentGuesses(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	replicas := []*fixture{f, startWith(t, f.cfg)}
	var guessed, paused atomic.Int32
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			_, err := replicas[i%2].signInFrom(fmt.Sprintf("192.0.2.%d", 100+i), anna, another, newSecret(t))
			switch {
			case apierror.Is(err, contract.CodeAuthInvalid):
				guessed.Add(1)
			case apierror.Is(err, contract.CodeRateLimited):
				paused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	// The first pauses are of seconds: on a slow machine guesses may follow them.
	if n := guessed.Load(); n < store.FreeFailures || n > store.FreeFailures+4 || n+paused.Load() != 24 {
		t.Errorf("%d guessed, %d paused, want %d guesses", n, paused.Load(), store.FreeFailures)
	}
}

func TestAttemptLimitPerAddress(t *testing.T) {
	t.Parallel()
	f := start(t)
	replicas := []*fixture{f, startWith(t, f.cfg)}
	began := time.Now()
	var admitted atomic.Int32
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			_, err := replicas[i%2].signIn(fmt.Sprintf("user%d@nordlicht.example", i), another, newSecret(t))
			switch {
			case apierror.Is(err, contract.CodeAuthInvalid):
				admitted.Add(1)
			case !apierror.Is(err, contract.CodeRateLimited):
				t.Error(err)
			case apierror.Of(err).RetryAfter <= 0 || apierror.Of(err).RetryAfter > store.AddressInterval:
				t.Errorf("RetryAfter = %s", apierror.Of(err).RetryAfter)
			}
		})
	}
	all.Wait()
	// On a slow machine more than the burst becomes due meanwhile.
	most := store.AddressBurst + int32(time.Since(began)/store.AddressInterval)
	if n := admitted.Load(); n < store.AddressBurst || n > most {
		t.Errorf("%d tries of one address at once, want %d to %d", n, store.AddressBurst, most)
	}
	f.exec(t, `UPDATE sign_in_addresses SET due_at = clock_timestamp() + interval '54 seconds'`)
	_, err := f.signIn(anna, another, newSecret(t))
	wantCode(t, "six seconds later", err, contract.CodeAuthInvalid)
	f.exec(t, `UPDATE sign_in_addresses SET due_at = clock_timestamp() + interval '10 minutes'`)
	_, err = ask[contract.Link](f, contract.RPCAuthSessionLink,
		contract.LinkRequest{LinkHash: contract.HashSecret(newSecret(t)), Address: here})
	wantCode(t, "a link counts too", err, contract.CodeRateLimited)
	_, err = f.signInFrom(elsewhere, anna, another, newSecret(t))
	wantCode(t, "another address", err, contract.CodeAuthInvalid)
}

func TestSuccessfulSignInsNotLimited(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	for range 2 * store.AddressBurst {
		_, err := f.signIn(anna, password, newSecret(t))
		require.NoError(t, err)
	}
}

func TestRehashAtSignIn(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.joined(t, f.account(t, contract.PlanFree).ID, anna, contract.RoleOwner)
	dearer := f.cfg
	dearer.SignIn.PasswordPasses = 3
	g := startWith(t, dearer)
	for range 2 {
		_, err := g.signIn(anna, password, newSecret(t))
		require.NoError(t, err)
	}
	var hash string
	require.NoError(t, f.conn(t).QueryRow(f.ctx, `SELECT password_hash FROM users`).Scan(&hash))
	assert.True(t, strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=3,p=1$"), "stored as", hash)
}

func TestSuspendedAccountSignIn(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	session, _ := f.joined(t, account, anna, contract.RoleOwner)
	link, _ := f.invited(t, account, "ben@nordlicht.example", contract.RoleMember)
	suspend := func(on bool) {
		call[contract.Account](t, f, contract.RPCAuthAccountSuspend,
			contract.SuspendRequest{AccountID: account, Suspended: on})
	}
	suspend(true)
	s := f.sessionOf(t, session)
	assert.True(t, s == nil, "its session goes on", s)
	_, err := f.signIn(anna, password, newSecret(t))
	wantCode(t, "right password", err, contract.CodeInvalidState)
	_, err = f.signIn(anna, another, newSecret(t))
	wantCode(t, "wrong password", err, contract.CodeAuthInvalid)
	_, err = f.accept(link, "", password, newSecret(t))
	wantCode(t, "link", err, contract.CodeInvalidState)
	suspend(false)
	assert.True(t, f.sessionOf(t, session) != nil, "the session is gone after the suspension")
	_, err = f.accept(link, "", password, newSecret(t))
	assert.NoError(t, err, "link after the suspension")
}

// The tables contain nothing that permits a sign-in.
func TestStoredSecretsUnusable(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	session, _ := f.joined(t, account, anna, contract.RoleOwner)
	link, _ := f.invited(t, account, "ben@nordlicht.example", contract.RoleMember)
	var rows string
	err := f.conn(t).QueryRow(f.ctx, `
		SELECT (SELECT string_agg(t::text, ' ') FROM users t) || (SELECT string_agg(t::text, ' ')
			FROM links t) || (SELECT string_agg(t::text, ' ') FROM sessions t)`).Scan(&rows)
	require.NoError(t, err)
	for _, bad := range []string{session, contract.HashSecret(session), link, contract.HashSecret(link),
		string(password)} {
		assert.NotContains(t, rows, bad)
	}
}

func TestPasswordRedaction(t *testing.T) {
	t.Parallel()
	r := contract.SignInRequest{Email: anna, Password: password}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).InfoContext(context.Background(), "x", "password", r.Password)
	for _, shown := range []string{fmt.Sprint(r), fmt.Sprintf("%+v", r), fmt.Sprintf("%#v", r),
		fmt.Sprintf("%s %q %v", r.Password, r.Password, r.Password), log.String()} {
		assert.NotContains(t, shown, "velvet")
	}
}
