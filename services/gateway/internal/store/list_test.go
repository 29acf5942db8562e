package store_test

import (
	"math/rand/v2"
	"slices"
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

func ptr[T any](v T) *T { return &v }

// fill writes n documents, ten per millisecond: the newest 100 open, the others mostly completed, one in ten failed.
func fill(t testing.TB, pool *pgxpool.Pool, account string, n int) {
	t.Helper()
	err := gatewaytest.Bulk(t.Context(), pool, `
		INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane,
		                       status, started_at, accepted_at, completed_at, document_type, confidence, data, fields, checks,
		                       failure_code, failure_message, batch_id, batch_index)
		SELECT gen_random_uuid(), $1, 'Pro', i || '.pdf', 1, 'application/pdf', 's', $1 || i, CASE WHEN i % 7 = 0 THEN
			'receipt' ELSE 'auto' END, 'batch',
		       status, CASE WHEN status <> 'queued' OR i % 3 = 0 THEN now() END,
		       timestamptz '2026-11-01' + i * interval '100 microseconds',
		       CASE WHEN status IN ('completed', 'failed') THEN now() END,
		       CASE WHEN status = 'completed' THEN CASE WHEN i % 50 = 0 THEN 'generic' ELSE 'invoice' END END,
		       CASE WHEN status = 'completed' THEN (i % 100) / 100.0 END,
		       CASE WHEN status = 'completed' THEN '{"invoiceNumber":"R-1001","total":"119.00","text":"full"}'::json END,
		       CASE WHEN status = 'completed' THEN '{"total":{"value":"119.00"}}'::json END,
		       CASE WHEN status = 'completed' THEN '[]'::json END,
		       CASE WHEN status = 'failed' THEN 'CORRUPT_FILE' END, CASE WHEN status = 'failed' THEN 'No.' END,
		       (left(md5($1), 8) || lpad(to_hex(i / 100), 24, '0'))::uuid, i % 100
		FROM generate_series(1, $2::int) AS i, LATERAL (SELECT CASE
			WHEN i > $2::int - 100 AND i % 2 = 0 THEN 'queued' WHEN i > $2::int - 100 THEN 'processing'
			WHEN i % 10 = 3 THEN 'failed' ELSE 'completed' END AS status) AS drawn`, account, n)
	require.NoError(t, err)
}

func list(
	t *testing.T, s *store.Store, account string, f model.Filter, after *store.Position, limit int,
) (docs []model.Document) {
	t.Helper()
	err := s.List(t.Context(), account, f, after, limit, func(d model.Document) error {
		docs = append(docs, d)
		return nil
	})
	require.NoError(t, err)
	return docs
}

// selects repeats the filter's condition on the client's record.
func selects(t *testing.T, f model.Filter, d model.Document) bool {
	t.Helper()
	r, err := record.Brief(d)
	require.NoError(t, err)
	return (!f.Ended || r.Status.Ended()) && (f.Status == "" || f.Status == r.Status) &&
		(f.DocumentType == "" || f.DocumentType == r.DocumentType) && (f.BatchID == "" || f.BatchID == *r.BatchID) &&
		(f.CreatedAfter == nil || r.CreatedAt.After(f.CreatedAfter.Time)) &&
		(f.CreatedBefore == nil || r.CreatedAt.Before(f.CreatedBefore.Time)) &&
		(f.MinConfidence == nil || r.Confidence != nil && *r.Confidence >= *f.MinConfidence)
}

func randomFilter(random *rand.Rand, all []model.Document) (f model.Filter) {
	at := func() *contract.Time {
		when := all[random.IntN(len(all))].AcceptedAt
		if random.IntN(2) == 0 {
			return ptr(contract.TimeOf(when)) // as a record shows it
		}
		return &contract.Time{Time: when}
	}
	if random.IntN(3) == 0 {
		f.Ended = true
	}
	if random.IntN(2) == 0 {
		f.Status = []contract.Status{"queued", "processing", "completed", "failed", "rejected"}[random.IntN(5)]
	}
	if random.IntN(3) == 0 {
		f.DocumentType = []string{"auto", "receipt", "invoice", "generic"}[random.IntN(4)]
	}
	if random.IntN(4) == 0 {
		f.BatchID = *all[random.IntN(len(all))].BatchID
	}
	if random.IntN(3) == 0 {
		f.CreatedAfter = at()
	}
	if random.IntN(3) == 0 {
		f.CreatedBefore = at()
	}
	if random.IntN(4) == 0 {
		f.MinConfidence = ptr(float64(random.IntN(101)) / 100)
	}
	return f
}

// For every filter, the pages contain the matching records in the list's order.
func TestListFilters(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	fill(t, pool, account, 400)
	fill(t, pool, gatewaytest.Account(), 50)
	all := list(t, s, account, model.Filter{}, nil, 1000)
	if len(all) != 400 || !slices.IsSortedFunc(all,
		func(a, b model.Document) int { return b.AcceptedAt.Compare(a.AcceptedAt) }) {
		t.Fatalf("%d documents, or not the newest first", len(all))
	}
	assert.Empty(t, list(t, s, account, model.Filter{BatchID: "batch_1"}, nil, 5), "a batch that cannot be", "documents")
	random := rand.New(rand.NewPCG(5, 8))
	for range 150 {
		f := randomFilter(random, all)
		var want, got []string
		for _, d := range all {
			if selects(t, f, d) {
				want = append(want, d.ID)
			}
		}
		var after *store.Position
		for size := 1 + random.IntN(40); ; {
			page := list(t, s, account, f, after, size)
			for _, d := range page {
				got = append(got, d.ID)
			}
			if len(page) < size {
				break
			}
			after = ptr(store.PositionOf(page[size-1]))
		}
		require.EqualSlices(t, got, want, f, "selects", len(got))
	}
}

// A page reads about as many of a hundred thousand documents as it shows, with and without statistics.
// Positions are in the middle, where a scan from the newest would be visible.
func TestListCost(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	pool := gatewaytest.Pool(t, url)
	s, collected := explained(t, url)
	account := gatewaytest.Account()
	const n = 19_000
	fill(t, pool, account, n)
	fill(t, pool, gatewaytest.Account(), n/10)
	middle := time.Date(2026, 11, 1, 0, 0, 1, 0, time.UTC)
	after := &store.Position{AcceptedAt: middle,
		DocumentID: contract.PrefixDocument + "ffffffff-ffff-7fff-bfff-ffffffffffff"}
	const limit = 101
	batch := *list(t, s, account, model.Filter{}, after, 1)[0].BatchID
	for _, when := range []string{"without statistics", "with statistics"} {
		for name, c := range map[string]struct {
			filter model.Filter
			after  *store.Position
			want   int // rows
		}{
			"newest":           {model.Filter{}, nil, limit},
			"next page":        {model.Filter{}, after, limit},
			"ended":            {model.Filter{Ended: true}, nil, limit},
			"ended, next":      {model.Filter{Ended: true}, after, limit},
			"queued":           {model.Filter{Status: contract.StatusQueued}, nil, 34},
			"processing":       {model.Filter{Status: contract.StatusProcessing}, nil, 66},
			"processing, next": {model.Filter{Status: contract.StatusProcessing}, after, 0},
			"completed, next":  {model.Filter{Status: contract.StatusCompleted}, after, limit},
			"failed":           {model.Filter{Status: contract.StatusFailed}, nil, limit},
			"type":             {model.Filter{DocumentType: "generic"}, after, limit},
			"type of none":     {model.Filter{DocumentType: "bank_statement"}, nil, 0},
			"type, ended":      {model.Filter{DocumentType: "generic", Ended: true}, nil, limit},
			"batch":            {model.Filter{BatchID: batch}, nil, 100},
			"batch of none": {model.Filter{BatchID: contract.PrefixBatch + "ffffffff-0000-0000-0000-000000000123"}, nil,
				0},
			"span": {model.Filter{CreatedAfter: ptr(contract.TimeOf(middle)),
				CreatedBefore: ptr(contract.TimeOf(middle.Add(5 * time.Millisecond)))}, nil, 40},
			"confidence": {model.Filter{MinConfidence: ptr(0.5), Ended: true}, nil, limit},
			"failed of long ago": {model.Filter{Status: contract.StatusFailed,
				CreatedBefore: ptr(contract.TimeOf(middle.Add(-800 * time.Millisecond)))}, nil, limit},
			"account without any": {model.Filter{}, nil, 0},
		} {
			who := account
			if name == "account without any" {
				who = gatewaytest.Account()
			}
			collected.Take()
			rows := len(list(t, s, who, c.filter, c.after, limit))
			pages := blocksOf(collected.Take())
			assert.Equal(t, rows, c.want, name, when, "rows")
			// Without statistics, the planner does not know how many rows match, and may sort a table of this size.
			known := when == "with statistics" || !slices.Contains([]string{"newest", "ended", "confidence"}, name)
			if known && pages > 1500 {
				t.Errorf("%s, %s: looks at %d pages", name, when, pages)
			}
		}
		testkit.Exec(t, pool, `ANALYZE documents`)
	}
	assert.NoError(t, s.Check(t.Context()))
}

// Previous and next documents follow the order of the list.
func TestNeighbors(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account, other := gatewaytest.Account(), gatewaytest.Account()
	fill(t, pool, account, 25) // ten of one moment
	fill(t, pool, other, 5)
	docs := list(t, s, account, model.Filter{}, nil, 100)
	for i, d := range docs {
		var want [2]string
		if i > 0 {
			want[0] = docs[i-1].ID
		}
		if i < len(docs)-1 {
			want[1] = docs[i+1].ID
		}
		before, after, err := s.Neighbors(t.Context(), account, d.ID)
		if err != nil || before != want[0] || after != want[1] {
			t.Errorf("document %d lies between %q and %q, want %q; %v", i, before, after, want, err)
		}
	}
	for _, id := range []string{docs[0].ID, "ext_none"} {
		before, after, err := s.Neighbors(t.Context(), other, id)
		assert.True(t, err == nil && before+after == "", id, "of another account", before, after, err)
	}
}
