package auth_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func sessionKeyRequest(t *testing.T) contract.SessionCreateKeyRequest {
	t.Helper()
	_, r := newKey(t, "")
	return contract.SessionCreateKeyRequest{KeyHash: r.KeyHash, LastFour: r.LastFour, Name: r.Name}
}

func (f *fixture) sessionKey(t *testing.T, secret string, days int) (contract.Key, error) {
	t.Helper()
	r := sessionKeyRequest(t)
	r.BySession, r.ExpiresInDays = by(secret), days
	return ask[contract.Key](f, contract.RPCAuthSessionKeyCreate, r)
}

func (f *fixture) sessionRevoke(secret, keyID string, descendants bool) (contract.RevokeKeyReply, error) {
	return ask[contract.RevokeKeyReply](f, contract.RPCAuthSessionKeyRevoke, contract.SessionRevokeKeyRequest{
		BySession: by(secret), KeyID: keyID, Descendants: descendants,
	})
}

func TestDashboardKeys(t *testing.T) {
	t.Parallel()
	f := start(t)
	account, other := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	owner, _ := f.joined(t, account, anna, contract.RoleOwner)
	member, bens := f.joined(t, account, ben, contract.RoleMember)
	_, foreign := f.key(t, other, nil)
	_, api := f.key(t, account, nil)

	key, err := f.sessionKey(t, member, 30)
	if err != nil || key.CreatedByUser == nil || *key.CreatedByUser != ben || key.CreatedBy != nil ||
		key.AccountID != account || key.ExpiresAt == nil {
		t.Fatalf("key = %+v, %v", key, err)
	}
	list := asked[contract.ListKeysReply](t, f, contract.RPCAuthSessionKeyList, by(owner)).Keys
	if len(list) != 2 || list[0].ID != key.ID || list[1].ID != api.ID || list[0].CreatedByUser == nil {
		t.Errorf("keys = %+v", list)
	}
	_, err = f.sessionRevoke(owner, foreign.ID, false)
	wantCode(t, "another account's key", err, contract.CodeNotFound)
	_, err = f.sessionRevoke(member, api.ID, false)
	wantCode(t, "a key that the member has not made", err, contract.CodeInvalidState)
	r, err := f.sessionRevoke(member, key.ID, false)
	assert.True(t, err == nil && r.Key.ID == key.ID && r.RevokedAt != nil, r, err)
	_, err = f.sessionRevoke(owner, api.ID, false)
	assert.NoError(t, err)
	call[contract.User](t, f, contract.RPCAuthUserRemove, contract.RemoveUserRequest{UserID: bens.User.ID})
	for _, k := range asked[contract.ListKeysReply](t, f, contract.RPCAuthSessionKeyList, by(owner)).Keys {
		assert.True(t, k.CreatedByUser == nil, "made by a user who is gone", k)
	}
}

// lineage is a key with three generations of descendants, one of them revoked, and another key.
func (f *fixture) lineage(t *testing.T, account string) (root, child, grandchild, apart contract.Key) {
	t.Helper()
	by := func(k contract.Key) func(*contract.CreateKeyRequest) {
		return func(r *contract.CreateKeyRequest) { r.CreatedBy = &k.ID }
	}
	_, root = f.key(t, account, nil)
	_, child = f.key(t, account, by(root))
	_, revoked := f.key(t, account, by(root))
	_, grandchild = f.key(t, account, by(revoked))
	_, apart = f.key(t, account, nil)
	call[contract.RevokeKeyReply](t, f, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: revoked.ID})
	return root, child, grandchild, apart
}

func TestRevokeWithDescendants(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	root, child, grandchild, apart := f.lineage(t, account)
	list := call[contract.ListKeysReply](t, f, contract.RPCAuthKeyList, contract.ListKeysRequest{AccountID: account}).Keys
	offered := contract.Descendants(list, root.ID, time.Now())
	if len(offered) != 2 || offered[0].ID != child.ID || offered[1].ID != grandchild.ID {
		t.Errorf("offered %+v, want %s and %s", offered, child.ID, grandchild.ID)
	}
	signals := listen[contract.KeyRevoked](t, f, contract.SignalKeyRevoked)
	reply := call[contract.RevokeKeyReply](t, f, contract.RPCAuthKeyRevoke,
		contract.RevokeKeyRequest{KeyID: root.ID, Descendants: true})
	assert.True(t, reply.Key.ID == root.ID && len(reply.Descendants) == 2, "revoked", reply)
	told := map[string]bool{}
	for range 3 {
		told[receive(t, f, signals).KeyID] = true
	}
	assert.True(t, told[root.ID] && told[child.ID] && told[grandchild.ID], "signalled", told)
	for _, k := range call[contract.ListKeysReply](t, f, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: account}).Keys {
		assert.Equal(t, k.RevokedAt == nil, k.ID == apart.ID, k.ID, "is live")
	}
}

func TestRevokeWithoutDescendants(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	root, child, _, _ := f.lineage(t, account)
	r := call[contract.RevokeKeyReply](t, f, contract.RPCAuthKeyRevoke,
		contract.RevokeKeyRequest{KeyID: root.ID, AccountID: account})
	assert.Empty(t, r.Descendants, "revoked with it")
	left := contract.Descendants(call[contract.ListKeysReply](t, f, contract.RPCAuthKeyList,
		contract.ListKeysRequest{AccountID: account}).Keys, root.ID, time.Now())
	assert.True(t, len(left) == 2 && left[0].ID == child.ID, "left", left)
}

// A thousand requests with ten keys cost a write or two, not a thousand, and the
// last of them is known once the service has stopped.
func TestLastUseBatches(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	f.countWrites(t, "api_keys")
	other := startWith(t, f.cfg)
	var values []string
	for range 10 {
		value, _ := f.key(t, account, nil)
		values = append(values, value)
	}
	f.key(t, account, nil) // unused
	for i := range 1000 {
		require.True(t, other.verify(t, values[i%len(values)]) != nil, "not valid")
	}
	other.stop()
	keys := call[contract.ListKeysReply](t, f, contract.RPCAuthKeyList, contract.ListKeysRequest{AccountID: account}).Keys
	assert.True(t, keys[0].LastUsedAt == nil, "never used, last used", keys[0].LastUsedAt)
	for _, k := range keys[1:] {
		if k.LastUsedAt == nil || k.LastUsedAt.Before(k.CreatedAt.Time) || time.Since(k.LastUsedAt.Time) > time.Minute {
			t.Errorf("last used %v", k.LastUsedAt)
		}
	}
	n := f.writes(t)
	t.Logf("%d writes for 1,000 requests", n)
	assert.True(t, n >= 1 && n <= 3, n, "writes for 1,000 requests")
}

// An hour key ends after an hour, regardless of its days, and records its creator like others.
func TestOneHourKey(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	secret, _ := f.joined(t, account, anna, contract.RoleOwner)
	value, made := newKey(t, "")
	request := contract.SessionCreateKeyRequest{BySession: by(secret), KeyHash: made.KeyHash, LastFour: made.LastFour,
		Name: "an hour", ExpiresInDays: 1, ExpiresInMinutes: 60}
	key := asked[contract.Key](t, f, contract.RPCAuthSessionKeyCreate, request)
	if key.ExpiresAt == nil || key.ExpiresAt.Sub(key.CreatedAt.Time).Round(time.Second) != time.Hour ||
		key.CreatedByUser == nil || *key.CreatedByUser != anna {
		t.Fatalf("key = %+v", key)
	}
	assert.True(t, f.verify(t, value) != nil, "not valid within its hour")
	f.exec(t, `UPDATE api_keys SET expires_at = expires_at - interval '1 hour' WHERE id = $1`,
		uuid(t, contract.PrefixKey, key.ID))
	p := f.verify(t, value)
	assert.True(t, p == nil, "valid after its hour", p)
	f.ageSessions(t, contract.ConfirmationLife)
	_, again := newKey(t, "")
	request.KeyHash = again.KeyHash
	_, err := ask[contract.Key](f, contract.RPCAuthSessionKeyCreate, request)
	wantCode(t, "without a confirmation", err, contract.CodeInvalidState)
}
