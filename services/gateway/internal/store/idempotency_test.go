package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// process holds a number until the test ends or stop is called.
func process(t *testing.T, s *store.Store) (number int32, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	numbers, done := make(chan int32, 1), make(chan error, 1)
	go func() { done <- s.Hold(ctx, func(n int32) { numbers <- n }) }()
	stop = func() {
		cancel()
		assert.NoError(t, <-done)
		done <- nil
	}
	t.Cleanup(stop)
	select {
	case number = <-numbers:
	case err := <-done:
		t.Fatal(err)
	}
	return number, stop
}

func key(token string) model.IdempotencyClaim {
	return model.IdempotencyClaim{AccountID: "acct", Key: "key", Token: token, Fingerprint: [32]byte{7}}
}

func begin(t *testing.T, s *store.Store, c model.IdempotencyClaim, number int32) (*model.EarlierCall, error) {
	t.Helper()
	answer, err := s.ClaimKey(t.Context(), c, number)
	if err != nil && !errors.Is(err, store.ErrInProgress) {
		t.Fatal(err)
	}
	return answer, err
}

func freed(t *testing.T, s *store.Store, c model.IdempotencyClaim, number int32) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); ; {
		if _, err := begin(t, s, c, number); err == nil {
			return
		}
		require.False(t, time.Now().After(deadline), "the key is never free")
	}
}

func TestClaimKey(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	number, _ := process(t, s)
	c := key("one")
	if answer, err := begin(t, s, c, number); answer != nil || err != nil {
		t.Fatalf("new: %v, %v", answer, err)
	}
	_, err := begin(t, s, key("two"), number)
	assert.ErrorIs(t, err, store.ErrInProgress, "in progress")
	require.NoError(t, s.ReleaseKey(t.Context(), key("two")))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	a.Claim = &c
	accept(t, s, a)
	require.NoError(t, s.ReleaseKey(t.Context(), c))
	answer, err := begin(t, s, key("three"), number)
	if err != nil || answer == nil || answer.ID != a.Document.ID || answer.Plan != a.Principal.Plan ||
		answer.Fingerprint != c.Fingerprint {
		t.Errorf("used: %+v, %v", answer, err)
	}
	other := key("four")
	other.AccountID = "acct2"
	answer, err = begin(t, s, other, number)
	assert.True(t, answer == nil && err == nil, "another account", answer, err)
}

// A killed process frees its keys at once; a call of it that is still running changes nothing.
func TestKeyOfDeadProcess(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	first, stop := process(t, s)
	second, _ := process(t, s)
	require.NotEqual(t, first, second, "two processes have one number")
	old := key("old")
	_, err := begin(t, s, old, first)
	require.NoError(t, err)
	_, err = begin(t, s, key("new"), second)
	require.ErrorIs(t, err, store.ErrInProgress, "while it lives")
	stop()
	freed(t, s, key("new"), second)
	late := gatewaytest.Acceptance(gatewaytest.Account())
	late.Claim = &old
	_, err = s.Accept(t.Context(), late, store.Terms{})
	assert.ErrorIs(t, err, store.ErrClaimLost, "accepted under a lost claim")
	for _, sql := range []string{`SELECT count(*) FROM documents`, `SELECT count(*) FROM quota.charges`} {
		testkit.WantCount(t, pool, 0, sql)
	}
	require.NoError(t, s.ReleaseKey(t.Context(), old))
	_, err = begin(t, s, key("third"), second)
	assert.ErrorIs(t, err, store.ErrInProgress, "a lost claim freed the key")
}

// If the process loses its connection, its number no longer holds anything.
func TestHoldLostConnection(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	numbers, done := make(chan int32, 1), make(chan error, 1)
	go func() { done <- s.Hold(t.Context(), func(n int32) { numbers <- n }) }()
	number := <-numbers
	_, err := begin(t, s, key("one"), number)
	require.NoError(t, err)
	kill(t, pool)
	assert.Error(t, <-done, "nobody said that the connection is lost")
	next, _ := process(t, s)
	freed(t, s, key("two"), next)
}

// kill ends every connection that holds a process number.
func kill(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	n := testkit.Value[int](t, pool, `
		SELECT count(pg_terminate_backend(pid)) FROM pg_locks
		WHERE locktype = 'advisory' AND objsubid = 2 AND granted
		  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
	require.NotEqual(t, n, 0, "nobody holds a number")
}

func TestKeyExpiry(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	number, _ := process(t, s)
	age := func(column, by string) {
		testkit.Exec(t, pool, `UPDATE idempotency_keys SET `+column+` = clock_timestamp() - $1::interval`, by)
	}
	held := func(token string) bool {
		answer, err := begin(t, s, key(token), number)
		return err != nil || answer != nil
	}
	require.False(t, held("one"), "new")
	age("began_at", "4 minutes 55 seconds")
	assert.True(t, held("two"), "taken over before its time")
	age("began_at", "5 minutes 1 second")
	assert.False(t, held("three"), "held for ever")
	c := key("three")
	a := gatewaytest.Acceptance(gatewaytest.Account())
	a.Claim = &c
	accept(t, s, a)
	age("began_at = began_at, accepted_at", "23 hours 59 minutes")
	require.NoError(t, s.ForgetKeys(t.Context()))
	assert.True(t, held("four"), "forgotten before its time")
	age("accepted_at", "24 hours 1 second")
	assert.False(t, held("five"), "remembered for ever")
	age("began_at", "24 hours 1 second")
	require.NoError(t, s.ForgetKeys(t.Context()))
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM idempotency_keys`)
}
