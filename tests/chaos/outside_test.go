package chaos_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/chaos/history"
	"github.com/docmill/docmill/tests/chaos/workload"
	"github.com/docmill/docmill/tests/chaos/world"
	"github.com/docmill/docmill/tests/instance"
)

// runOutside is a history through the API only, with faults by the operator. Its accounts have no other user meanwhile.
func runOutside(t *testing.T, seed uint64) row {
	t.Helper()
	gateways := strings.Split(*address, ",")
	var accounts []instance.Account
	var before []checker.Account
	for _, key := range strings.Split(os.Getenv(keysVariable), ",") {
		a := instance.Account{URL: gateways[0], Key: strings.TrimSpace(key), Client: http.DefaultClient}
		month, err := world.Month(t.Context(), a)
		require.NoError(t, err, keysVariable)
		accounts, before = append(accounts, a), append(before, month)
	}
	path, recorder := record(t, seed)
	begin := time.Now()
	clients := workload.Clients{Recorder: recorder, Accounts: accounts, Gateways: gateways}
	clients.Run(t.Context(), workload.Plan(seed, workload.Options{
		Run: strings.ToLower(rand.Text()[:8]), Accounts: len(accounts), Documents: *documents, Pause: *pause,
		Batch: *batch, Text: *text,
	}))
	worked := time.Since(begin)
	report := settleOutside(t, accounts, before, recorder, worked)
	for _, v := range report.Violations {
		t.Error(v)
	}
	t.Logf("history: %s", path)
	return row{seed: seed, lasted: worked, Report: report}
}

// settleOutside waits until all documents have ended, up to a limit, and reports the remaining problems.
func settleOutside(
	t *testing.T, accounts []instance.Account, before []checker.Account, r *history.Recorder, worked time.Duration,
) checker.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	events, err := r.Events()
	require.NoError(t, err)
	var report checker.Report
	for {
		state, err := world.Outside(ctx, accounts, events, before)
		require.NoError(t, err)
		report = checker.Check(events, worked, state)
		open := slices.ContainsFunc(report.Violations, func(v checker.Violation) bool { return v.Rule == checker.NotEnded })
		if !open {
			return report
		}
		select {
		case <-ctx.Done():
			return report
		case <-time.After(5 * time.Second): // the minute's limit
		}
	}
}
