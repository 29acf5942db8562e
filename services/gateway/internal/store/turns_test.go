package store_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

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
	if !may(got) {
		m.t.Fatalf("%s has %d in work and gets another", got, len(m.working[got]))
	}
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
