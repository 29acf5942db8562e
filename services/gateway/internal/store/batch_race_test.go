package store_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// For any concurrent operations on its documents, a batch ends once, with one correct event.
func TestConcurrentEndsAndErasures(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	const batches, size, racers = 6, 8, 16
	account := gatewaytest.Account()
	var all []model.BatchAcceptance
	var ids []string
	for range batches {
		a := gatewaytest.Batch(account, size)
		acceptBatch(t, s, a)
		all = append(all, a)
		for _, f := range a.Files {
			ids = append(ids, f.Document.ID)
		}
	}
	race(t, s, account, ids, racers)
	for _, id := range ids {
		if d, ok, err := s.Document(t.Context(), account, id); err != nil {
			t.Fatal(err)
		} else if ok && !d.Status.Ended() {
			finishSomehow(t, s, id)
		}
	}
	for _, a := range all {
		b := readBatch(t, s, a)
		kinds, e := batchEvents(t, pool, a.BatchID)
		if len(kinds) != 1 || !b.Status.Ended() || b.CompletedAt == nil {
			t.Errorf("batch %+v, events %v", b, kinds)
		}
		n := b.Counts
		if n.Queued+n.Processing != 0 || e.Completed != n.Completed || e.Failed != n.Failed || e.Deleted != n.Deleted {
			t.Errorf("counts %+v, event %+v", n, e)
		}
	}
	if n := count(t, pool, `SELECT count(*) FROM batches WHERE open <> 0`); n != 0 {
		t.Errorf("%d batches are open", n)
	}
	if n := count(t, pool, `SELECT count(*) FROM outbox o WHERE ref LIKE 'ext_%' AND NOT EXISTS (SELECT FROM documents `+
		`d WHERE 'ext_' || d.id::text = o.ref)`); n != 0 {
		t.Errorf("%d events of erased documents", n)
	}
	if n := count(t, pool, `SELECT count(*) FROM erasures e`) +
		count(t, pool, `SELECT count(*) FROM documents`); n != batches*size {
		t.Errorf("%d erasures and documents, want %d", n, batches*size)
	}
}

func race(t *testing.T, s *store.Store, account string, ids []string, racers int) {
	var erased atomic.Int32
	var wg sync.WaitGroup
	for racer := range racers {
		random := rand.New(rand.NewPCG(11, uint64(racer)))
		wg.Go(func() {
			for range 40 {
				id := ids[random.IntN(len(ids))]
				var err error
				if what := random.IntN(12); what < 10 {
					_, err = act(t, s, id, fmt.Sprint(racer), what%8)
				} else {
					var ok bool
					if _, ok, err = s.Erase(t.Context(), account, id, "", time.Hour, nil); ok {
						erased.Add(1)
					}
				}
				if err != nil {
					t.Errorf("racer %d: %v", racer, err)
				}
			}
		})
	}
	wg.Wait()
	if erased.Load() == 0 {
		t.Error("nothing was erased")
	}
}

// For concurrent calls, the month is never exceeded and never left unused.
func TestQuotaWithParallelBatches(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	const limit, racers = 45, 12
	gatewaytest.Limit(t, url, limit)
	account := gatewaytest.Account()
	var wg sync.WaitGroup
	for racer := range racers {
		wg.Go(func() {
			if racer%3 == 0 {
				for range 3 {
					if _, err := s.Accept(t.Context(), gatewaytest.Acceptance(account), store.Terms{}); err != nil {
						t.Error(err)
					}
				}
				return
			}
			b, c, err := s.AcceptBatch(t.Context(), gatewaytest.Batch(account, 7), store.Terms{}, refuse, nil)
			if err != nil {
				t.Error(err)
			}
			if n := record.OfBatch(b).Counts; c.Granted && (n.Queued != c.Charged || n.Queued+n.Rejected != 7) {
				t.Errorf("%d charged, counts %+v", c.Charged, n)
			}
		})
	}
	wg.Wait()
	for what, sql := range map[string]string{
		"documents": `SELECT count(*) FROM documents`,
		"charges":   `SELECT count(*) FROM quota.charges`,
		"used":      `SELECT used FROM quota.months`,
		"both":      `SELECT count(*) FROM documents JOIN quota.charges ON document = id`,
	} {
		if n := count(t, pool, sql); n != limit {
			t.Errorf("%s: %d, want %d", what, n, limit)
		}
	}
}
