// Package e2e_test speaks to the built binary as its three customers do: HTTP
// clients, internal subscribers, and operators at the command line.
package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/sample"
)

// binary is built once; the scenarios run it as a separate process.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }

// One upload through all parts, with the same state after a restart.
func TestFirstExtraction(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	inst := binary.Start(t, dir)
	me := inst.First()
	answer := instance.Want(t, http.StatusOK)(me.Upload(t.Context(), "R-1001.pdf", sample.Invoice("R-1001"), "wait=60"))
	var record contract.Record
	answer.Into(t, &record)
	checkInvoice(t, record)

	var usage struct {
		Plan      string
		Documents struct{ Used, Limit, Remaining int }
	}
	get(t, me, "/api/v1/usage").Into(t, &usage)
	if usage.Plan != "Enterprise" || usage.Documents.Used != 1 || usage.Documents.Remaining != 99_999 {
		t.Fatalf("usage %+v", usage)
	}
	awaitEvent(t, inst, record.ID)
	inst.Stop()

	inst = binary.Start(t, dir)
	assert.Equal(t, inst.Key, "", "the second start shows a key again")
	me.URL = inst.URL
	again := get(t, me, "/api/v1/documents/"+record.ID)
	assert.Equal(t, string(again.Body), string(answer.Body), "after the restart the record")
	assert.NotContains(t, inst.Output(), me.Key[8:], "a key stands in the log")
	inst.Stop()
}

func checkInvoice(t *testing.T, record contract.Record) {
	t.Helper()
	require.True(t, record.Status == contract.StatusCompleted && record.DocumentType == "invoice", record)
	var data map[string]any
	require.NoError(t, json.Unmarshal(record.Data, &data))
	for field, want := range map[string]string{
		"invoiceNumber": "R-1001", "issueDate": "2026-10-01", "dueDate": "2026-10-31", "currency": "EUR",
		"vendorName": "Holzwerk Lindner GmbH", "subtotal": "100.00", "taxTotal": "19.00", "total": "119.00",
	} {
		if data[field] != want {
			t.Errorf("%s is %v, want %s", field, data[field], want)
		}
	}
	items, ok := data["lineItems"].([]any)
	assert.True(t, ok && len(items) == 2, "line items", data["lineItems"])
	var fields map[string]struct {
		Raw        string
		Confidence float64
		Page       int
		Box        [4]float64
		Source     string
	}
	require.NoError(t, json.Unmarshal(record.Fields, &fields))
	total := fields["total"]
	if total.Page != 1 || total.Source != "text" || total.Confidence <= 0 || total.Confidence > 1 {
		t.Errorf("total %+v", total)
	}
	// The generator sets the total's baseline at 422 of 842 points, ending at
	// 545 of 595.
	if b := total.Box; b[1] < 0.47 || b[3] > 0.52 || b[2] < 0.85 || b[2] > 0.95 {
		t.Errorf("box of the total %v", b)
	}
}

func get(t *testing.T, a instance.Account, path string) instance.Answer {
	t.Helper()
	answer, err := a.Do(t.Context(), http.MethodGet, path, nil, nil)
	require.NoError(t, err)
	return answer
}

func awaitEvent(t *testing.T, inst *instance.Instance, id string) {
	t.Helper()
	testkit.Await(t, "the event of "+id, func() bool {
		events := ledger.Events(t.Context(), t, inst)[id]
		if len(events) > 1 || len(events) == 1 && events[0] != "extraction.completed" {
			t.Fatalf("events of %s: %v", id, events)
		}
		return len(events) == 1
	})
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	key := "dm_live_" + strings.Repeat("ab12", 12)
	inst := binary.Start(t, dir, "DOCMILL_BOOTSTRAP_API_KEY="+key, "DOCMILL_NATS_SUBSCRIBER_PASSWORD=reads only")
	require.Equal(t, inst.Key, key, "first key")
	docmill := func(args ...string) string {
		t.Helper()
		out, errs, err := binary.Run(t.Context(), append(args, "--data-dir", dir)...)
		require.NoError(t, err, "docmill", args, out, errs)
		return out
	}
	word := func(text, prefix string) string {
		t.Helper()
		for _, w := range strings.Fields(text) {
			if strings.HasPrefix(w, prefix) {
				return w
			}
		}
		t.Fatalf("no %s in %q", prefix, text)
		return ""
	}
	made := docmill("account", "create", "Nordlicht Möbel", "--plan", "pro")
	account, first := word(made, "acct_"),
		instance.Account{URL: inst.URL, Key: word(made, "dm_live_"), Client: inst.Client()}
	plan := func() string {
		var usage struct{ Plan string }
		get(t, first, "/api/v1/usage").Into(t, &usage)
		return usage.Plan
	}
	require.Equal(t, plan(), "Pro", "plan")
	docmill("account", "set-plan", account, "Enterprise")
	testkit.Await(t, "the plan changes", func() bool { return plan() == "Enterprise" })
	second := docmill("key", "create", account, "second")
	list := docmill("key", "list", account)
	require.True(t, strings.Count(list, "key_") == 2 && !strings.Contains(list, word(second, "dm_live_")), "keys", list)
	docmill("key", "revoke", word(second, "key_"))
	revoked := instance.Account{URL: inst.URL, Key: word(second, "dm_live_"), Client: inst.Client()}
	require.Equal(t, get(t, revoked, "/api/v1/usage").Status, http.StatusUnauthorized, "a revoked key")
	inst.Stop()
	_, errs, err := binary.Run(t.Context(), "account", "list", "--data-dir", dir)
	require.True(t, err != nil && strings.Contains(errs, "running"), "nothing runs", err, errs)
}

func TestTwoInstances(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	one, two := binary.Start(t, dir), binary.Start(t, instance.Dir(t))
	for _, inst := range []*instance.Instance{one, two} {
		answer, err := inst.First().Upload(t.Context(), "a.pdf", sample.Invoice("A-1"), "wait=60")
		require.True(t, err == nil && answer.Status == http.StatusOK, answer.Status, string(answer.Body), err)
	}
	cross := one.First()
	cross.Key = two.Key
	require.Equal(t, get(t, cross, "/api/v1/usage").Status, http.StatusUnauthorized, "a key of the other instance")
	cmd := []string{"up", "--data-dir", dir, "--listen", "127.0.0.1:0", "--nats-listen", "127.0.0.1:0"}
	_, errs, err := binary.Run(t.Context(), cmd...)
	require.True(t, err != nil && strings.Contains(errs, "in use"), "a second process on one data directory", err, errs)
	one.Stop()
	two.Stop()
}

func TestSettingsViolations(t *testing.T) {
	t.Parallel()
	_, errs, err := binary.Run(t.Context(), "up", "--listen", "nowhere", "--bootstrap-api-key", "secret",
		"--bootstrap-plan", "Gold", "--secret-key", "short", "--log-level", "loud", "--data-dir", t.TempDir())
	require.Error(t, err, "it started")
	for _, name := range []string{"DOCMILL_LISTEN", "DOCMILL_BOOTSTRAP_API_KEY", "DOCMILL_BOOTSTRAP_PLAN",
		"DOCMILL_SECRET_KEY", "DOCMILL_LOG_LEVEL"} {
		assert.Contains(t, errs, name)
	}
}
