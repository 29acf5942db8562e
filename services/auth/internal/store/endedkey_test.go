package store_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/auth/internal/store"
)

const anAccount = "01990000-0000-7000-8000-000000000001"

func database(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: testkit.Database(t, auth.Migrate, "auth"), Schema: "auth"})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	testkit.Exec(t, pool, `INSERT INTO accounts (id, name, plan) VALUES ($1, 'a', 'Free')`, anAccount)
	return pool
}

// aKey is a key with its times as ages; "" means none.
type aKey struct {
	name, maker               string
	created, expired, revoked string
}

func insertKeys(t *testing.T, pool *pgxpool.Pool, keys []aKey) {
	t.Helper()
	for _, k := range keys {
		testkit.Exec(t, pool, `
			INSERT INTO api_keys (id, account_id, key_mac, name, prefix, last_four, created_by, created_at, expires_at,
				revoked_at)
			SELECT gen_random_uuid(), $1, sha256($2::text::bytea), $2, 'dm_live_', 'abcd',
				(SELECT id FROM api_keys WHERE name = $3), at - $4::interval, at - nullif($5, '')::interval,
				at - nullif($6, '')::interval
			FROM (SELECT clock_timestamp() AS at) clock`, anAccount, k.name, k.maker, k.created, k.expired, k.revoked)
	}
}

// left returns the names of the keys that are left, each with its maker's.
func left(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT k.name || coalesce(' of ' || maker.name, '') FROM api_keys k
		LEFT JOIN api_keys maker ON maker.id = k.created_by`)
	require.NoError(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	slices.Sort(names)
	return names
}

// Keys that ended stay for as long as the audit names them, and those for an hour for a day.
func TestForgetEndedKeys(t *testing.T) {
	t.Parallel()
	pool := database(t)
	insertKeys(t, pool, []aKey{
		{name: "live", created: "900 days"},
		{name: "live for now", created: "900 days", expired: "-1 hour"},
		{name: "expired", created: "900 days", expired: "399 days"},
		{name: "expired long ago", created: "900 days", expired: "401 days"},
		{name: "revoked", created: "900 days", expired: "-1 day", revoked: "399 days"},
		{name: "revoked long ago", created: "900 days", expired: "-1 day", revoked: "401 days"},
		{name: "hour", created: "25 hours", expired: "24 hours"},
		{name: "hour of today", created: "24 hours", expired: "23 hours"},
		{name: "day", created: "10 days", expired: "9 days"},
		{name: "hour, a maker", created: "25 hours", expired: "24 hours"},
		{name: "made", maker: "hour, a maker", created: "25 hours", expired: "24 hours"},
	})
	want := []string{"day", "expired", "hour of today", "hour, a maker", "live", "live for now",
		"made of hour, a maker", "revoked"}
	db := store.New(pool, nil)
	for range 2 {
		require.NoError(t, db.Forget(t.Context()))
		assert.EqualSlices(t, left(t, pool), want, "left")
	}
}

// If each key was created and replaced by the next one in a rotation, the old ones are removed, and the
// rest is attributed to the oldest remaining one.
func TestForgetRotatedKeys(t *testing.T) {
	t.Parallel()
	pool := database(t)
	keys := []aKey{
		{name: "root", created: "900 days"},
		{name: "0", maker: "root", created: "900 days", revoked: "700 days"},
	}
	for i := 1; i < 5; i++ {
		keys = append(keys, aKey{name: fmt.Sprint(i), maker: fmt.Sprint(i - 1), created: "900 days", revoked: "600 days"})
	}
	keys = append(keys,
		aKey{name: "last", maker: "4", created: "500 days", revoked: "2 days"},
		aKey{name: "new", maker: "last", created: "2 days"},
		aKey{name: "beside", maker: "2", created: "800 days"})
	insertKeys(t, pool, keys)
	db := store.New(pool, nil)
	for range 5 {
		require.NoError(t, db.Forget(t.Context()))
	}
	got, want := left(t, pool), []string{"beside of root", "last of root", "new of last", "root"}
	assert.EqualSlices(t, got, want, "left")
	root := idOf(t, pool, "root")
	revoked, err := db.RevokeKey(t.Context(),
		store.Revocation{KeyID: contract.PrefixKey + root, Descendants: true, Actor: store.Operator})
	assert.NoError(t, err, "revoked", "want root, beside and new")
	assert.Equal(t, len(revoked), 3, "revoked", revoked, "want root, beside and new")
}

func idOf(t *testing.T, pool *pgxpool.Pool, name string) (id string) {
	t.Helper()
	return testkit.Value[string](t, pool, `SELECT id FROM api_keys WHERE name = $1`, name)
}

// However many keys an account has had, all live ones are listed, with those that ended
// last.
func TestListKeysLimit(t *testing.T) {
	t.Parallel()
	pool := database(t)
	testkit.Exec(t, pool, `
		INSERT INTO api_keys (id, account_id, key_mac, name, prefix, last_four, created_at, expires_at, revoked_at)
		SELECT gen_random_uuid(), $1, sha256(n::text::bytea), n::text, 'dm_live_', 'abcd', now() - n * interval '1 minute',
			CASE n % 3 WHEN 0 THEN now() + interval '1 day' WHEN 1 THEN now() - (5000 - n) * interval '1 second' END,
			CASE n % 3 WHEN 2 THEN now() - (5000 - n) * interval '1 second' END
		FROM generate_series(1, 3000) n`, anAccount)
	keys, err := store.New(pool, nil).Keys(t.Context(), contract.PrefixAccount+anAccount)
	require.NoError(t, err)
	live, ended := 0, 0
	for i, k := range keys {
		if i > 0 && k.CreatedAt.After(keys[i-1].CreatedAt.Time) {
			t.Errorf("%s is newer than %s before it", k.Name, keys[i-1].Name)
		}
		n, err := strconv.Atoi(k.Name)
		require.NoError(t, err)
		if n%3 == 0 {
			live++
			continue
		}
		ended++
		if n <= 1500 { // those of the higher numbers ended last
			t.Errorf("%s ended long ago", k.Name)
		}
	}
	assert.True(t, live == 1000 && ended == contract.MaxEndedKeys,
		live, "live and", ended, "ended keys, want 1000 and", contract.MaxEndedKeys)
}

// However many live keys there are, removing those that ended reads these alone.
func TestForgetKeysIndexes(t *testing.T) {
	t.Parallel()
	url := testkit.Database(t, auth.Migrate, "auth")
	pool, collected := testkit.Explained(t, url, "auth")
	testkit.Exec(t, pool, `INSERT INTO accounts (id, name, plan) VALUES ($1, 'a', 'Free')`, anAccount)
	testkit.Exec(t, pool, `
		INSERT INTO api_keys (id, account_id, key_mac, name, prefix, last_four, created_at, expires_at)
		SELECT gen_random_uuid(), $1, sha256(n::text::bytea), 'a', 'dm_live_', 'abcd', now() - n * interval '1 hour',
			now() + (n - 300) * interval '1 hour'
		FROM generate_series(1, 20000) n`, anAccount)
	testkit.Exec(t, pool, `ANALYZE api_keys`)
	collected.Take()
	require.NoError(t, store.New(pool, nil).Forget(t.Context()))
	seen := 0
	for _, p := range collected.Take() {
		if !strings.Contains(p.Query, "DELETE FROM api_keys") {
			continue
		}
		seen++
		if !p.Root.UsesIndex("api_keys_ended") && !p.Root.UsesIndex("api_keys_hour") || p.Root.SeqScans() != nil {
			t.Errorf("%+v", p)
		}
	}
	assert.Equal(t, seen, 2, "statements remove keys")
}

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// Removing old audit entries reads only those, for any length of the audit.
func TestForgetAuditIndex(t *testing.T) {
	t.Parallel()
	pool, collected := testkit.Explained(t, testkit.Database(t, auth.Migrate, "auth"), "auth")
	for _, sql := range []string{
		`INSERT INTO accounts (id, name, plan) VALUES (gen_random_uuid(), 'a', 'Free')`, `
		INSERT INTO audit (id, account_id, at, action, actor, target, detail)
		SELECT gen_random_uuid(), accounts.id, now() - n * interval '1 minute', 'a', 'b', 'c', ''
		FROM accounts, generate_series(1, 20000) AS n`,
		`ANALYZE audit`,
	} {
		testkit.Exec(t, pool, sql)
	}
	collected.Take()
	require.NoError(t, store.New(pool, nil).Forget(t.Context()))
	seen := false
	for _, p := range collected.Take() {
		if !strings.Contains(p.Query, "DELETE FROM audit") {
			continue
		}
		seen = true
		assert.True(t, p.Root.UsesIndex("audit_time") && p.Root.SeqScans() == nil, p)
	}
	assert.True(t, seen, "nothing removes entries of the audit")
}
