package observability_test

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/observability"
	"github.com/docmill/docmill/tests/sample"
)

// binary is built once; the scenarios run it as a separate process.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }

// A running docmill with documents has every metric and label used by an alert, a dashboard or the scaling
// of extractors; no panel is empty; and a histogram bucket links to an exported trace.
func TestRulesAndDashboards(t *testing.T) {
	t.Parallel()
	traces := &traceNames{spans: map[string][]string{}}
	otlp := httptest.NewServer(traces)
	defer otlp.Close()
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer model.Close()
	inst := binary.Start(t, instance.Dir(t), "DOCMILL_OTLP_ENDPOINT="+otlp.URL+"/v1/traces",
		"DOCMILL_LLM_URL="+model.URL, "DOCMILL_LLM_MODEL=none")
	p := startPrometheus(t, inst.Admin)
	sendDocuments(t, inst, "R")
	// Rates need a second sample.
	p.awaitResult(`docmill_extractor_stage_duration_seconds_count{stage="recognise"} > 0`)
	sendDocuments(t, inst, "S")
	p.awaitResult(`sum(rate(docmill_extractor_stage_duration_seconds_count{stage="recognise"}[5m])) > 0`)
	p.awaitResult(`docmill:cpu_seconds_per_document:ratio_rate5m`)

	queries := allQueries(t)
	for _, q := range queries {
		p.checkNames(q)
	}
	p.checkResults(queries)
	p.checkRules()
	p.checkDocumentation()
	p.checkExemplars(traces)
}

func allQueries(t *testing.T) []observability.Query {
	t.Helper()
	rules, err := observability.Rules(ruleFiles)
	require.NoError(t, err)
	dashboards, err := observability.DashboardQueries(deployed + "dashboards")
	require.NoError(t, err)
	scaled, err := observability.ScaledObjectQueries("../../deploy/k8s/components/keda/scaledobject.yaml")
	require.NoError(t, err)
	const fewest = 30
	if len(rules) == 0 || len(dashboards) < fewest || len(scaled) == 0 {
		t.Fatalf("%d rules, %d queries of dashboards, %d of the scaled object", len(rules), len(dashboards), len(scaled))
	}
	return slices.Concat(observability.RuleQueries(rules), dashboards, scaled)
}

// sendDocuments sends a text, its picture, one with an LLM question and an unreadable file, and requests a missing one.
func sendDocuments(t *testing.T, inst *instance.Instance, name string) {
	t.Helper()
	account := inst.First()
	record := upload(t, account, "invoice.pdf", sample.Invoice(name+"-1"), contract.StatusCompleted)
	page := instance.Want(t, http.StatusOK)(account.Do(t.Context(), http.MethodGet,
		"/api/v1/documents/"+record.ID+"/pages/1.png?width=1600", nil, nil))
	upload(t, account, "scan.png", page.Body, contract.StatusCompleted)
	upload(t, account, "doubtful.pdf", sample.Doubtful(), contract.StatusCompleted)
	instance.Want(t, http.StatusNotFound)(
		account.Do(t.Context(), http.MethodGet, "/api/v1/documents/"+name, nil, nil))
	upload(t, account, "broken.pdf", []byte("%PDF-1.7\n"+name), contract.StatusFailed)
}

// upload returns the record of a file that ended in the status.
func upload(
	t *testing.T, account instance.Account, name string, data []byte, want contract.Status,
) (record contract.Record) {
	t.Helper()
	answer, err := account.Upload(t.Context(), name, data, "wait=60")
	require.NoError(t, err)
	for deadline := time.Now().Add(patience); ; {
		require.True(t, answer.Status < http.StatusBadRequest, name, answer.Status, string(answer.Body))
		answer.Into(t, &record)
		if record.Status == want {
			return record
		}
		require.True(t, !record.Status.Ended() && !time.Now().After(deadline), name, string(answer.Body))
		answer, err = account.Do(t.Context(), http.MethodGet, "/api/v1/documents/"+record.ID+"?wait=30", nil, nil)
		require.NoError(t, err)
	}
}

// checkNames compares the metrics and labels of a query with the scraped ones.
func (p *prometheus) checkNames(q observability.Query) {
	p.t.Helper()
	names := observability.ParseNames(q.Expr)
	var metrics []string
	for metric, labels := range names.Labels {
		metrics = append(metrics, metric)
		if !p.exists(metric) {
			p.t.Errorf("%s: no metric %s", q.Where, metric)
			continue
		}
		for _, label := range labels {
			assert.True(p.t, p.exists(fmt.Sprintf(`%s{%s!=""}`, metric, label)), q.Where, metric, "has no label", label)
		}
	}
	for _, label := range names.Grouped {
		if !p.exists(fmt.Sprintf(`{__name__=~%q,%s!=""}`, strings.Join(metrics, "|"), label)) {
			p.t.Errorf("%s: none of %v has a label %s", q.Where, metrics, label)
		}
	}
}

// checkResults evaluates the queries; those that may not be empty get some time for it.
func (p *prometheus) checkResults(queries []observability.Query) {
	p.t.Helper()
	open := queries
	for deadline := time.Now().Add(patience / 2); len(open) > 0; time.Sleep(pollingTime) {
		open = slices.DeleteFunc(slices.Clone(open), func(q observability.Query) bool {
			found, err := p.has(q.Expr)
			assert.NoError(p.t, err, q.Where)
			return found || q.MayBeEmpty || err != nil
		})
		if time.Now().After(deadline) {
			break
		}
	}
	for _, q := range open {
		p.t.Errorf("%s: nothing for %s", q.Where, q.Expr)
	}
}

func (p *prometheus) exists(selector string) bool {
	p.t.Helper()
	var series []map[string]string
	require.NoError(p.t, p.get("/api/v1/series", url.Values{"match[]": {selector}}, &series), selector)
	return len(series) > 0
}

// checkDocumentation compares docs/operate/metrics.md with the metrics, without the notifier's (webhooks are off).
func (p *prometheus) checkDocumentation() {
	p.t.Helper()
	b, err := os.ReadFile("../../docs/operate/metrics.md")
	require.NoError(p.t, err)
	documented := observability.Documented(string(b))
	var scraped []string
	require.NoError(p.t, p.get("/api/v1/label/__name__/values", nil, &scraped))
	// Suffixes of names: the unit, and those of counters and histograms.
	const behind = `(_seconds|_ratio)?(_total|_bucket|_sum|_count)?$`
	for _, name := range documented {
		is := regexp.MustCompile("^" + observability.Exposed(name) + behind)
		if !strings.HasPrefix(name, "docmill.notifier.") && !slices.ContainsFunc(scraped, is.MatchString) {
			p.t.Errorf("docs/operate/metrics.md has %s, which is not there", name)
		}
	}
	for _, metric := range scraped {
		if !strings.HasPrefix(metric, "docmill_") && !strings.HasPrefix(metric, "http_") {
			continue
		}
		if !slices.ContainsFunc(documented, func(name string) bool {
			return regexp.MustCompile("^" + observability.Exposed(name) + behind).MatchString(metric)
		}) {
			p.t.Errorf("%s is not in docs/operate/metrics.md", metric)
		}
	}
}

// checkRules asks whether Prometheus could evaluate each.
func (p *prometheus) checkRules() {
	p.t.Helper()
	var rules struct {
		Groups []struct {
			Rules []struct{ Name, Health, LastError string }
		}
	}
	require.NoError(p.t, p.get("/api/v1/rules", nil, &rules))
	for _, group := range rules.Groups {
		for _, rule := range group.Rules {
			assert.Equal(p.t, rule.Health, "ok", "rule", rule.Name, rule.LastError)
		}
	}
}

// checkExemplars checks that histograms' traces were exported, from the request or the extraction on.
func (p *prometheus) checkExemplars(traces *traceNames) {
	p.t.Helper()
	now := time.Now()
	for metric, span := range map[string]string{
		"docmill_extractor_duration_seconds_bucket":   "extract",
		"http_server_request_duration_seconds_bucket": "POST /api/v1/extract",
	} {
		testkit.Await(p.t, "a trace of "+metric, func() bool {
			var found []struct {
				Exemplars []struct{ Labels map[string]string }
			}
			require.NoError(p.t, p.get("/api/v1/query_exemplars", url.Values{
				"query": {metric}, "start": {fmt.Sprint(now.Add(-patience).Unix())}, "end": {fmt.Sprint(now.Add(patience).Unix())},
			}, &found))
			for _, series := range found {
				for _, exemplar := range series.Exemplars {
					if slices.Contains(traces.of(exemplar.Labels["trace_id"]), span) {
						return true
					}
				}
			}
			return false
		})
	}
}

// traceNames is an OTLP/HTTP collector that stores span names by trace.
type traceNames struct {
	mu    sync.Mutex
	spans map[string][]string
}

func (n *traceNames) of(trace string) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.spans[trace]
}

func (n *traceNames) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var req collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &req)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, resource := range req.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				id := hex.EncodeToString(span.TraceId)
				n.spans[id] = append(n.spans[id], span.Name)
			}
		}
	}
}
