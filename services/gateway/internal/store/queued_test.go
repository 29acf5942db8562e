package store_test

import (
	"maps"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestQueued(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	ids := acceptMany(t, s, account, 3)
	batch := gatewaytest.Acceptance(gatewaytest.Account())
	batch.Document.Lane, batch.Principal.Plan = contract.LaneBatch, contract.PlanFree
	accept(t, s, batch)
	if _, err := pool.Exec(t.Context(), `UPDATE documents SET available_at = now() - interval '1 hour'
		WHERE lane = 'batch'`); err != nil {
		t.Fatal(err)
	}
	// One is released and claimed, one released only: that one still waits.
	released(t, s, store.Window{PerLane: 2, Share: 2, InFlight: 9, Redispatch: time.Hour})
	claim(t, s, ids[0], "t")
	queued, err := s.Queued(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]store.Queued{}
	for _, q := range queued {
		got[q.Lane+" "+q.Plan] = q
	}
	if q := got["interactive Pro"]; q.Documents != 2 || q.Oldest < 0 || q.Oldest >= time.Hour {
		t.Errorf("interactive: %+v", q)
	}
	if q := got["batch Free"]; q.Documents != 1 || q.Oldest < time.Hour {
		t.Errorf("batch: %+v", q)
	}
	if len(got) != 2 {
		t.Errorf("queued %+v", queued)
	}
}

// For any number of ended documents, counting the waiting ones does not read them.
func TestQueuedCost(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	fill(t, gatewaytest.Pool(t, url), gatewaytest.Account(), 3000)
	s, collected := explained(t, url)
	if _, err := s.Queued(t.Context()); err != nil {
		t.Fatal(err)
	}
	statements := collected.Take()
	if len(statements) != 1 || !statements[0].Root.UsesIndex("documents_queued") || statements[0].Root.SeqScans() != nil {
		t.Errorf("%+v", statements)
	}
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
			if _, err := s.Accept(t.Context(), a, store.Terms{}); err != nil {
				t.Fatal(err)
			}
			want[account]++
		}
	}
	if got, err := s.Waiting(t.Context()); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
