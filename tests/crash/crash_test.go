// Package crash_test kills docmill at every step of the flow, under load, and then audits the promises:
// every accepted document ends once, is charged once and is reported once.
package crash_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

// binary is built once; the scenarios run it as a separate process.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }

// quick shortens leases; all other settings have their defaults.
func quick() []string { return []string{"DOCMILL_WORK_LEASE=3s"} }

// load uploads from all accounts and records responses. stop waits for the requests in progress.
func load(accounts []instance.Account, book *ledger.Ledger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for n, a := range accounts {
		wg.Go(func() {
			for k := 0; ctx.Err() == nil; k++ {
				answer, err := a.Upload(context.Background(), "invoice.pdf", sample.Invoice(fmt.Sprintf("R-%d-%d", n, k)), "wait=1")
				book.Note(answer, err)
				if err != nil {
					return // the service is gone
				}
			}
		})
	}
	return func() { cancel(); wg.Wait() }
}

func TestKillAtEachStepUnderLoad(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	book := ledger.New()
	inst := binary.Start(t, dir, quick()...)
	accounts := inst.NewAccounts(6)
	for _, step := range []struct {
		name    string
		subject string // what is heard when the step has just been taken
		count   int    // how many of them, so that the queue is full
	}{
		{"after the rate was admitted, before accept", contract.RPCQuotaAdmit, 60},
		{"after accept, when commands are released", contract.SubjectCommands, 45},
		{"after a claim was asked for", contract.RPCWorkClaim, 50},
		{"when work began", contract.SignalExtractionStarted, 40},
		{"after a result was published, before it is taken in", contract.SubjectResults, 45},
		{"after an end was committed, when waiters are woken", "docmill.wake.gateway.*", 40},
		{"after an event was published", contract.SubjectEvents, 50},
	} {
		heard := natsclient.Open(t, inst).Next(step.subject)
		before := book.Accepted()
		stop := load(accounts, book)
		for range step.count {
			testkit.Receive(t, heard, step.name)
		}
		inst.Kill()
		stop()
		t.Logf("killed %s: %d accepted in this round", step.name, book.Accepted()-before)
		inst = binary.Start(t, dir, quick()...)
		for n := range accounts {
			accounts[n] = accounts[n].At(inst)
		}
	}
	book.Audit(t, inst)
	t.Log(book)
	require.NotEqual(t, book.Accepted(), 0, "nothing was accepted")
	inst.Stop()
}

func TestGracefulStopUnderLoad(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	book := ledger.New()
	inst := binary.Start(t, dir)
	heard := natsclient.Open(t, inst).Next(contract.SubjectEvents)
	stop := load(inst.NewAccounts(4), book)
	for range 60 {
		<-heard
	}
	inst.Stop()
	stop()
	if book.Unknown() > 0 {
		t.Errorf("%d requests under way got no answer", book.Unknown())
	}
	inst = binary.Start(t, dir)
	book.Audit(t, inst)
	t.Log(book)
	inst.Stop()
}

// A document fails after it has crashed its worker process three times. The scenario kills the child that
// processes it.
func TestThreeWorkerCrashes(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	started := natsclient.Open(t, inst).Next(contract.SignalExtractionStarted)
	ended := natsclient.Open(t, inst).Next(contract.SubjectEvents)
	me := inst.First()
	answer, err := me.Upload(t.Context(), "long.pdf", sample.Long(1500), "respond-async")
	require.NoError(t, err, string(answer.Body))
	require.Equal(t, answer.Status, 202, string(answer.Body))
	var record contract.Record
	answer.Into(t, &record)
	for attempt := range contract.MaxAttempts {
		testkit.Receive(t, started, fmt.Sprint("attempt ", attempt+1))
		inst.KillBusyChild()
	}
	testkit.Receive(t, ended, "the event")
	answer, err = me.Do(t.Context(), "GET", "/api/v1/documents/"+record.ID, nil, nil)
	require.NoError(t, err)
	answer.Into(t, &record)
	if record.Status != contract.StatusFailed || record.Failure == nil || record.Failure.Code != contract.CodeTooComplex {
		t.Fatalf("%s", answer.Body)
	}
	// The service continues.
	answer, err = me.Upload(t.Context(), "invoice.pdf", sample.Invoice("R-1"), "wait=60")
	require.NoError(t, err, string(answer.Body))
	require.Equal(t, answer.Status, 200, string(answer.Body))
	inst.Stop()
}
