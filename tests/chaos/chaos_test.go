// Package chaos_test lets clients work with docmill while its parts are killed, stopped and disconnected,
// and then compares the clients' results with docmill's state, after the method of Jepsen.
// docs/reliability.md explains longer runs and runs against an installation.
package chaos_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/chaos/fault"
	"github.com/docmill/docmill/tests/chaos/history"
	"github.com/docmill/docmill/tests/chaos/workload"
	"github.com/docmill/docmill/tests/chaos/world"
)

// patience is how long docmill may take to settle after faults. Lost streams are looked for every few minutes.
const patience = 2 * testkit.Patience

// perDocument is the additional time for the backlog of a long history, per file, on a busy machine.
const perDocument = 250 * time.Millisecond

// secondLook is when erased documents are checked again: after the life of the previous release's addresses.
const secondLook = 10 * time.Minute

func TestGuaranteesUnderFaults(t *testing.T) {
	var rows []row
	for _, seed := range *seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			if *address != "" {
				rows = append(rows, runOutside(t, seed))
				return
			}
			rows = append(rows, run(t, seed))
		})
	}
	t.Logf("\n%s", table(rows))
}

// run is one history: faults happen while clients work.
func run(t *testing.T, seed uint64) row {
	t.Helper()
	planned := kinds(t)
	w := world.Start(t, services, *accounts)
	path, recorder := record(t, seed)
	begin := time.Now()
	clients := workload.Clients{Recorder: recorder, Accounts: w.Accounts, Gateways: w.Gateways}
	plan := workload.Plan(seed, workload.Options{
		Run: fmt.Sprintf("s%d", seed), Accounts: *accounts, Documents: *documents, Limited: *limited, Pause: *pause,
		Batch: *batch, Text: *text,
	})
	working, done := context.WithCancel(t.Context())
	go func() {
		defer done()
		clients.Run(t.Context(), plan)
	}()
	happened := happen(working, w, recorder, seed, planned)
	require.NoError(t, w.Heal())
	healed := time.Since(begin)
	report := settle(t, w, recorder, begin, healed)
	for _, v := range report.Violations {
		t.Error(v)
	}
	for _, s := range w.Surprises() {
		t.Error(s)
	}
	ended := row{seed: seed, faults: happened, lasted: healed, Report: report}
	t.Logf("history: %s\n%s", path, table([]row{ended})) // the table of all comes hours later
	return ended
}

// record begins the history of a seed in a file that is kept.
func record(t *testing.T, seed uint64) (path string, r *history.Recorder) {
	t.Helper()
	dir := *histories
	if dir == "" {
		dir = t.TempDir()
	}
	path = filepath.Join(dir, fmt.Sprintf("seed-%d.jsonl", seed))
	file, err := os.Create(path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() })
	return path, history.NewRecorder(file)
}

// happen injects faults until ctx ends, and returns their number.
func happen(ctx context.Context, w *world.World, r *history.Recorder, seed uint64, kinds []fault.Kind) (n int) {
	if len(kinds) == 0 {
		<-ctx.Done()
		return 0
	}
	plan := fault.NewPlan(seed, kinds, w.Target(), *every, *longest)
	for {
		f := plan.Next()
		select {
		case <-ctx.Done():
			return n
		case <-time.After(f.After):
			r.Note(w.Where(f))
			w.Happen(f)
			n++
		}
	}
}

// settle waits until all work has ended and the state is right, up to a limit, and reports remaining problems.
func settle(t *testing.T, w *world.World, r *history.Recorder, begin time.Time, healed time.Duration) checker.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience+time.Duration(*documents)*perDocument)
	defer cancel()
	for {
		settled, err := w.Settled(t.Context())
		require.NoError(t, err)
		if settled || ctx.Err() != nil {
			report, err := look(t, w, r, begin, healed)
			if err == nil && len(report.Violations) == 0 || ctx.Err() != nil {
				require.NoError(t, err)
				return report
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second): // polling other processes
		}
	}
}

// look compares the clients' results with the present state. It returns an error if docmill does not respond.
func look(
	t *testing.T, w *world.World, r *history.Recorder, begin time.Time, healed time.Duration,
) (checker.Report, error) {
	t.Helper()
	ctx := t.Context()
	events, err := r.Events()
	require.NoError(t, err)
	if err := w.ForgetRates(ctx); err != nil {
		return checker.Report{}, err
	}
	accounts := w.Accounts
	for n := range accounts {
		accounts[n].URL, accounts[n].Client = w.Gateways[n%len(w.Gateways)], http.DefaultClient
	}
	state, err := world.Outside(ctx, accounts, events, nil)
	if err != nil {
		return checker.Report{}, err
	}
	state.Inside = w.Inside(ctx, t, begin)
	state.Inside.NotesKept = time.Since(begin) < secondLook && !slices.Contains(*faults, fault.Clock)
	return checker.Check(events, healed, state), nil
}
