// Package e2e_test speaks to the built binary as its three customers do: HTTP
// clients, internal subscribers, and operators at the command line.
package e2e_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/sample"
)

// One upload through all parts, with the same state after a restart.
func TestFirstExtraction(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	inst := binary.Start(t, dir)
	me := inst.First()
	answer, err := me.Upload(t.Context(), "R-1001.pdf", sample.Invoice("R-1001"), "wait=60")
	if err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
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
	if inst.Key != "" {
		t.Error("the second start shows a key again")
	}
	me.URL = inst.URL
	again := get(t, me, "/api/v1/documents/"+record.ID)
	if string(again.Body) != string(answer.Body) {
		t.Errorf("after the restart the record is\n%s\nand was\n%s", again.Body, answer.Body)
	}
	if strings.Contains(inst.Output(), me.Key[8:]) {
		t.Error("a key stands in the log")
	}
	inst.Stop()
}

func checkInvoice(t *testing.T, record contract.Record) {
	t.Helper()
	if record.Status != contract.StatusCompleted || record.DocumentType != "invoice" {
		t.Fatalf("%+v", record)
	}
	var data map[string]any
	if err := json.Unmarshal(record.Data, &data); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"invoiceNumber": "R-1001", "issueDate": "2026-10-01", "dueDate": "2026-10-31", "currency": "EUR",
		"vendorName": "Holzwerk Lindner GmbH", "subtotal": "100.00", "taxTotal": "19.00", "total": "119.00",
	} {
		if data[field] != want {
			t.Errorf("%s is %v, want %s", field, data[field], want)
		}
	}
	if items, ok := data["lineItems"].([]any); !ok || len(items) != 2 {
		t.Errorf("line items %v", data["lineItems"])
	}
	var fields map[string]struct {
		Raw        string
		Confidence float64
		Page       int
		Box        [4]float64
		Source     string
	}
	if err := json.Unmarshal(record.Fields, &fields); err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// awaitEvent waits for the one event of a document.
func awaitEvent(t *testing.T, inst *instance.Instance, id string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	for {
		events := ledger.Events(ctx, t, inst)[id]
		if len(events) == 1 && events[0] == "extraction.completed" {
			return
		}
		if len(events) > 1 || ctx.Err() != nil {
			t.Fatalf("events of %s: %v", id, events)
		}
	}
}

// Exact error responses for invalid requests.
func TestRefusals(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	me := inst.First()
	form, formType := instance.Form("a.bin", []byte{0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0})
	empty, emptyType := instance.Form("a.pdf", nil)
	for name, c := range map[string]struct {
		method, path string
		body         string
		header       map[string]string
		noKey        bool
		status       int
		code         string
	}{
		"no key":           {method: "GET", path: "/api/v1/usage", noKey: true, status: 401, code: "AUTH_MISSING"},
		"no key, no route": {method: "GET", path: "/api/nothing", noKey: true, status: 401, code: "AUTH_MISSING"},
		"wrong key": {method: "GET", path: "/api/v1/usage", noKey: true,
			header: map[string]string{"X-API-Key": "dm_live_" + strings.Repeat("0", 48)}, status: 401, code: "AUTH_INVALID"},
		"test key": {method: "GET", path: "/api/v1/usage", noKey: true,
			header: map[string]string{"Authorization": "bearer dm_test_" + strings.Repeat("0", 48)}, status: 401,
			code: "AUTH_INVALID"},
		"no route": {method: "GET", path: "/api/nothing", status: 404, code: "NOT_FOUND"},
		"unknown document": {method: "GET", path: "/api/v1/documents/ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b", status: 404,
			code: "NOT_FOUND"},
		"malformed id":      {method: "GET", path: "/api/v1/documents/1", status: 404, code: "NOT_FOUND"},
		"wrong method":      {method: "GET", path: "/api/v1/extract", status: 405, code: "METHOD_NOT_ALLOWED"},
		"options":           {method: "OPTIONS", path: "/api/v1/usage", status: 405, code: "METHOD_NOT_ALLOWED"},
		"unknown parameter": {method: "GET", path: "/api/v1/usage?x=1", status: 400, code: "INVALID_REQUEST"},
		"no multipart": {method: "POST", path: "/api/v1/extract", body: "{}",
			header: map[string]string{"Content-Type": "application/json"}, status: 415, code: "UNSUPPORTED_MEDIA_TYPE"},
		"no supported file": {method: "POST", path: "/api/v1/extract", body: form.String(),
			header: map[string]string{"Content-Type": formType}, status: 415, code: "UNSUPPORTED_FORMAT"},
		"empty file": {method: "POST", path: "/api/v1/extract", body: empty.String(),
			header: map[string]string{"Content-Type": emptyType}, status: 400, code: "EMPTY_FILE"},
		"unknown member": {method: "POST", path: "/api/auth/register", body: `{"name":"a","colour":"red"}`,
			header: map[string]string{"Content-Type": "application/json"}, status: 400, code: "INVALID_REQUEST"},
		"webhook": {method: "POST", path: "/api/webhooks/notifications", body: "anything", status: 501,
			code: "WEBHOOKS_NOT_AVAILABLE"},
		"webhook, no id":   {method: "DELETE", path: "/api/webhooks/notifications", status: 400, code: "INVALID_REQUEST"},
		"webhook, unknown": {method: "DELETE", path: "/api/webhooks/notifications?id=wh_x", status: 404, code: "NOT_FOUND"},
	} {
		t.Run(name, func(t *testing.T) {
			as := me
			if c.noKey {
				as.Key = ""
			}
			answer, err := as.Do(t.Context(), c.method, c.path, strings.NewReader(c.body), c.header)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Status != c.status || answer.Code() != c.code {
				t.Fatalf("%d %s, want %d %s", answer.Status, answer.Body, c.status, c.code)
			}
			var body map[string]string
			answer.Into(t, &body)
			if len(body) != 2 || body["error"] == "" {
				t.Errorf("body %s", answer.Body)
			}
			if answer.Header.Get("X-Request-Id") == "" {
				t.Error("no request id")
			}
			if c.status == 401 && answer.Header.Get("WWW-Authenticate") == "" {
				t.Error("no WWW-Authenticate")
			}
			if c.status == 405 && answer.Header.Get("Allow") == "" {
				t.Error("no Allow")
			}
		})
	}
	if list := get(t, me, "/api/webhooks/notifications"); string(list.Body) != `{"items":[],"nextCursor":null}` {
		t.Errorf("webhooks %d %s", list.Status, list.Body)
	}
	inst.Stop()
}

// Size and rate end at the plan's limits. (The quota service's tests cover the month's last document,
// because the rate would make it take hours.)
func TestPlanLimits(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t), "DOCMILL_BOOTSTRAP_PLAN=Free")
	me := inst.First()
	tooLarge := append(sample.Invoice("R-1"), make([]byte, 5<<20)...)
	answer, err := me.Upload(t.Context(), "large.pdf", tooLarge, "")
	if err != nil || answer.Status != http.StatusRequestEntityTooLarge || answer.Code() != "FILE_TOO_LARGE" ||
		!strings.Contains(string(answer.Body), "Free") {
		t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	status := map[int]int{}
	for range 62 {
		answer, err := me.Do(t.Context(), http.MethodGet, "/api/v1/usage", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		status[answer.Status]++
		if answer.Status == http.StatusTooManyRequests &&
			(answer.Code() != "RATE_LIMITED" || answer.Header.Get("Retry-After") == "") {
			t.Fatalf("%s", answer.Body)
		}
	}
	if status[http.StatusOK] != 59 {
		t.Errorf("%v of 62 requests after the first, want 59 admitted in the minute", status)
	}
	inst.Stop()
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	key := "dm_live_" + strings.Repeat("ab12", 12)
	inst := binary.Start(t, dir, "DOCMILL_BOOTSTRAP_API_KEY="+key, "DOCMILL_NATS_SUBSCRIBER_PASSWORD=reads only")
	if inst.Key != key {
		t.Fatalf("first key %q", inst.Key)
	}
	docmill := func(args ...string) string {
		t.Helper()
		out, errs, err := binary.Run(t.Context(), append(args, "--data-dir", dir)...)
		if err != nil {
			t.Fatalf("docmill %v: %v\n%s%s", args, err, out, errs)
		}
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
	if got := plan(); got != "Pro" {
		t.Fatalf("plan %s", got)
	}
	docmill("account", "set-plan", account, "Enterprise")
	for deadline := time.Now().Add(testkit.Patience); plan() != "Enterprise"; {
		if time.Now().After(deadline) {
			t.Fatal("the plan does not change")
		}
	}
	second := docmill("key", "create", account, "second")
	if list := docmill("key", "list", account); strings.Count(list, "key_") != 2 ||
		strings.Contains(list, word(second, "dm_live_")) {
		t.Fatalf("keys:\n%s", list)
	}
	docmill("key", "revoke", word(second, "key_"))
	revoked := instance.Account{URL: inst.URL, Key: word(second, "dm_live_"), Client: inst.Client()}
	if answer := get(t, revoked, "/api/v1/usage"); answer.Status != http.StatusUnauthorized {
		t.Fatalf("a revoked key: %d", answer.Status)
	}
	inst.Stop()
	if _, errs, err := binary.Run(t.Context(), "account", "list", "--data-dir", dir); err == nil ||
		!strings.Contains(errs, "running") {
		t.Fatalf("nothing runs: %v %s", err, errs)
	}
}

func TestTwoInstances(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	one, two := binary.Start(t, dir), binary.Start(t, instance.Dir(t))
	for _, inst := range []*instance.Instance{one, two} {
		if answer, err := inst.First().Upload(t.Context(), "a.pdf", sample.Invoice("A-1"), "wait=60"); err != nil ||
			answer.Status != http.StatusOK {
			t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
		}
	}
	cross := one.First()
	cross.Key = two.Key
	if answer := get(t, cross, "/api/v1/usage"); answer.Status != http.StatusUnauthorized {
		t.Fatalf("a key of the other instance: %d", answer.Status)
	}
	cmd := []string{"up", "--data-dir", dir, "--listen", "127.0.0.1:0", "--nats-listen", "127.0.0.1:0"}
	if _, errs, err := binary.Run(t.Context(), cmd...); err == nil || !strings.Contains(errs, "in use") {
		t.Fatalf("a second process on one data directory: %v %s", err, errs)
	}
	one.Stop()
	two.Stop()
}

func TestSettingsViolations(t *testing.T) {
	t.Parallel()
	_, errs, err := binary.Run(t.Context(), "up", "--listen", "nowhere", "--bootstrap-api-key", "secret",
		"--bootstrap-plan", "Gold", "--secret-key", "short", "--log-level", "loud", "--data-dir", t.TempDir())
	if err == nil {
		t.Fatal("it started")
	}
	for _, name := range []string{"DOCMILL_LISTEN", "DOCMILL_BOOTSTRAP_API_KEY", "DOCMILL_BOOTSTRAP_PLAN",
		"DOCMILL_SECRET_KEY", "DOCMILL_LOG_LEVEL"} {
		if !strings.Contains(errs, name) {
			t.Errorf("%s is not told:\n%s", name, errs)
		}
	}
	help, _, err := binary.Run(t.Context(), "up", "--help")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"DOCMILL_LISTEN", "DOCMILL_NATS_LISTEN", "DOCMILL_ADMIN_LISTEN", "DOCMILL_DATA_DIR", "DOCMILL_BOOTSTRAP_API_KEY",
		"DOCMILL_BOOTSTRAP_PLAN", "DOCMILL_NATS_SUBSCRIBER_PASSWORD", "DOCMILL_SECRET_KEY", "DOCMILL_LOG_LEVEL",
		"DOCMILL_DATABASE_URL", "DOCMILL_NATS_URL", "DOCMILL_S3_ENDPOINT", "127.0.0.1:8080", "127.0.0.1:4222", "./.docmill",
		"Enterprise",
	} {
		if !strings.Contains(help, name) {
			t.Errorf("--help does not tell %s", name)
		}
	}
}

func TestExtractWithoutServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"2002", "2001", "2003"} {
		path := filepath.Join(dir, name+".pdf")
		if err := os.WriteFile(path, sample.Invoice("R-"+name), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	out, errs, err := binary.Run(t.Context(), append([]string{"extract", "--format", "jsonl"}, files...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(files) {
		t.Fatalf("%d lines:\n%s", len(lines), out)
	}
	for n, number := range []string{"R-2002", "R-2001", "R-2003"} {
		var record contract.Record
		if err := json.Unmarshal([]byte(lines[n]), &record); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(record.Data), `"`+number+`"`) {
			t.Errorf("line %d is %s, want %s", n+1, record.Data, number)
		}
	}
	broken := filepath.Join(dir, "broken.pdf")
	if err := os.WriteFile(broken, []byte("%PDF-1.7 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err = binary.Run(t.Context(), "extract", "--format", "table", files[0], broken)
	if err == nil || !strings.Contains(out, "CORRUPT_FILE") || !strings.Contains(out, "119.00") {
		t.Fatalf("%v\n%s", err, out)
	}
}
