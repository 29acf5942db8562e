package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func refuse(c store.Charge) model.Refusal {
	return model.Refusal{Code: contract.CodeQuotaExceeded, Message: fmt.Sprintf("Only %d.", c.Limit)}
}

func acceptBatch(t *testing.T, s *store.Store, a model.BatchAcceptance) contract.Batch {
	t.Helper()
	b, c, err := s.AcceptBatch(t.Context(), a, store.Terms{}, refuse, nil)
	require.NoError(t, err, c)
	require.True(t, c.Granted, "accept", c)
	return record.OfBatch(b)
}

func readBatch(t *testing.T, s *store.Store, a model.BatchAcceptance) contract.Batch {
	t.Helper()
	b, ok, err := s.Batch(t.Context(), a.Principal.AccountID, a.BatchID)
	require.NoError(t, err, "batch")
	require.True(t, ok, "batch")
	return record.OfBatch(b)
}

// batchEvents returns the outbox's messages about a batch.
func batchEvents(
	t *testing.T, pool *pgxpool.Pool, batchID string,
) (kinds []contract.EventType, last contract.BatchEvent) {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT msg_id, payload FROM outbox WHERE ref = $1`, batchID)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var msgID string
		var payload []byte
		var e contract.Event
		require.NoError(t, rows.Scan(&msgID, &payload))
		require.NoError(t, json.Unmarshal(payload, &e))
		require.NoError(t, json.Unmarshal(e.Data, &last))
		assert.Equal(t, msgID, fmt.Sprintf("%s:%s", e.Event, batchID), "message id")
		kinds = append(kinds, e.Event)
	}
	return kinds, last
}

func end(t *testing.T, s *store.Store, id string, code contract.Code) {
	t.Helper()
	e := store.End{Extraction: gatewaytest.Extraction()}
	if code != "" {
		e = store.End{Failure: &contract.Failure{Code: code, Message: "No."}}
	}
	ok, err := s.Finish(t.Context(), claim(t, s, id, "t"), e)
	require.True(t, ok && err == nil, "finish", ok, err)
}

func erase(t *testing.T, s *store.Store, account, id string) store.Erasure {
	t.Helper()
	e, ok, err := s.Erase(t.Context(), account, id, "", time.Hour, nil)
	require.NoError(t, err, "erase")
	require.True(t, ok, "erase")
	return e
}

func TestAcceptBatch(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	gatewaytest.Limit(t, url, 2)
	a := gatewaytest.Batch(gatewaytest.Account(), 3)
	a.Files = slices.Insert(a.Files, 1, gatewaytest.Refused("empty.pdf"))
	b := acceptBatch(t, s, a)
	if b.Status != contract.StatusQueued || b.Total != 4 || b.Counts != (contract.BatchCounts{Queued: 2, Rejected: 2}) ||
		b.CompletedAt != nil {
		t.Errorf("batch: %+v", b)
	}
	for i, want := range []contract.BatchEntry{
		{Index: 0, FileName: "0.pdf", ID: a.Files[0].Document.ID, Status: contract.StatusQueued},
		{Index: 1, FileName: "empty.pdf", Status: contract.StatusRejected, Error: "The file is empty.",
			Code: contract.CodeEmptyFile},
		{Index: 2, FileName: "1.pdf", ID: a.Files[2].Document.ID, Status: contract.StatusQueued},
		{Index: 3, FileName: "2.pdf", Status: contract.StatusRejected, Error: "Only 2.", Code: contract.CodeQuotaExceeded},
	} {
		assert.Equal(t, b.Results[i], want, "entry", i)
	}
	testkit.WantCount(t, pool, 2, `SELECT count(*) FROM quota.charges`)
	d, _, err := s.Document(t.Context(), a.Principal.AccountID, b.Results[0].ID)
	assert.True(t, err == nil && d.BatchID != nil && *d.BatchID == a.BatchID, "document", d.BatchID, err)
	_, ok, err := s.Batch(t.Context(), gatewaytest.Account(), a.BatchID)
	assert.True(t, !ok && err == nil, "another account's", ok, err)
}

func TestBatchOfRefusedFiles(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Batch(gatewaytest.Account(), 0)
	a.Files = []model.BatchFile{gatewaytest.Refused("a"), gatewaytest.Refused("b")}
	b := acceptBatch(t, s, a)
	assert.True(t, b.Status == contract.StatusCompleted && b.CompletedAt != nil && b.Counts.Rejected == 2, "batch", b)
	kinds, e := batchEvents(t, pool, a.BatchID)
	if !slices.Equal(kinds, []contract.EventType{contract.EventBatchCompleted}) || e.Total != 2 || e.Rejected != 2 ||
		len(e.Results) != 0 {
		t.Errorf("events %v, %+v", kinds, e)
	}
	assert.Equal(t, testkit.Value[int](t, pool, `SELECT count(*) FROM quota.months`), 0,
		"the month was opened for nothing")
}

func TestBatchEnd(t *testing.T) {
	t.Parallel()
	const deleted contract.Code = "deleted"
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	for name, c := range map[string]struct {
		ends []contract.Code // "" completes
		want contract.EventType
	}{
		"completed": {[]contract.Code{"", ""}, contract.EventBatchCompleted},
		"files at fault": {[]contract.Code{contract.CodeCorruptFile, contract.CodeCorruptFile},
			contract.EventBatchCompleted},
		"ours and a file's": {[]contract.Code{contract.CodeInternalError, contract.CodeCorruptFile},
			contract.EventBatchCompleted},
		"ours alone": {[]contract.Code{contract.CodeInternalError, contract.CodeInternalError},
			contract.EventBatchFailed},
		"ours and a deleted one":    {[]contract.Code{contract.CodeInternalError, deleted}, contract.EventBatchFailed},
		"all deleted":               {[]contract.Code{deleted, deleted}, contract.EventBatchCompleted},
		"a deleted and a completed": {[]contract.Code{deleted, ""}, contract.EventBatchCompleted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := gatewaytest.Batch(gatewaytest.Account(), len(c.ends))
			acceptBatch(t, s, a)
			for i, code := range c.ends {
				b := readBatch(t, s, a)
				assert.False(t, b.Status.Ended(), b.Status, "before the last document")
				if id := a.Files[i].Document.ID; code == deleted {
					erase(t, s, a.Principal.AccountID, id)
				} else {
					end(t, s, id, code)
				}
			}
			kinds, e := batchEvents(t, pool, a.BatchID)
			assert.EqualSlices(t, kinds, []contract.EventType{c.want}, "events")
			b := readBatch(t, s, a)
			assert.True(t, b.Status.Ended() && (b.Status == contract.StatusFailed) == (c.want == contract.EventBatchFailed),
				"status", b.Status)
			n := b.Counts
			if e.Completed != n.Completed || e.Failed != n.Failed || e.Deleted != n.Deleted || len(e.Results) != len(c.ends) {
				t.Errorf("event %+v, counts %+v", e, n)
			}
		})
	}
}

func TestEraseFromBatch(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Batch(gatewaytest.Account(), 2)
	acceptBatch(t, s, a)
	first, second := a.Files[0].Document.ID, a.Files[1].Document.ID
	end(t, s, first, "")
	end(t, s, second, "")
	assert.True(t, erase(t, s, a.Principal.AccountID, first).BatchID == nil,
		"an event that was not published is to be purged")
	kinds, e := batchEvents(t, pool, a.BatchID)
	if len(kinds) != 1 || e.Deleted != 1 || e.Completed != 1 || e.Results[0].FileName != "" ||
		e.Results[0].Status != contract.StatusDeleted {
		t.Errorf("event that was not published: %v %+v", kinds, e)
	}
	testkit.Exec(t, pool, `UPDATE outbox SET published_at = now()`)
	if e := erase(t, s, a.Principal.AccountID, second); e.BatchID == nil || *e.BatchID != a.BatchID {
		t.Errorf("the published event is not to be purged: %+v", e)
	}
	kinds, _ = batchEvents(t, pool, a.BatchID)
	assert.Empty(t, kinds, "the outbox still holds")
	b := readBatch(t, s, a)
	if b.Status != contract.StatusCompleted || b.Counts.Deleted != 2 || b.Results[1].FileName != "" ||
		b.Results[1].ID != second {
		t.Errorf("batch: %+v", b)
	}
}

// For any concurrent operations, a document ends in one state with one event, and is refunded after an
// internal error alone; its batch ends once, with one correct event.
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
		assert.True(t, len(kinds) == 1 && b.Status.Ended() && b.CompletedAt != nil, "batch", b, "events", kinds)
		n := b.Counts
		if n.Queued+n.Processing != 0 || e.Completed != n.Completed || e.Failed != n.Failed || e.Deleted != n.Deleted {
			t.Errorf("counts %+v, event %+v", n, e)
		}
	}
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM batches WHERE open <> 0`)
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM documents
		WHERE status NOT IN ('completed', 'failed') OR token IS NOT NULL OR attempt NOT BETWEEN 1 AND 3`)
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM documents d
		WHERE (SELECT count(*) FROM outbox WHERE ref = 'ext_' || d.id::text) <> 1`)
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM quota.charges JOIN documents d ON d.id = document
		WHERE (given_back_at IS NOT NULL) <> (coalesce(failure_code, '') = 'INTERNAL_ERROR')`)
	testkit.WantCount(t, pool, 0,
		`SELECT count(*) FROM outbox o WHERE ref LIKE 'ext_%' AND NOT EXISTS (SELECT FROM documents `+
			`d WHERE 'ext_' || d.id::text = o.ref)`)
	n := testkit.Value[int](t, pool, `SELECT count(*) FROM erasures e`) +
		testkit.Value[int](t, pool, `SELECT count(*) FROM documents`)
	assert.Equal(t, n, batches*size, "erasures and documents")
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
				assert.NoError(t, err, "racer", racer)
			}
		})
	}
	wg.Wait()
	assert.NotEqual(t, erased.Load(), 0, "nothing was erased")
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
					_, err := s.Accept(t.Context(), gatewaytest.Acceptance(account), store.Terms{})
					assert.NoError(t, err)
				}
				return
			}
			b, c, err := s.AcceptBatch(t.Context(), gatewaytest.Batch(account, 7), store.Terms{}, refuse, nil)
			assert.NoError(t, err)
			if n := record.OfBatch(b).Counts; c.Granted && (n.Queued != c.Charged || n.Queued+n.Rejected != 7) {
				t.Errorf("%d charged, counts %+v", c.Charged, n)
			}
		})
	}
	wg.Wait()
	for _, sql := range []string{
		`SELECT count(*) FROM documents`, `SELECT count(*) FROM quota.charges`, `SELECT used FROM quota.months`,
		`SELECT count(*) FROM documents JOIN quota.charges ON document = id`,
	} {
		testkit.WantCount(t, pool, limit, sql)
	}
}
