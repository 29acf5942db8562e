package fakeservices

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// Auth is a fake auth service.
type Auth struct {
	t      testing.TB
	conn   *bus.Conn
	server *bus.Server

	mu       sync.Mutex
	byHash   map[string]contract.Principal
	verified int
	created  []contract.CreateKeyRequest
	sessions map[string]contract.Session // by hash of the secret
	registrations
	gate func() // called before an answer
}

func startAuth(t testing.TB, conn *bus.Conn) *Auth {
	a := &Auth{t: t, conn: conn, server: serve(t, conn, "auth"), byHash: map[string]contract.Principal{},
		sessions: map[string]contract.Session{}}
	handle(t, a.server, contract.RPCAuthVerify, a.verify)
	handle(t, a.server, contract.RPCAuthKeyCreate, a.create)
	handle(t, a.server, contract.RPCAuthRegister, a.register)
	handle(t, a.server, contract.RPCAuthSessionVerify, a.verifySession)
	handle(t, a.server, contract.RPCAuthSessionUserList, a.listUsers)
	handle(t, a.server, contract.RPCAuthSessionKeyList, a.listKeys)
	return a
}

// newID returns a UUID, to be used after a prefix.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// NewKey creates an account with the plan and one key, which never expires.
func (a *Auth) NewKey(plan contract.Plan) (key string, p contract.Principal) {
	return a.NewExpiringKey(plan, nil)
}

// NewExpiringKey is NewKey with an expiry.
func (a *Auth) NewExpiringKey(plan contract.Plan, expires *time.Time) (key string, p contract.Principal) {
	a.t.Helper()
	key, err := contract.NewKey(rand.Reader)
	require.NoError(a.t, err)
	p = contract.Principal{
		AccountID: contract.PrefixAccount + newID(), Plan: plan,
		KeyID: contract.PrefixKey + newID(), ExpiresAt: expires,
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.byHash[contract.HashKey(key)] = p
	return key, p
}

// Gate calls f after a key was looked up and before the answer.
func (a *Auth) Gate(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.gate = f
}

// Forget invalidates a key without a broadcast.
func (a *Auth) Forget(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.byHash, contract.HashKey(key))
}

// SetPlan changes a key's plan without a broadcast.
func (a *Auth) SetPlan(key string, plan contract.Plan) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.byHash[contract.HashKey(key)]
	p.Plan = plan
	a.byHash[contract.HashKey(key)] = p
}

// SignalRevoked broadcasts that the principal's key was revoked.
func (a *Auth) SignalRevoked(p contract.Principal) {
	a.publish(contract.SignalKeyRevoked, contract.KeyRevoked{KeyID: p.KeyID, AccountID: p.AccountID})
}

// SignalChanged broadcasts that the principal's account changed.
func (a *Auth) SignalChanged(p contract.Principal) {
	a.publish(contract.SignalAccountChanged, contract.AccountChanged{AccountID: p.AccountID})
}

func (a *Auth) publish(subject string, m bus.Message) {
	a.t.Helper()
	require.NoError(a.t, a.conn.Publish(context.Background(), subject, m))
}

// Verified counts the requests to verify keys.
func (a *Auth) Verified() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.verified
}

// Created lists the requests for new keys.
func (a *Auth) Created() []contract.CreateKeyRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]contract.CreateKeyRequest(nil), a.created...)
}

// Stop stops the service.
func (a *Auth) Stop() { stop(a.t, a.server, a.conn) }

func (a *Auth) verify(_ context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
	a.mu.Lock()
	a.verified++
	p, ok := a.byHash[r.KeyHash]
	gate := a.gate
	a.mu.Unlock()
	if gate != nil {
		gate()
	}
	if !ok {
		return contract.VerifyReply{}, nil
	}
	return contract.VerifyReply{Principal: &p}, nil
}

func (a *Auth) create(_ context.Context, r contract.CreateKeyRequest) (contract.Key, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.created = append(a.created, r)
	return a.keep(r.AccountID, r.KeyHash, contract.Key{
		Name: r.Name, LastFour: r.LastFour, CreatedBy: r.CreatedBy,
	}, r.ExpiresInDays), nil
}

func (a *Auth) keep(accountID, hash string, key contract.Key, expiresInDays int) contract.Key {
	p := contract.Principal{AccountID: accountID, Plan: contract.PlanFree, KeyID: contract.PrefixKey + newID()}
	a.byHash[hash] = p
	now := time.Now()
	key.ID, key.AccountID, key.Prefix, key.CreatedAt = p.KeyID, accountID, contract.KeyPrefixLive, contract.TimeOf(now)
	if expiresInDays > 0 {
		expires := now.AddDate(0, 0, expiresInDays)
		key.ExpiresAt = contract.TimePtr(&expires)
	}
	return key
}

// NewSession creates an account with the plan and an owner who is signed in, and
// returns the secret of the session.
func (a *Auth) NewSession(plan contract.Plan) string {
	a.t.Helper()
	secret, err := contract.NewSecret(rand.Reader)
	require.NoError(a.t, err)
	now := contract.TimeOf(time.Now())
	account := contract.Account{ID: contract.PrefixAccount + newID(), Name: "Example", Plan: plan, CreatedAt: now}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sessions[contract.HashSecret(secret)] = contract.Session{
		ID: contract.PrefixSession + newID(), Account: account, Confirmed: true, Method: contract.SignInPassword,
		User: contract.User{ID: contract.PrefixUser + newID(), AccountID: account.ID, Email: "anna@example.com",
			Role: contract.RoleOwner, HasPassword: true, CreatedAt: now},
		CreatedAt: now, LastSeenAt: now, EndsAt: contract.TimeOf(now.Add(time.Hour)),
	}
	return secret
}

func (a *Auth) verifySession(
	_ context.Context, r contract.VerifySessionRequest,
) (contract.VerifySessionReply, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s, ok := a.sessions[r.SessionHash]; ok {
		return contract.VerifySessionReply{Session: &s}, nil
	}
	return contract.VerifySessionReply{}, nil
}

func (a *Auth) listUsers(_ context.Context, r contract.BySession) (contract.ListUsersReply, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return contract.ListUsersReply{Users: []contract.User{a.sessions[r.SessionHash].User}}, nil
}

func (a *Auth) listKeys(_ context.Context, r contract.BySession) (contract.ListKeysReply, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.sessions[r.SessionHash]
	key := contract.Key{ID: contract.PrefixKey + newID(), AccountID: s.Account.ID, Name: "Import",
		Prefix: contract.KeyPrefixLive, LastFour: "abcd", CreatedAt: s.CreatedAt, CreatedByUser: &s.User.Email}
	revoked := key
	revoked.ID, revoked.RevokedAt = contract.PrefixKey+newID(), &s.CreatedAt
	return contract.ListKeysReply{Keys: []contract.Key{key, revoked}}, nil
}

// registrations are requests for new accounts.
type registrations struct {
	registered []contract.RegisterRequest
	retryAfter time.Duration // of the refusal; 0 accepts
}

// Registered lists the requests for new accounts.
func (a *Auth) Registered() []contract.RegisterRequest {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.registered)
}

// Throttle refuses registrations with the given Retry-After; 0 accepts them again.
func (a *Auth) Throttle(retryAfter time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.retryAfter = retryAfter
}

func (a *Auth) register(_ context.Context, r contract.RegisterRequest) (contract.RegisterReply, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.registered = append(a.registered, r)
	if wait := a.retryAfter; wait > 0 {
		return contract.RegisterReply{}, &apierror.Error{
			Code: contract.CodeRateLimited, Public: "Too many registrations from this address.", RetryAfter: wait,
		}
	}
	account := contract.Account{
		ID: contract.PrefixAccount + newID(), Name: r.Name, Plan: contract.PlanFree, CreatedAt: contract.TimeOf(time.Now()),
	}
	key := a.keep(account.ID, r.KeyHash, contract.Key{Name: r.Name, LastFour: r.LastFour}, r.ExpiresInDays)
	return contract.RegisterReply{Account: account, Key: key}, nil
}
