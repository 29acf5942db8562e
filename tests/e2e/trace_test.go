package e2e_test

import (
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// spans is an OTLP/HTTP collector that stores spans by id.
type spans struct {
	mu  sync.Mutex
	all map[string]*tracepb.Span
	// to is the destination of copies, or empty.
	to string
}

func (s *spans) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var req collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &req)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.to != "" {
		// There may be no receiver.
		if answer, err := http.Post(s.to, r.Header.Get("Content-Type"), bytes.NewReader(body)); err == nil {
			_ = answer.Body.Close()
		}
	}
	for _, resource := range req.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				s.all[string(span.SpanId)] = span
			}
		}
	}
}

func (s *spans) path(span *tracepb.Span) (names []string) {
	for span != nil {
		names = append([]string{label(span)}, names...)
		span = s.all[string(span.ParentSpanId)]
	}
	return names
}

// label is a span's name, and for messages the subject less its ids.
func label(span *tracepb.Span) string {
	for _, a := range span.Attributes {
		if a.Key == "messaging.destination.name" {
			subject, _, _ := strings.Cut(a.Value.GetStringValue(), ".acct_")
			subject, _, _ = strings.Cut(subject, ".ext_")
			return span.Name + " " + subject
		}
	}
	return span.Name
}

// One upload is one trace: HTTP → object store → Postgres → NATS → extractor → engine → result → event,
// under the client's parent span.
func TestSingleTrace(t *testing.T) {
	t.Parallel()
	collected := &spans{all: map[string]*tracepb.Span{}}
	server := httptest.NewServer(collected)
	defer server.Close()
	inst := binary.Start(t, instance.Dir(t), "DOCMILL_OTLP_ENDPOINT="+server.URL+"/v1/traces")
	const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
	// It is too large to be sent with its claim.
	body, contentType := instance.Form("file", instance.File{Name: "invoice.pdf", Data: append(sample.Invoice("R-1001"),
		make([]byte, 80<<10)...)})
	answer := instance.Want(t, http.StatusOK)(
		inst.First().Do(t.Context(), http.MethodPost, "/api/v1/extract", body, map[string]string{
			"Content-Type": contentType, "Prefer": "wait=60", "traceparent": "00-" + traceID + "-00f067aa0ba902b7-01",
		}))
	var record contract.Record
	answer.Into(t, &record)
	awaitEvent(t, inst, record.ID)
	benchBreaksDown(t, inst, collected)
	inst.Stop() // sends what is left

	collected.mu.Lock()
	defer collected.mu.Unlock()
	var paths []string
	for _, span := range collected.all {
		if hex.EncodeToString(span.TraceId) != traceID {
			continue
		}
		paths = append(paths, strings.Join(collected.path(span), " → "))
	}
	const http, command, extract = "POST /api/v1/extract", "publish docmill.cmd.extract.interactive", "extract"
	for _, want := range []string{
		http + " → request docmill.rpc.auth.verify → serve docmill.rpc.auth.verify",
		http + " → request docmill.rpc.quota.admit → serve docmill.rpc.quota.admit",
		http + " → s3 put",
		http + " → " + command + " → " + extract + " → request docmill.rpc.work.claim → serve docmill.rpc.work.claim",
		http + " → " + command + " → " + extract + " → s3 get",
		http + " → " + command + " → " + extract + " → engine",
		http + " → " + command + " → " + extract + " → publish docmill.result → process docmill.result",
		http + " → " + command + " → " + extract +
			" → publish docmill.result → process docmill.result → batch start → UPDATE",
		http + " → " + command + " → " + extract +
			" → publish docmill.result → process docmill.result → publish docmill.event.extraction.completed",
		http + " → batch start → WITH", // the document's row
	} {
		assert.True(t, slices.Contains(paths, want), "no span", want)
	}
	if t.Failed() {
		t.Logf("%d spans:\n%s", len(paths), strings.Join(paths, "\n"))
	}
}

// benchBreaksDown checks the stages of uploads that the command line computes from the service's traces.
func benchBreaksDown(t *testing.T, inst *instance.Instance, collected *spans) {
	address := instance.FreeAddress(t)
	collected.mu.Lock()
	collected.to = "http://" + address + "/v1/traces"
	collected.mu.Unlock()
	out, said, err := binary.Run(t.Context(), "bench", "--server", inst.URL, "--api-key", inst.Key, "--mix", "text",
		"--requests", "3", "--workers", "1", "--warm-up", "0s", "--traces-listen", address)
	require.NoError(t, err, said)
	assert.NotContains(t, out, "Traces of", said)
	_, table, _ := strings.Cut(out, "from traces")
	for _, stage := range []string{
		"key and rate", "receive and store file", "accept", "queue", "claim", "extract", "store result", "answer",
		"network and client", // "fetch file" is for files that do not come with their claims
	} {
		assert.Contains(t, table, "\n"+stage+" ", "no stage", stage, "in", out)
	}
}
