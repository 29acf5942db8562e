package auth_test

import (
	"bytes"
	"crypto/sha256"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// Addresses of documentation (RFC 5737, RFC 3849).
const (
	here      = "192.0.2.1"
	elsewhere = "198.51.100.7"
)

func registration(t *testing.T, address string) (value string, req contract.RegisterRequest) {
	t.Helper()
	value, key := newKey(t, "")
	return value, contract.RegisterRequest{Name: "Müller & Söhne", KeyHash: key.KeyHash, LastFour: key.LastFour,
		Address: address}
}

func (f *fixture) register(t *testing.T, address string) error {
	t.Helper()
	_, req := registration(t, address)
	_, err := bus.Call[contract.RegisterReply](f.ctx, f.operator, contract.RPCAuthRegister, req)
	return err
}

// registered fails the test unless n registrations of the address are made.
func (f *fixture) registered(t *testing.T, address string, n int) {
	t.Helper()
	for range n {
		require.NoError(t, f.register(t, address))
	}
}

// refused wants a refusal that ends in longest at most, in whole seconds.
func (f *fixture) refused(t *testing.T, address string, longest time.Duration) {
	t.Helper()
	err := f.register(t, address)
	require.True(t, apierror.Is(err, contract.CodeRateLimited), err, "want RATE_LIMITED")
	if wait := apierror.Of(err).RetryAfter; wait <= 0 || wait > longest || wait%time.Second != 0 {
		t.Errorf("RetryAfter = %s, want whole seconds up to %s", wait, longest)
	}
}

func (f *fixture) age(t *testing.T, by time.Duration) {
	t.Helper()
	f.exec(t, `UPDATE registrations SET registered_at = registered_at - $1::interval`, by)
}

func TestRegister(t *testing.T) {
	t.Parallel()
	f := start(t)
	value, req := registration(t, here)
	req.ExpiresInDays = 30
	made := call[contract.RegisterReply](t, f, contract.RPCAuthRegister, req)
	if a := made.Account; a.Plan != contract.PlanFree || a.Name != req.Name || a.Suspended || a.RetentionDays != nil {
		t.Errorf("account = %+v", a)
	}
	k := made.Key
	if k.AccountID != made.Account.ID || k.Name != req.Name || k.LastFour != req.LastFour || k.CreatedBy != nil ||
		k.RevokedAt != nil {
		t.Errorf("key = %+v of account %s", k, made.Account.ID)
	}
	if want := 30 * 24 * time.Hour; k.ExpiresAt == nil || k.ExpiresAt.Sub(k.CreatedAt.Time).Round(time.Second) != want {
		t.Errorf("expires at %v, want %s after %s", k.ExpiresAt, want, k.CreatedAt)
	}
	if p := f.verify(t, value); p == nil || p.AccountID != made.Account.ID || p.KeyID != k.ID ||
		p.Plan != contract.PlanFree {
		t.Errorf("principal = %+v", p)
	}
}

// Two replicas with one database get concurrent requests of one address.
func TestConcurrentRegistrations(t *testing.T) {
	t.Parallel()
	f := start(t)
	replicas := []*fixture{f, startWith(t, f.cfg)}
	const requests = 50
	var made, refused atomic.Int32
	var all sync.WaitGroup
	for i := range requests {
		_, req := registration(t, here)
		all.Go(func() {
			replica := replicas[i%len(replicas)]
			_, err := bus.Call[contract.RegisterReply](replica.ctx, replica.operator, contract.RPCAuthRegister, req)
			switch {
			case err == nil:
				made.Add(1)
			case apierror.Is(err, contract.CodeRateLimited):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if made.Load() != store.MaxInAMinute || refused.Load() != requests-store.MaxInAMinute {
		t.Errorf("%d made, %d refused, want %d made of %d", made.Load(), refused.Load(), store.MaxInAMinute, requests)
	}
	accounts := call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, contract.Empty{}).Accounts
	assert.Equal(t, len(accounts), store.MaxInAMinute, "accounts")
}

func TestMinuteWindow(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.registered(t, here, 1)
	f.age(t, 30*time.Second)
	f.registered(t, here, 2)
	f.refused(t, here, 30*time.Second)
	f.registered(t, elsewhere, 1)
	f.age(t, 30*time.Second) // the first has left, the others have not
	f.registered(t, here, 1)
	f.refused(t, here, 30*time.Second)
}

func TestHourWindow(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.registered(t, here, 1)
	f.age(t, 10*time.Minute)
	for range 3 {
		f.registered(t, here, store.MaxInAMinute)
		f.age(t, 10*time.Minute)
	}
	// The tenth last is 40 minutes old, and the minute is empty.
	f.refused(t, here, 20*time.Minute)
	f.registered(t, elsewhere, 1)
	f.age(t, 20*time.Minute)
	f.registered(t, here, 1)
	f.refused(t, here, 10*time.Minute)
}

func TestRefusedRegistrationsNotCounted(t *testing.T) {
	t.Parallel()
	f := start(t)
	_, known := registration(t, here)
	call[contract.RegisterReply](t, f, contract.RPCAuthRegister, known)
	unreadable := known
	unreadable.Name = "a\x00b"
	for range 3 {
		for _, req := range []contract.RegisterRequest{known, unreadable} {
			_, err := bus.Call[contract.RegisterReply](f.ctx, f.operator, contract.RPCAuthRegister, req)
			assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "name", req.Name, err, "want INVALID_REQUEST")
		}
	}
	f.registered(t, here, store.MaxInAMinute-1)
	for range 10 {
		f.refused(t, here, time.Minute)
	}
	f.age(t, time.Minute)
	f.registered(t, here, store.MaxInAMinute)
	accounts := call[contract.ListAccountsReply](t, f, contract.RPCAuthAccountList, contract.Empty{}).Accounts
	assert.Equal(t, len(accounts), 2*store.MaxInAMinute, "accounts")
}

func TestAddressEquivalence(t *testing.T) {
	t.Parallel()
	f := start(t)
	for first, tc := range map[string]struct{ same, other string }{
		"192.0.2.10":         {"::ffff:192.0.2.10", "192.0.2.11"},
		"::ffff:192.0.2.20":  {"::ffff:c000:214", "::ffff:192.0.2.21"},
		"2001:db8:0:1::1":    {"2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:2::1"},
		"fe80::1%eth0":       {"fe80::2%eth1", "fe80:0:0:1::1%eth0"},
		"2001:db8:0:7::1234": {"2001:DB8:0:7::", "2001:db8:1:7::1234"},
	} {
		f.registered(t, first, store.MaxInAMinute)
		f.refused(t, tc.same, time.Minute)
		assert.NoError(t, f.register(t, tc.other), tc.other, "after", first)
	}
}

func TestAddressesNotStored(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.registered(t, here, 1)
	stored := f.addressMAC(t)
	address := netip.MustParseAddr(here)
	wide := address.As16()
	for _, plain := range [][]byte{[]byte(here), address.AsSlice(), wide[:]} {
		if sum := sha256.Sum256(plain); bytes.Contains(stored, plain) || bytes.Equal(stored, sum[:]) {
			t.Errorf("%x tells the address", stored)
		}
	}
	cfg := f.cfg
	cfg.SecretKey = "another " + secret
	f.exec(t, `DELETE FROM registrations`)
	startWith(t, cfg).registered(t, here, 1)
	assert.False(t, bytes.Equal(f.addressMAC(t), stored), "stored alike under another secret")
}

func (f *fixture) addressMAC(t *testing.T) (mac []byte) {
	t.Helper()
	require.NoError(t, f.conn(t).QueryRow(f.ctx, `SELECT address_mac FROM registrations`).Scan(&mac))
	return mac
}

// A running service removes expired rows, asked or not.
func TestAddressExpiry(t *testing.T) {
	t.Parallel()
	f := start(t)
	f.registered(t, here, 2)
	f.age(t, time.Hour)
	f.registered(t, elsewhere, 1)
	f.age(t, 30*time.Minute)
	f.exec(t, `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY forgotten; RETURN NULL; END'`)
	f.exec(t, `CREATE TRIGGER tell AFTER DELETE ON registrations FOR EACH STATEMENT EXECUTE FUNCTION tell()`)
	f.exec(t, `LISTEN forgotten`)
	startWith(t, f.cfg)
	_, err := f.conn(t).WaitForNotification(f.ctx)
	require.NoError(t, err)
	var left int
	require.NoError(t, f.conn(t).QueryRow(f.ctx, `SELECT count(*) FROM registrations`).Scan(&left))
	assert.Equal(t, left, 1, "registrations kept")
}
