package store_test

import (
	"context"
	"fmt"
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
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// explained opens a store whose statements are collected with their plans.
func explained(t *testing.T, url string, settings ...string) (*store.Store, *testkit.Plans) {
	t.Helper()
	pool, collected := testkit.Explained(t, url, "gateway", settings...)
	return store.New(pool, pool), collected
}

func blocksOf(statements []testkit.Plan) (blocks int) {
	for _, p := range statements {
		blocks += p.Root.Blocks()
	}
	return blocks
}

// keep adds n ended records of many accounts, with their rows in other tables, and updates the planner's statistics.
func keep(t *testing.T, pool *pgxpool.Pool, account string, n int) {
	t.Helper()
	for i := range 3 {
		fill(t, pool, fmt.Sprint("other-", i, account), n/6)
	}
	fill(t, pool, account, n/2)
	for _, sql := range []string{
		`UPDATE documents SET status = 'failed', failure_code = 'TIMED_OUT', failure_message = 'No.',
			sha256 = id::text, accepted_at = accepted_at - interval '1 hour' WHERE status IN ('queued', 'processing')`,
		`UPDATE documents SET sha256 = md5(id::text), content_key = decode(md5(id::text), 'hex'), missing = '{}',
			failed_checks = '{}', search = 'lindner r-' || id, batch_id = NULL, batch_index = NULL`,
		`INSERT INTO outbox (ref, subject, msg_id, payload, published_at)
			SELECT 'ext_' || id, 's', 'e:' || id, 'p', now() - interval '1 hour' FROM documents`,
		`INSERT INTO quota.charges (document, account, month) SELECT id, account, '2026-11-01' FROM documents`,
		`INSERT INTO idempotency_keys (account, key, token, process, fingerprint, answer, accepted_at)
			SELECT account, id::text, 't', 1, 'f', 'ext_' || id, now() FROM documents`,
		`INSERT INTO erasures (document, account, lane, object_key, due_at)
			SELECT gen_random_uuid(), account, lane, object_key, now() + interval '1 hour' FROM documents`,
		`INSERT INTO batches (id, account, total, open, completed_at, status)
			SELECT id, account, 1, 0, now(), 'completed' FROM documents`,
		`INSERT INTO batch_entries (batch, index, document) SELECT id, 0, id FROM documents`,
		`INSERT INTO corrections (document, path, value, corrected_by) SELECT id, 'total', '1', 'u' FROM documents`,
		`INSERT INTO revisions (document, absent, checks, confidence, remade) SELECT id, '{}', '[]', 1, '{}' FROM documents`,
	} {
		require.NoError(t, gatewaytest.Bulk(t.Context(), pool, sql), sql)
	}
	testkit.Exec(t, pool, `VACUUM ANALYZE`)
}

// operation is a repeated operation of the gateway.
type operation struct {
	name string
	do   func(ctx context.Context) error
}

// way is the life of a document, with the operations of its readers and the scheduled jobs.
func way(s *store.Store, account string) []operation {
	var a model.Acceptance
	var next store.Next
	none := func(_ int64, err error) error { return err }
	return []operation{
		{"accept", func(ctx context.Context) error {
			a = gatewaytest.Acceptance(account)
			a.Document.SHA256 = a.Document.ID
			a.Claim = nil
			_, err := s.Accept(ctx, a, store.Terms{KeepFor: time.Hour})
			return err
		}},
		{"backlog", func(ctx context.Context) error { _, err := s.Backlog(ctx); return err }},
		{"waiting", func(ctx context.Context) error { _, err := s.Waiting(ctx); return err }},
		{"queued", func(ctx context.Context) error { _, err := s.Queued(ctx); return err }},
		{"release", func(ctx context.Context) error { _, err := s.Release(ctx, wide()); return err }},
		{"claim", func(ctx context.Context) (err error) {
			next, _, _, err = s.ClaimNext(ctx, store.NextClaim{Lane: contract.LaneInteractive, Worker: "w", Token: "t",
				Lease: time.Minute, Bound: loose()})
			return err
		}},
		{"extend", func(ctx context.Context) error {
			_, err := s.Extend(ctx, contract.ClaimUpdate{ClaimRef: contract.ClaimRef{DocumentID: next.DocumentID, Token: "t"}},
				time.Minute, time.Hour)
			return err
		}},
		{"finish", func(ctx context.Context) error {
			_, err := s.Finish(ctx, contract.ClaimRef{DocumentID: next.DocumentID, Token: "t"},
				store.End{Extraction: gatewaytest.Extraction()})
			return err
		}},
		{"read", func(ctx context.Context) error { _, _, err := s.Document(ctx, account, a.Document.ID); return err }},
		{"list", func(ctx context.Context) error {
			return s.List(ctx, account, model.Filter{}, nil, 20, func(model.Document) error { return nil })
		}},
		{"neighbours", func(ctx context.Context) error {
			_, _, err := s.Neighbors(ctx, account, a.Document.ID)
			return err
		}},
		{"unclaimed", func(ctx context.Context) error { _, err := s.Unclaimed(ctx, time.Minute); return err }},
		{"requeue", func(ctx context.Context) error { return none(s.Requeue(ctx)) }},
		{"lost for good", func(ctx context.Context) error { _, err := s.LostForGood(ctx); return err }},
		{"expired", func(ctx context.Context) error { _, err := s.Expired(ctx, store.Expired{}, 100); return err }},
		{"overdue", func(ctx context.Context) error { _, err := s.Overdue(ctx); return err }},
		{"forget batches", func(ctx context.Context) error { return none(s.ForgetBatches(ctx)) }},
		{"forget keys", func(ctx context.Context) error { return s.ForgetKeys(ctx) }},
		{"forget holds", func(ctx context.Context) error { return s.ForgetHolds(ctx) }},
		{"due erasures", func(ctx context.Context) error { _, err := s.DueErasures(ctx, 100, time.Hour); return err }},
		{"stale", func(ctx context.Context) error { _, err := s.Stale(ctx, "", 100); return err }},
		{"deeds", func(ctx context.Context) error { _, err := s.AuditEntries(ctx, 100); return err }},
		{"erase", func(ctx context.Context) error {
			_, _, err := s.Erase(ctx, account, a.Document.ID, "", time.Hour, nil)
			return err
		}},
	}
}

// large are tables with a row for each document or for many.
func large() []string {
	return []string{"documents", "outbox", "charges", "idempotency_keys", "erasures", "batches", "batch_entries",
		"corrections", "revisions"}
}

// plansAreFixedAfter is how often PostgreSQL plans a statement for its arguments before it may use a generic plan.
const plansAreFixedAfter = 5

// The cost of a document does not depend on the number of stored ones: no statement reads a whole table,
// and the number of read blocks stays constant.
func TestCostWithStoredDocuments(t *testing.T) {
	t.Parallel()
	const few, many = 600, 9000
	blocks := map[string][]int{}
	for _, stored := range []int{few, many} {
		url := gatewaytest.Database(t)
		_, pool := gatewaytest.Store(t, url)
		gatewaytest.Limit(t, url, 1_000_000)
		account := gatewaytest.Account()
		keep(t, pool, account, stored)
		s, collected := explained(t, url)
		operations := way(s, account)
		reported := 0
		for round := range plansAreFixedAfter + 3 {
			for _, o := range operations {
				collected.Take()
				require.NoError(t, o.do(t.Context()), o.name)
				statements := collected.Take()
				n := blocksOf(statements)
				reported += n
				for _, p := range statements {
					for _, table := range p.Root.SeqScans() {
						if stored == many && slices.Contains(large(), table) {
							t.Errorf("%s, round %d, reads all of %s: %s", o.name, round, table, p.Query)
						}
					}
				}
				if round == 0 { // catalogs are read for the first plans
					continue
				}
				name := fmt.Sprint(o.name, " ", stored)
				blocks[name] = append(blocks[name], n)
			}
		}
		require.NotEqual(t, reported, 0, "the database reported no plans")
	}
	for _, o := range way(nil, "") {
		least := slices.Min(blocks[fmt.Sprint(o.name, " ", few)])
		got := slices.Min(blocks[fmt.Sprint(o.name, " ", many)])
		t.Logf("%-16s %4d blocks of %d records, %4d of %d", o.name, least, few, got, many)
		// An index of fifteen times the entries is one level deeper.
		assert.True(t, got <= least+least/2+10,
			o.name, "looks at", got, "blocks where", many, "records are stored, and at", least, "where", few, "are")
	}
}

// A document costs the same whether those that wait are of one account or of many.
func TestCostWithAccounts(t *testing.T) {
	t.Parallel()
	const documents, worked = 240, 32
	cost := map[int]map[string]int{}
	for _, accounts := range []int{1, documents} {
		url := gatewaytest.Database(t)
		gatewaytest.Limit(t, url, documents)
		plain, pool := gatewaytest.Store(t, url)
		names := make([]string, accounts)
		for i := range names {
			names[i] = gatewaytest.Account()
		}
		for i := range documents {
			accept(t, plain, gatewaytest.Acceptance(names[i%accounts]))
		}
		testkit.Exec(t, pool, `VACUUM ANALYZE`)
		s, collected := explained(t, url)
		cost[accounts] = map[string]int{}
		count := func(name string) {
			cost[accounts][name] += blocksOf(collected.Take())
		}
		released(t, s, store.Window{PerLane: worked, Share: worked, InFlight: worked, Redispatch: time.Hour})
		count("release")
		for range worked {
			n := mustNext(t, s, contract.LaneInteractive)
			count("claim")
			finishNext(t, s, n)
			count("finish")
		}
	}
	for name, one := range cost[1] {
		many := cost[documents][name]
		t.Logf("%s: %d blocks for %d documents of one account, %d for those of %d", name, one, worked, many, documents)
		assert.True(t, many <= one+one/2+10*worked, name,
			"looks at", many, "blocks for", worked, "documents of", documents, "accounts, and at", one, "for those of one")
	}
}

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
		assert.True(t, many <= 3*few,
			name, "looks at", many, "blocks where", long, "documents wait, and at", few, "where", short, "do")
	}
}

// costOfWaiting returns the blocks read by statements with that many waiting documents of one account.
func costOfWaiting(t *testing.T, waiting int) (blocks map[string]int) {
	t.Helper()
	url := gatewaytest.Database(t)
	_, pool := gatewaytest.Store(t, url)
	fill(t, pool, gatewaytest.Account(), waiting)
	change := func(sql string) {
		_, err := pool.Exec(t.Context(), sql)
		require.NoError(t, err, sql)
	}
	change(`ALTER TABLE documents SET (autovacuum_enabled = off)`)
	change(`UPDATE documents SET status = 'failed', failure_code = 'TIMED_OUT', failure_message = 'No.', started_at = NULL,
		batch_id = NULL, batch_index = NULL`)
	change(`VACUUM (FULL, ANALYZE) documents`)
	s, collected := explained(t, url)
	release := func() {
		window := store.Window{PerLane: 8, Share: 8, InFlight: 64, Redispatch: time.Hour}
		_, err := s.Release(t.Context(), window)
		require.NoError(t, err)
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

// The index of usage contains all values for a month's figures: documents need not be read.
func TestUsageCost(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	pool := gatewaytest.Pool(t, url)
	account := gatewaytest.Account()
	fill(t, pool, account, 3000)
	fill(t, pool, gatewaytest.Account(), 300)
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	// The planner would read the small tables of tests from end to end.
	s, collected := explained(t, url, "enable_seqscan = off", "enable_bitmapscan = off")
	buckets, err := s.Usage(t.Context(), account, from, from.AddDate(0, 1, 0), model.ReviewRules{Below: 0.9})
	require.NoError(t, err)
	if !slices.ContainsFunc(collected.Take(), func(p testkit.Plan) bool {
		return p.Root.Uses("Index Only Scan", "documents_usage")
	}) {
		t.Error("the index of usage is not read alone")
	}
	n := 0
	for _, b := range buckets {
		n += b.Documents
	}
	if n != 2900 { // those that have ended
		t.Errorf("%d documents counted", n)
	}
}

func TestSpeedOf(t *testing.T) {
	t.Parallel()
	for bucket, want := range map[int]int64{-1: 0, 0: 0, 14: 2, 92: 99, 138: 992} {
		assert.Equal(t, store.SpeedOf(bucket), want, bucket)
	}
}
