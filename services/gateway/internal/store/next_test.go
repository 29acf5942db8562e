package store_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// loose is a limit above any test's needs.
func loose() store.Bound { return store.Bound{InLane: 1000, InAll: 1000} }

// nextOf claims the next document of a lane; ok is false if there is none.
func nextOf(t *testing.T, s *store.Store, lane contract.Lane, bound store.Bound) (n store.Next, ok, blocked bool) {
	t.Helper()
	n, ok, blocked, err := s.ClaimNext(t.Context(),
		store.NextClaim{Lane: lane, Worker: "w", Token: "t", Lease: time.Minute, Bound: bound})
	require.NoError(t, err)
	return n, ok, blocked
}

func mustNext(t *testing.T, s *store.Store, lane contract.Lane) store.Next {
	t.Helper()
	n, ok, _ := nextOf(t, s, lane, loose())
	require.True(t, ok, "nothing to claim in lane", lane)
	return n
}

func TestNextFewestInWork(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	busy := acceptMany(t, s, gatewaytest.Account(), 40)
	released(t, s, store.Window{PerLane: 32, Share: 32, InFlight: 64, Redispatch: time.Hour}) // the window is full of them
	for i := range 3 {
		n := mustNext(t, s, contract.LaneInteractive)
		require.True(t, n.DocumentID == busy[i] && n.Released, "alone", n, "want", busy[i])
	}
	late := accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	if n := mustNext(t, s, contract.LaneInteractive); n.DocumentID != late || n.Released {
		t.Errorf("next %+v, want the late one %s, whose command is not published", n, late)
	}
	assert.Equal(t, mustNext(t, s, contract.LaneInteractive).DocumentID, busy[3], "afterwards")
}

func finishNext(t *testing.T, s *store.Store, n store.Next) {
	t.Helper()
	ref := contract.ClaimRef{DocumentID: n.DocumentID, Token: "t"}
	ok, err := s.Finish(t.Context(), ref, store.End{Extraction: gatewaytest.Extraction()})
	require.True(t, ok && err == nil, "finish", ok, err)
}

// Work in another lane must not push an account back in this one.
func TestNextPerLane(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	person, crowd := gatewaytest.Account(), gatewaytest.Account()
	scan := gatewaytest.Acceptance(person)
	scan.Document.Lane = contract.LaneSlow
	accept(t, s, scan)
	mustNext(t, s, contract.LaneSlow)
	acceptMany(t, s, crowd, 10)
	finishNext(t, s, mustNext(t, s, contract.LaneInteractive))
	invoice := accept(t, s, gatewaytest.Acceptance(person))
	assert.Equal(t, mustNext(t, s, contract.LaneInteractive).DocumentID, invoice, "next")
}

func TestConcurrentClaimLimit(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	slow := gatewaytest.Acceptance(account)
	slow.Document.Lane = contract.LaneSlow
	accept(t, s, slow)
	mustNext(t, s, contract.LaneSlow)
	acceptMany(t, s, account, 30)
	other := acceptMany(t, s, gatewaytest.Account(), 2)
	bound := store.Bound{InLane: 8, InAll: 6} // the slow one counts
	var claims sync.WaitGroup
	for range 20 {
		claims.Go(func() {
			_, _, _, err := s.ClaimNext(t.Context(), store.NextClaim{
				Lane: contract.LaneInteractive, Worker: "w", Token: "t", Lease: time.Minute, Bound: bound,
			})
			assert.NoError(t, err)
		})
	}
	claims.Wait()
	testkit.WantCount(t, pool, bound.InAll,
		`SELECT count(*) FROM documents WHERE status = 'processing' AND account = '`+account+
			`'`)
	for _, id := range other {
		testkit.WantCount(t, pool, 1,
			`SELECT count(*) FROM documents WHERE status = 'processing' AND 'ext_' || id::text = '`+id+
				`'`)
	}
	_, ok, blocked := nextOf(t, s, contract.LaneInteractive, bound)
	assert.True(t, !ok && blocked, "beyond the bound: claimed", ok, "blocked", blocked)
}

func TestNextEmptyQueue(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	_, ok, blocked := nextOf(t, s, contract.LaneBatch, loose())
	assert.True(t, !ok && !blocked, "empty lane: claimed", ok, "blocked", blocked)
	n := mustNext(t, s, contract.LaneInteractive)
	u := contract.ClaimUpdate{ClaimRef: contract.ClaimRef{DocumentID: n.DocumentID, Token: "t"}}
	ok, err := s.ReleaseClaim(t.Context(), u, time.Hour)
	require.True(t, ok && err == nil, "give back", ok, err)
	_, ok, blocked = nextOf(t, s, contract.LaneInteractive, loose())
	assert.True(t, !ok && !blocked, "resting: claimed", ok, "blocked", blocked)
}

func TestReleaseIntoSlowLane(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	scan := accept(t, s, gatewaytest.Acceptance(account))
	n := mustNext(t, s, contract.LaneInteractive)
	later := gatewaytest.Acceptance(account)
	later.Document.Lane = contract.LaneSlow
	accept(t, s, later)
	u := contract.ClaimUpdate{ClaimRef: contract.ClaimRef{DocumentID: n.DocumentID, Token: "t"}, Lane: contract.LaneSlow}
	ok, err := s.ReleaseClaim(t.Context(), u, time.Hour)
	require.True(t, ok && err == nil, "give back", ok, err)
	_, ok, _ = nextOf(t, s, contract.LaneInteractive, loose())
	assert.False(t, ok, "it is still in its old lane")
	again := mustNext(t, s, contract.LaneSlow)
	assert.True(t, again.DocumentID == scan && again.Attempt == 1,
		"next", again.DocumentID, "in attempt", again.Attempt, "want", scan, "at its old place, in its first")
}

func TestMoveToSlowLane(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	n := mustNext(t, s, contract.LaneInteractive)
	u := contract.ClaimUpdate{ClaimRef: contract.ClaimRef{DocumentID: n.DocumentID, Token: "t"}, Lane: contract.LaneSlow}
	for range 2 {
		ok, err := s.Extend(t.Context(), u, time.Minute, time.Hour)
		require.True(t, ok && err == nil, "extend", ok, err)
		u.Lane = "" // which does not change it
	}
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM documents WHERE lane = 'slow' AND status = 'processing'`)
}

// The queue is woken when few commands are left for an account, and never in vain.
func TestNextLow(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	acceptMany(t, s, account, 7)
	window := store.Window{PerLane: 32, Share: 4, InFlight: 64, Redispatch: time.Hour}
	released(t, s, window)
	for left := 3; left >= 0; left-- { // of the four that were released; three are not
		assert.Equal(t, lowNext(t, s, 2).Low, left <= 2, left, "commands left: low")
	}
	released(t, s, window)
	assert.False(t, lowNext(t, s, 2).Low, "nothing waits to be released, and the queue is told to do so")
}

func lowNext(t *testing.T, s *store.Store, low int) store.Next {
	t.Helper()
	n, ok, _, err := s.ClaimNext(t.Context(), store.NextClaim{
		Lane: contract.LaneInteractive, Worker: "w", Token: "t", Lease: time.Minute, Bound: loose(), Low: low,
	})
	require.NoError(t, err, "claim")
	require.True(t, ok, "claim")
	return n
}

func TestNextLayouts(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account, other := gatewaytest.Account(), gatewaytest.Account()
	taught(t, s, account, lessonOf(1, "A"))
	layouts := func(account string) bool {
		accept(t, s, gatewaytest.Acceptance(account))
		n := mustNext(t, s, contract.LaneInteractive)
		finishNext(t, s, n)
		return n.Layouts
	}
	assert.True(t, layouts(account) && !layouts(other), "layouts are said of the wrong account")
	testkit.Exec(t, pool, `UPDATE layouts SET enabled = false`)
	assert.False(t, layouts(account), "layouts that are switched off are said to be there")
}

// Over random arrivals, ends and lanes: while an account waits, no other gets a
// claim in its lane although it has more in work there.
func TestFairTurns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			m := newModel(t, rand.New(rand.NewPCG(seed, 1)))
			for range 250 {
				m.step()
			}
		})
	}
}

// queueModel models waiting documents and those in work, by account.
type queueModel struct {
	t        *testing.T
	s        *store.Store
	rand     *rand.Rand
	accounts []string
	waiting  map[string]int
	working  map[string][]store.Next
	since    map[string]int // claims of others while the account waited idle
}

func newModel(t *testing.T, r *rand.Rand) *queueModel {
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	m := &queueModel{
		t: t, s: s, rand: r,
		waiting: map[string]int{}, working: map[string][]store.Next{}, since: map[string]int{},
	}
	for range 6 {
		m.accounts = append(m.accounts, gatewaytest.Account())
	}
	return m
}

func (m *queueModel) step() {
	m.t.Helper()
	// One account sends very many documents, the others a few.
	account := m.accounts[0]
	if m.rand.IntN(2) == 0 {
		account = m.accounts[m.rand.IntN(len(m.accounts))]
	}
	switch what := m.rand.IntN(10); {
	case what < 4:
		accept(m.t, m.s, gatewaytest.Acceptance(account))
		m.waiting[account]++
	case what < 5:
		released(m.t, m.s, store.Window{PerLane: 4, Share: 2, InFlight: 1000, Redispatch: time.Hour})
	case what < 8:
		m.claim()
	default:
		m.finish(account)
	}
}

func (m *queueModel) claim() {
	m.t.Helper()
	const inLane = 3
	n, ok, blocked := nextOf(m.t, m.s, contract.LaneInteractive, store.Bound{InLane: inLane, InAll: inLane})
	may := func(a string) bool { return m.waiting[a] > 0 && len(m.working[a]) < inLane }
	if !ok {
		for _, a := range m.accounts {
			if may(a) {
				m.t.Errorf("nothing is claimed, although %s waits with %d in work", a, len(m.working[a]))
			}
			if m.waiting[a] > 0 && !blocked {
				m.t.Errorf("%s waits at its bound, and the claim does not say so", a)
			}
		}
		return
	}
	got := n.Account
	require.True(m.t, may(got), got, "has", len(m.working[got]), "in work and gets another")
	for _, a := range m.accounts {
		if a == got || !may(a) {
			continue
		}
		if len(m.working[a]) < len(m.working[got]) {
			m.t.Errorf("%s, which has %d in work, goes before %s, which has %d", got, len(m.working[got]), a, len(m.working[a]))
		}
		if m.since[a]++; len(m.working[a]) == 0 && m.since[a] > len(m.accounts) {
			m.t.Errorf("%s was passed over %d times with nothing in work", a, m.since[a])
		}
	}
	m.since[got] = 0
	m.waiting[got]--
	m.working[got] = append(m.working[got], n)
}

func (m *queueModel) finish(account string) {
	m.t.Helper()
	if mine := m.working[account]; len(mine) > 0 {
		finishNext(m.t, m.s, mine[0])
		m.working[account] = mine[1:]
	}
}
