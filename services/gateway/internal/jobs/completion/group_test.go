package completion_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/completion"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// intake is a consumer of results over a real database and object store.
type intake struct {
	*completion.Consumer
	pool  *pgxpool.Pool
	ended atomic.Int32
}

func newIntake(t *testing.T) *intake {
	t.Helper()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	in := &intake{pool: pool}
	in.Consumer = &completion.Consumer{
		Config: completion.Config{CrashPauses: []time.Duration{time.Hour}, ErrorPauses: []time.Duration{time.Hour}},
		Store:  s, Blob: gatewaytest.Blob(t), Propagator: propagation.TraceContext{}, Log: slog.New(slog.DiscardHandler),
		Waiters: wake.NewWaiters(),
		Ended:   func(context.Context, string, contract.Code) { in.ended.Add(1) },
	}
	return in
}

// results claims a batch of n documents and returns the workers' results.
func (in *intake) results(t *testing.T, n int) []contract.Result {
	t.Helper()
	a := gatewaytest.Batch(gatewaytest.Account(), n)
	_, _, err := in.Store.AcceptBatch(t.Context(), a, store.Terms{}, func(store.Charge) model.Refusal {
		return model.Refusal{}
	}, nil)
	require.NoError(t, err)
	var results []contract.Result
	for _, f := range a.Files {
		id := f.Document.ID
		_, ok, err := in.Store.Claim(t.Context(), store.Claim{DocumentID: id, Worker: "w", Token: "t", Lease: time.Hour})
		require.NoError(t, err, "claim", id)
		require.True(t, ok, "claim", id)
		results = append(results, contract.Result{
			DocumentID: id, Token: "t", Outcome: contract.OutcomeCompleted, Extraction: gatewaytest.Extraction(),
		})
	}
	return results
}

// handle processes the results concurrently; wait returns when all are processed.
func (in *intake) handle(t *testing.T, results []contract.Result) (wait func()) {
	t.Helper()
	var all sync.WaitGroup
	for _, r := range results {
		all.Go(func() {
			assert.NoError(t, in.Handle(t.Context(), r), r.DocumentID)
		})
	}
	return all.Wait
}

// held blocks transactions on the documents' rows, until release is called.
func (in *intake) held(t *testing.T, results []contract.Result) (release func()) {
	t.Helper()
	tx, err := in.pool.Begin(t.Context())
	require.NoError(t, err)
	for _, r := range results {
		testkit.Exec(t, tx, `SELECT FROM documents WHERE 'ext_' || id::text = $1 FOR UPDATE`, r.DocumentID)
	}
	return func() {
		assert.NoError(t, tx.Rollback(t.Context()))
	}
}

// await waits until that many results wait for their group and that many groups are in progress.
func (in *intake) await(t *testing.T, results, groups int) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); ; time.Sleep(time.Millisecond) {
		waiting, running := in.Waiting()
		if waiting == results && running == groups {
			return
		}
		require.False(t, time.Now().After(deadline),
			waiting, "results wait beside", running, "groups, want", results, "beside", groups)
	}
}

// due waits until the waiting members must end.
func (in *intake) due(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); !in.Due(); time.Sleep(time.Millisecond) {
		require.False(t, time.Now().After(deadline), "a result that gathered never was due")
	}
}

// Results that arrive during two transactions end in one, and a bad one affects no other.
func TestGroup(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]bool{"good": false, "one bad": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := newIntake(t)
			first, second, rest := in.results(t, 1), in.results(t, 1), in.results(t, 12)
			failed := 0
			if bad {
				rest[5].Extraction.MIMEType = "text/\x00" // no text in PostgreSQL
				failed = 1
			}
			release := in.held(t, []contract.Result{first[0], second[0]})
			waitFirst := in.handle(t, first)
			in.await(t, 0, 1)
			waitSecond := in.handle(t, second)
			in.await(t, 0, 2)
			wait := in.handle(t, rest)
			in.await(t, len(rest), 2)
			release()
			waitFirst()
			waitSecond()
			wait()
			testkit.WantCount(t, in.pool, 14-failed, `SELECT count(*) FROM documents WHERE status = 'completed'`)
			testkit.WantCount(t, in.pool, failed,
				`SELECT count(*) FROM documents WHERE status = 'queued' AND last_error IS NOT NULL`)
			testkit.WantCount(t, in.pool, 14-failed, `SELECT count(*) FROM outbox WHERE ref LIKE 'ext_%'`)
			testkit.WantCount(t, in.pool, 3-failed, `SELECT count(*) FROM batches WHERE open = 0 AND status = 'completed'`)
			testkit.WantCount(t, in.pool, failed, `SELECT sum(open) FROM batches`)
			assert.Equal(t, int(in.ended.Load()), 14-failed, "ends told")
			if !bad {
				testkit.WantCount(t, in.pool, 3, `SELECT count(DISTINCT xmin::text) FROM documents`)
			}
		})
	}
}

// Results of batches wait for each other, up to a number, and a result that does not wait takes them along.
func TestBatchResultsBuffered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ batch, other int }{
		"until there are enough": {batch: 4}, "until another comes": {batch: 2, other: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := newIntake(t)
			in.Config.Batches = completion.Gathering{Count: 4, Wait: time.Hour}
			results := in.results(t, c.batch+c.other)
			for i := range c.batch {
				results[i].Lane = contract.LaneBatch
			}
			var wait []func()
			for i, r := range results {
				wait = append(wait, in.handle(t, []contract.Result{r}))
				if i < len(results)-1 {
					in.await(t, i+1, 0)
				}
			}
			for _, w := range wait {
				w()
			}
			testkit.WantCount(t, in.pool, len(results), `SELECT count(*) FROM documents WHERE status = 'completed'`)
			testkit.WantCount(t, in.pool, 1, `SELECT count(DISTINCT xmin::text) FROM documents`)
			in.await(t, 0, 0)
		})
	}
}

// A single held-back result does not wait for long, even if running transactions delay its group.
func TestBufferedResultTimeout(t *testing.T) {
	t.Parallel()
	for name, busy := range map[string]bool{"alone": false, "beside others": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := newIntake(t)
			in.Config.Batches = completion.Gathering{Count: 4, Wait: 20 * time.Millisecond}
			last := in.results(t, 1)
			last[0].Lane = contract.LaneBatch
			others := in.results(t, 2)
			release, wait := func() {}, func() {}
			if busy {
				release = in.held(t, others)
				first, second := in.handle(t, others[:1]), in.handle(t, others[1:])
				in.await(t, 0, 2)
				wait = func() { first(); second() }
			}
			waitLast := in.handle(t, last)
			if busy {
				in.await(t, 1, 2)
				in.due(t)
			}
			release()
			wait()
			waitLast()
			in.await(t, 0, 0)
			testkit.WantCount(t, in.pool, int(in.ended.Load()),
				`SELECT count(*) FROM documents WHERE status = 'completed' AND token IS NULL`)
		})
	}
}

// For any repetition and grouping of results, a document ends once.
func TestRepeatedResultsInGroup(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	in.Config.Batches = completion.Gathering{Count: 5, Wait: 3 * time.Millisecond}
	var sent []contract.Result
	for n := range 4 {
		for i, r := range in.results(t, 10) {
			if n%2 == 0 {
				r.Lane = contract.LaneBatch
			}
			foreign := r
			foreign.Token = fmt.Sprint("foreign ", i)
			failed := r
			failed.Outcome, failed.Extraction = contract.OutcomeFailed, nil
			failed.Failure = &contract.Failure{Code: contract.CodeCorruptFile, Message: "No."}
			sent = append(sent, r, foreign, r, failed)
		}
	}
	in.handle(t, sent)()
	testkit.WantCount(t, in.pool, 40,
		`SELECT count(*) FROM documents WHERE status IN ('completed', 'failed') AND token IS NULL`)
	testkit.WantCount(t, in.pool, 40, `SELECT count(*) FROM outbox WHERE ref LIKE 'ext_%'`)
	testkit.WantCount(t, in.pool, 4, `SELECT count(*) FROM batches WHERE open = 0 AND completed_at IS NOT NULL`)
	testkit.WantCount(t, in.pool, 4, `SELECT count(*) FROM outbox WHERE ref LIKE 'batch_%'`)
	testkit.WantCount(t, in.pool, 0, `SELECT count(*) FROM quota.charges WHERE given_back_at IS NOT NULL`)
	assert.Equal(t, in.ended.Load(), 40, "ends told")
}
