package store_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/migrations"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func wide() store.Window {
	return store.Window{PerLane: 1000, Share: 1000, InFlight: 1000, Redispatch: time.Hour}
}

func accept(t *testing.T, s *store.Store, a model.Acceptance) string {
	t.Helper()
	c, err := s.Accept(t.Context(), a, store.Terms{})
	require.NoError(t, err, c)
	require.True(t, c.Granted, "accept", c)
	return a.Document.ID
}

func acceptMany(t *testing.T, s *store.Store, account string, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = accept(t, s, gatewaytest.Acceptance(account))
	}
	return ids
}

// claim claims a document, or fails the test.
func claim(t *testing.T, s *store.Store, id, token string) contract.ClaimRef {
	t.Helper()
	_, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: id, Worker: "w", Token: token, Lease: time.Minute})
	require.NoError(t, err, "claim", id)
	require.True(t, ok, "claim", id)
	return contract.ClaimRef{DocumentID: id, Token: token}
}

func released(t *testing.T, s *store.Store, w store.Window) []string {
	t.Helper()
	commands, err := s.Release(t.Context(), w)
	require.NoError(t, err)
	ids := make([]string, len(commands))
	for i, c := range commands {
		ids[i] = c.DocumentID
	}
	return ids
}

func TestExtend(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(gatewaytest.Account())), "token")
	for name, c := range map[string]struct {
		ref     contract.ClaimRef
		longest time.Duration
		want    bool
	}{
		"valid":         {ref, time.Minute, true},
		"foreign token": {contract.ClaimRef{DocumentID: ref.DocumentID, Token: "other"}, time.Minute, false},
		"over the end":  {ref, 0, false},
	} {
		ok, err := s.Extend(t.Context(), contract.ClaimUpdate{ClaimRef: c.ref}, time.Minute, c.longest)
		assert.True(t, ok == c.want && err == nil, name, ok, err)
	}
}

func TestReleaseClaim(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	id := accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	for range 2 * contract.MaxAttempts {
		ok, err := s.ReleaseClaim(t.Context(), contract.ClaimUpdate{ClaimRef: claim(t, s, id, "token")}, 0)
		require.True(t, ok && err == nil, "give back", ok, err)
	}
	w, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: id, Token: "last", Lease: time.Minute})
	assert.True(t, err == nil && ok && w.Attempt == 1, "claim after giving back", w, ok, err)
	ok, _ = s.ReleaseClaim(t.Context(),
		contract.ClaimUpdate{ClaimRef: contract.ClaimRef{DocumentID: id, Token: "token"}}, 0)
	assert.False(t, ok, "an old claim was given back")
}

func TestRetry(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	id := accept(t, s, a)
	ok, err := s.Retry(t.Context(), claim(t, s, id, "1"), "bad\x00 luck", 0, time.Hour)
	require.True(t, ok && err == nil, "first retry", ok, err)
	d, ok, err := s.Document(t.Context(), a.Principal.AccountID, id)
	if err != nil || !ok || d.Status != contract.StatusQueued || !d.Started {
		t.Errorf("document: %+v, %v, %v", d, ok, err)
	}
	ok, err = s.Retry(t.Context(), claim(t, s, id, "2"), "again", 0, time.Hour)
	require.True(t, ok && err == nil, "second retry", ok, err)
	_, ok, err = s.Claim(t.Context(), store.Claim{DocumentID: id, Token: "3", Lease: time.Minute})
	assert.True(t, !ok && err == nil, "claim while it rests", ok, err)
	assert.Empty(t, released(t, s, wide()), "released while it rests")
}

func TestRetryLastAttempt(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	id := accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	for attempt := 1; attempt <= contract.MaxAttempts; attempt++ {
		ok, err := s.Retry(t.Context(), claim(t, s, id, "t"), "crash", 0)
		require.NoError(t, err, attempt)
		assert.Equal(t, ok, attempt < contract.MaxAttempts, "attempt", attempt)
	}
}

func TestSchemaVersion(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	latest, err := migrations.Latest()
	require.NoError(t, err)
	v, charge, err := s.SchemaVersion(t.Context())
	assert.True(t, v == latest && charge && err == nil, "migrated", v, charge, err)
	empty, _ := gatewaytest.Store(t, testkit.Database(t, nil, "empty"))
	v, charge, err = empty.SchemaVersion(t.Context())
	assert.True(t, v == 0 && !charge && err == nil, "empty", v, charge, err)
}

func TestTakeTurnOncePerInterval(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	for i, want := range []bool{true, false} {
		ok, err := s.TakeTurn(context.Background(), "janitor", time.Duration(i)*time.Hour)
		assert.True(t, ok == want && err == nil, "take", i, ok, err)
	}
}
