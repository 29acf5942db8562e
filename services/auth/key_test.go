package auth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth/internal/store"
)

func TestVerifyValid(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanPro)
	value, key := f.key(t, account.ID, func(r *contract.CreateKeyRequest) { r.ExpiresInDays = 90 })

	p := f.verify(t, value)
	require.True(t, p != nil, "a fresh key is not valid")
	if p.AccountID != account.ID || p.KeyID != key.ID || p.Plan != contract.PlanPro {
		t.Errorf("principal = %+v, want account %s, key %s, plan Pro", p, account.ID, key.ID)
	}
	if want := 90 * 24 * time.Hour; p.ExpiresAt == nil || p.ExpiresAt.Sub(key.CreatedAt.Time).Round(time.Second) != want {
		t.Errorf("expires at %v, want %s after %s", p.ExpiresAt, want, key.CreatedAt)
	}
	stranger, _ := newKey(t, account.ID)
	assert.True(t, f.verify(t, stranger) == nil, "an unknown key is valid")
}

func TestVerifyRefused(t *testing.T) {
	t.Parallel()
	f := start(t)
	for name, sql := range map[string]string{
		"expired": `UPDATE api_keys SET expires_at = clock_timestamp() WHERE id = $1`,
		"revoked": `UPDATE api_keys SET revoked_at = clock_timestamp() WHERE id = $1`,
		"suspended": `UPDATE accounts SET suspended_at = clock_timestamp() WHERE id = (SELECT account_id FROM api_keys ` +
			`WHERE id = $1)`,
	} {
		value, key := f.key(t, f.account(t, contract.PlanFree).ID, nil)
		assert.True(t, f.verify(t, value) != nil, name, "not valid before")
		f.exec(t, sql, uuid(t, contract.PrefixKey, key.ID))
		p := f.verify(t, value)
		assert.True(t, p == nil, name, "still", p)
	}
}

func TestVerifyWithOtherSecret(t *testing.T) {
	t.Parallel()
	f := start(t)
	value, _ := f.key(t, f.account(t, contract.PlanFree).ID, nil)
	cfg := f.cfg
	cfg.SecretKey = strings.ToUpper(secret)
	p := startWith(t, cfg).verify(t, value)
	assert.True(t, p == nil, "verified under another secret", p)
}

// The tables contain neither the key nor its plain hash: a stolen copy verifies nothing.
func TestStoredKeyUnusable(t *testing.T) {
	t.Parallel()
	f := start(t)
	value, _ := f.key(t, f.account(t, contract.PlanFree).ID, nil)
	var rows string
	require.NoError(t, f.conn(t).QueryRow(f.ctx, `SELECT string_agg(k::text, ' ') FROM api_keys k`).Scan(&rows))
	for _, bad := range []string{value, contract.HashKey(value), value[len(contract.KeyPrefixLive) : contract.KeyLen-4]} {
		assert.NotContains(t, rows, bad)
	}
}

func TestListKeysNewestFirst(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	f.key(t, f.account(t, contract.PlanFree).ID, nil) // another account's
	value, first := f.key(t, account, nil)
	_, second := f.key(t, account, func(r *contract.CreateKeyRequest) { r.CreatedBy = &first.ID })
	call[contract.Empty](t, f, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: first.ID})

	keys := call[contract.ListKeysReply](t, f, contract.RPCAuthKeyList, contract.ListKeysRequest{AccountID: account}).Keys
	if len(keys) != 2 || keys[0].ID != second.ID || keys[1].ID != first.ID {
		t.Fatalf("keys = %+v, want %s and %s", keys, second.ID, first.ID)
	}
	if keys[0].CreatedBy == nil || *keys[0].CreatedBy != first.ID || keys[1].CreatedBy != nil {
		t.Errorf("made by %v and %v, want %s and nobody", keys[0].CreatedBy, keys[1].CreatedBy, first.ID)
	}
	got := keys[1]
	if got.Name != "CI" || got.Prefix != contract.KeyPrefixLive || got.LastFour != value[contract.KeyLen-4:] ||
		got.RevokedAt == nil || got.ExpiresAt != nil {
		t.Errorf("key = %+v", got)
	}
}

func TestKeyExpiryBoundByCreator(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	_, endless := f.key(t, account, nil)
	_, month := f.key(t, account, func(r *contract.CreateKeyRequest) { r.ExpiresInDays = 30 })
	for _, tc := range []struct {
		name  string
		maker contract.Key
		days  int
		want  *contract.Time // nil: never, or as asked
	}{
		{"endless by endless", endless, 0, nil},
		{"endless by a month's", month, 0, month.ExpiresAt},
		{"longer than its maker", month, 31, month.ExpiresAt},
	} {
		_, key := f.key(t, account, func(r *contract.CreateKeyRequest) {
			r.CreatedBy, r.ExpiresInDays = &tc.maker.ID, tc.days
		})
		switch {
		case tc.want == nil && key.ExpiresAt != nil:
			t.Errorf("%s: expires at %s, want never", tc.name, key.ExpiresAt)
		case tc.want != nil && (key.ExpiresAt == nil || !key.ExpiresAt.Equal(tc.want.Time)):
			t.Errorf("%s: expires at %v, want %s", tc.name, key.ExpiresAt, tc.want)
		}
	}
	_, shorter := f.key(t, account, func(r *contract.CreateKeyRequest) { r.CreatedBy, r.ExpiresInDays = &month.ID, 29 })
	assert.True(t, shorter.ExpiresAt != nil && shorter.ExpiresAt.Before(month.ExpiresAt.Time),
		"shorter than its maker: expires at", shorter.ExpiresAt, "want before", month.ExpiresAt)
}

// Rotation: the old key makes the new one and is revoked then.
func TestKeyAfterCreatorRevoked(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	_, old := f.key(t, account, nil)
	value, _ := f.key(t, account, func(r *contract.CreateKeyRequest) { r.CreatedBy = &old.ID })
	call[contract.Empty](t, f, contract.RPCAuthKeyRevoke, contract.RevokeKeyRequest{KeyID: old.ID, AccountID: account})
	assert.True(t, f.verify(t, value) != nil, "the new key ended with the old one")
}

func TestCreateKeyInvalidCreator(t *testing.T) {
	t.Parallel()
	f := start(t)
	for name, sql := range map[string]string{
		"expired": `UPDATE api_keys SET expires_at = clock_timestamp() WHERE id = $1`,
		"revoked": `UPDATE api_keys SET revoked_at = clock_timestamp() WHERE id = $1`,
		"suspended": `UPDATE accounts SET suspended_at = clock_timestamp() WHERE id = (SELECT account_id FROM ` +
			`api_keys WHERE id = $1)`,
		"another account's": `UPDATE api_keys SET account_id = (SELECT min(id::text)::uuid FROM accounts) WHERE id = $1`,
	} {
		f.account(t, contract.PlanFree)
		account := f.account(t, contract.PlanFree).ID
		_, maker := f.key(t, account, nil)
		f.exec(t, sql, uuid(t, contract.PrefixKey, maker.ID))
		_, req := newKey(t, account)
		req.CreatedBy = &maker.ID
		_, err := bus.Call[contract.Key](f.ctx, f.operator, contract.RPCAuthKeyCreate, req)
		assert.True(t, apierror.Is(err, contract.CodeAuthInvalid), name, err, "want AUTH_INVALID")
	}
}

func TestCreateKeyRefused(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	_, stored := newKey(t, account)
	call[contract.Key](t, f, contract.RPCAuthKeyCreate, stored)
	_, orphan := newKey(t, noAccount)
	_, unreadable := newKey(t, account)
	unreadable.Name = "a\x00b"
	for name, tc := range map[string]struct {
		req  contract.CreateKeyRequest
		code contract.Code
	}{
		"no such account": {orphan, contract.CodeNotFound},
		"known value":     {stored, contract.CodeInvalidRequest},
		"NUL in the name": {unreadable, contract.CodeInvalidRequest},
	} {
		_, err := bus.Call[contract.Key](f.ctx, f.operator, contract.RPCAuthKeyCreate, tc.req)
		assert.True(t, apierror.Is(err, tc.code), name, err, "want", tc.code)
	}
}

func TestKeyLimitPerAccount(t *testing.T) {
	t.Parallel()
	f := start(t)
	account := f.account(t, contract.PlanFree).ID
	f.exec(t, `
		INSERT INTO api_keys (id, account_id, key_mac, name, prefix, last_four)
		SELECT gen_random_uuid(), $1, sha256(n::text::bytea), 'many', 'dm_live_', 'abcd' FROM generate_series(1, $2::int) n`,
		uuid(t, contract.PrefixAccount, account), store.MaxLiveKeys)
	_, req := newKey(t, account)
	_, err := bus.Call[contract.Key](f.ctx, f.operator, contract.RPCAuthKeyCreate, req)
	assert.True(t, apierror.Is(err, contract.CodeLimitReached), err, "want LIMIT_REACHED")
	f.exec(t, `UPDATE api_keys SET revoked_at = clock_timestamp() WHERE key_mac = sha256('1')`)
	call[contract.Key](t, f, contract.RPCAuthKeyCreate, req)
}

func TestRevokeEvent(t *testing.T) {
	t.Parallel()
	f := start(t)
	account, other := f.account(t, contract.PlanFree).ID, f.account(t, contract.PlanFree).ID
	value, key := f.key(t, account, nil)
	signals := listen[contract.KeyRevoked](t, f, contract.SignalKeyRevoked)

	revoke := func(account string) error {
		_, err := bus.Call[contract.Key](f.ctx, f.operator, contract.RPCAuthKeyRevoke,
			contract.RevokeKeyRequest{KeyID: key.ID, AccountID: account})
		return err
	}
	err := revoke(other)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "another account's key", err, "want NOT_FOUND")
	require.NoError(t, revoke(account))
	assert.Equal(t, receive(t, f, signals), contract.KeyRevoked{KeyID: key.ID, AccountID: account}, "signal")
	assert.True(t, f.verify(t, value) == nil, "valid after it was revoked")
	err = revoke(account)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "revoked already", err, "want NOT_FOUND")
	if len(signals) > 0 {
		t.Errorf("refused revocations were signalled: %+v", <-signals)
	}
}
