package store_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/registertest"
)

// While a snapshot is held, as a dump of the database does, indexes keep what has ended.
// A claim does not go through all that was worked on since.
func TestWhatEndedDuringADumpIsNotWalked(t *testing.T) {
	t.Parallel()
	const few, many = 100, 4000
	less, more := claimAfter(t, few), claimAfter(t, many)
	t.Logf("%d blocks after %d documents, %d after %d", less, few, more, many)
	if more > 2*less {
		t.Errorf("a claim looks at %d blocks where %d documents ended during a dump, and at %d where %d did",
			more, many, less, few)
	}
}

// claimAfter returns how many blocks a claim looks at after so many documents of another
// lane were worked on, some time ago, while a snapshot was held.
func claimAfter(t *testing.T, documents int) (blocks int) {
	t.Helper()
	url := registertest.Database(t)
	_, pool := registertest.Store(t, url)
	change := func(sql string, args ...any) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	fill(t, pool, registertest.Account(), documents)
	change(`UPDATE documents SET lane = 'slow'`)
	fill(t, pool, registertest.Account(), 20)
	change(`VACUUM (FULL, ANALYZE) documents`)
	dump, err := pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dump.Rollback(t.Context()) })
	if _, err := dump.Exec(t.Context(), `SELECT count(*) FROM lanes`); err != nil {
		t.Fatal(err)
	}
	change(`UPDATE documents SET status = 'processing', token = id::text, started_at = now(), claimed_at = now(),
		lease_until = now() - interval '1 minute' WHERE lane = 'slow'`)
	change(`UPDATE documents SET status = 'failed', failure_code = 'TIMED_OUT', failure_message = 'No.', token = NULL,
		lease_until = NULL WHERE lane = 'slow'`)
	s, collected := explained(t, url)
	var all []int
	for range 5 {
		collected.take()
		mustNext(t, s, contract.LaneBatch)
		n, _ := collected.take()
		all = append(all, n)
	}
	return slices.Min(all)
}
