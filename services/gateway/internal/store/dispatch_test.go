package store_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestReleaseFairness(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	busy := acceptMany(t, s, gatewaytest.Account(), 1000)
	late := accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	w := store.Window{PerLane: 8, Share: 4, InFlight: 64, Redispatch: time.Hour}
	got := released(t, s, w)
	require.True(t, len(got) == 5 && slices.Contains(got, late),
		"released", got, "want the late one", late, "and four others")
	i := slices.Index(got, late)
	assert.True(t, i <= 1, "the late one is number", i+1)
	assert.EqualSlices(t, slices.DeleteFunc(got, func(id string) bool { return id == late }), busy[:4],
		"not the four oldest")
}

func TestReleaseRoundRobin(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	const accounts, each = 7, 3
	owner := map[string]int{}
	for i := range accounts {
		for _, id := range acceptMany(t, s, gatewaytest.Account(), each) {
			owner[id] = i
		}
	}
	// One place, freed again and again: every account gets it in turn.
	w := store.Window{PerLane: 1, Share: 1, InFlight: 1, Redispatch: time.Hour}
	for range each {
		seen := map[int]bool{}
		for range accounts {
			ids := released(t, s, w)
			require.Equal(t, len(ids), 1, "released", ids)
			seen[owner[ids[0]]] = true
			ref := claim(t, s, ids[0], "t")
			_, err := s.Finish(t.Context(), ref, store.End{Extraction: gatewaytest.Extraction()})
			require.NoError(t, err)
		}
		assert.Equal(t, len(seen), accounts, "accounts")
	}
	assert.Empty(t, released(t, s, w), "left over")
}

func TestReleaseWindow(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	acceptMany(t, s, account, 20)
	w := store.Window{PerLane: 8, Share: 4, InFlight: 6, Redispatch: time.Hour}
	first := released(t, s, w)
	require.Equal(t, len(first), 4, "released")
	for _, id := range first {
		claim(t, s, id, "t")
	}
	assert.Equal(t, len(released(t, s, w)), 2, "released beside 4 claimed, want up to 6 in flight")
	acceptMany(t, s, gatewaytest.Account(), 20)
	assert.Equal(t, len(released(t, s, w)), 4, "released of another account, want its share")
}

func TestReleasePerLane(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	for range 3 {
		a := gatewaytest.Acceptance(account)
		a.Document.Lane = contract.LaneBatch
		accept(t, s, a)
	}
	w := store.Window{PerLane: 2, Share: 2, InFlight: 2, Redispatch: time.Hour}
	require.Equal(t, len(released(t, s, w)), 2, "released of the batch")
	person := accept(t, s, gatewaytest.Acceptance(account))
	ids := released(t, s, w)
	assert.True(t, len(ids) == 1 && ids[0] == person, "released", ids, "want the interactive one")
}

func TestReleaseFullAccounts(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	w := store.Window{PerLane: 2, Share: 1, InFlight: 1, Redispatch: time.Hour}
	for range 6 { // each has one in work and one that must wait for it
		ids := acceptMany(t, s, gatewaytest.Account(), 2)
		claim(t, s, ids[0], "t")
	}
	free := accept(t, s, gatewaytest.Acceptance("acct_ffffffff-ffff-7fff-bfff-ffffffffffff"))
	for range 3 {
		if ids := released(t, s, w); len(ids) == 1 && ids[0] == free {
			return
		}
	}
	t.Error("the account behind the others is never reached")
}

func TestUnclaimed(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	id := accept(t, s, a)
	commands, err := s.Release(t.Context(), wide())
	require.NoError(t, err, commands)
	require.Equal(t, len(commands), 1, "release", commands)
	if again, err := s.Unclaimed(t.Context(), time.Hour); len(again) != 0 || err != nil {
		t.Errorf("too early: %v, %v", again, err)
	}
	require.NoError(t, s.RedispatchAll(t.Context()))
	again, err := s.Unclaimed(t.Context(), time.Hour)
	if err != nil || len(again) != 1 || again[0].DocumentID != id || again[0].Lane != contract.LaneInteractive {
		t.Errorf("again: %v, %v", again, err)
	}
	claim(t, s, id, "t")
	require.NoError(t, s.RedispatchIn(t.Context(), again, 0))
	claimed, err := s.Unclaimed(t.Context(), time.Hour)
	assert.True(t, len(claimed) == 0 && err == nil, "claimed and given again", claimed, err)
}

func TestQueued(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	ids := acceptMany(t, s, account, 3)
	batch := gatewaytest.Acceptance(gatewaytest.Account())
	batch.Document.Lane, batch.Principal.Plan = contract.LaneBatch, contract.PlanFree
	accept(t, s, batch)
	testkit.Exec(t, pool, `UPDATE documents SET available_at = now() - interval '1 hour'
		WHERE lane = 'batch'`)
	// One is released and claimed, one released only: that one still waits.
	released(t, s, store.Window{PerLane: 2, Share: 2, InFlight: 9, Redispatch: time.Hour})
	claim(t, s, ids[0], "t")
	queued, err := s.Queued(t.Context())
	require.NoError(t, err)
	got := map[string]store.Queued{}
	for _, q := range queued {
		got[q.Lane+" "+q.Plan] = q
	}
	q := got["interactive Pro"]
	assert.True(t, q.Documents == 2 && q.Oldest >= 0 && q.Oldest < time.Hour, "interactive", q)
	q = got["batch Free"]
	assert.True(t, q.Documents == 1 && q.Oldest >= time.Hour, "batch", q)
	assert.Equal(t, len(got), 2, "queued", queued)
}

// An account's documents wait in several lanes, and count together.
func TestWaitingCountsByAccount(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	want := map[string]int{}
	for account, lanes := range map[string][]contract.Lane{
		gatewaytest.Account(): {contract.LaneInteractive, contract.LaneBatch, contract.LaneBatch, contract.LaneSlow},
		gatewaytest.Account(): {contract.LaneBatch},
	} {
		for _, lane := range lanes {
			a := gatewaytest.Acceptance(account)
			a.Document.Lane = lane
			_, err := s.Accept(t.Context(), a, store.Terms{})
			require.NoError(t, err)
			want[account]++
		}
	}
	got, err := s.Waiting(t.Context())
	assert.True(t, err == nil && maps.Equal(got, want), got, err, "want", want)
}

// A release and a claim read neither all of a long queue nor all accounts that wait, even if the planner has
// no statistics because the queue has just filled up.
func TestLongQueueCost(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	pool := gatewaytest.Pool(t, url)
	s, collected := explained(t, url)
	testkit.Exec(t, pool, `
		INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane)
		SELECT gen_random_uuid(), 'acct_' || CASE WHEN i <= 15000 THEN 0 ELSE i % 500 END, 'Pro', 'f', 1, 'm', 's',
			i::text, 'auto', 'interactive'
		FROM generate_series(1, 20000) AS i`)
	for _, when := range []string{"without statistics", "with statistics"} {
		collected.Take()
		n := len(released(t, s, store.Window{PerLane: 32, Share: 8, InFlight: 64, Redispatch: time.Hour}))
		assert.True(t, n <= 32, "released", n)
		pages := blocksOf(collected.Take())
		assert.True(t, pages != 0 && pages <= 3000, when, "a round of 32 looks at", pages, "pages")
		for range 17 {
			mustNext(t, s, contract.LaneInteractive)
			pages := blocksOf(collected.Take())
			assert.True(t, pages != 0 && pages <= 500, when, "a claim looks at", pages, "pages")
		}
		testkit.Exec(t, pool,
			`ANALYZE documents; UPDATE documents SET redispatch_at = NULL WHERE redispatch_at IS NOT NULL`)
	}
}
