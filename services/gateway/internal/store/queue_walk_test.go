package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// The cost of a release and a claim does not depend on the number of waiting documents, even if the plans
// were made for few.
func TestQueueCost(t *testing.T) {
	t.Parallel()
	const short, long = 100, 4000
	blocks := map[int]map[string]int{}
	for _, waiting := range []int{short, long} {
		blocks[waiting] = costOfWaiting(t, waiting)
	}
	for name, few := range blocks[short] {
		many := blocks[long][name]
		t.Logf("%s: %d blocks where %d wait, %d where %d do", name, few, short, many, long)
		// Indexes with forty times the entries are a level deeper, and their pages split during moves; a
		// scan reads twenty times as many.
		if many > 3*few {
			t.Errorf("%s looks at %d blocks where %d documents wait, and at %d where %d do", name, many, long, few, short)
		}
	}
}

// costOfWaiting returns the blocks read by statements with that many waiting documents of one account.
func costOfWaiting(t *testing.T, waiting int) (blocks map[string]int) {
	t.Helper()
	url := gatewaytest.Database(t)
	_, pool := gatewaytest.Store(t, url)
	fill(t, pool, gatewaytest.Account(), waiting)
	change := func(sql string) {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	change(`ALTER TABLE documents SET (autovacuum_enabled = off)`)
	change(`UPDATE documents SET status = 'failed', failure_code = 'TIMED_OUT', failure_message = 'No.', started_at = NULL,
		batch_id = NULL, batch_index = NULL`)
	change(`VACUUM (FULL, ANALYZE) documents`)
	s, collected := explained(t, url)
	release := func() {
		window := store.Window{PerLane: 8, Share: 8, InFlight: 64, Redispatch: time.Hour}
		if _, err := s.Release(t.Context(), window); err != nil {
			t.Fatal(err)
		}
	}
	for range plansAreFixedAfter + 1 {
		release()
		nextOf(t, s, contract.LaneBatch, loose())
	}
	change(`UPDATE documents SET status = 'queued', failure_code = NULL, failure_message = NULL, completed_at = NULL,
		available_at = accepted_at`)
	all := map[string][]int{}
	for range 5 {
		collected.Take()
		release()
		all["release"] = append(all["release"], blocksOf(collected.Take()))
		mustNext(t, s, contract.LaneBatch)
		all["claim"] = append(all["claim"], blocksOf(collected.Take()))
	}
	blocks = map[string]int{}
	for name, each := range all {
		blocks[name] = slices.Min(each)
	}
	return blocks
}
