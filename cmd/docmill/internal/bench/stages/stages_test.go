package stages

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// told is a span as reported by a service, in milliseconds from the trace's beginning.
type told struct {
	name, key, value string
	from, to         int
}

// one returns the spans of an upload, unordered, including a second command and other database requests.
func one() []told {
	subject := "messaging.destination.name"
	return []told{
		{"engine", "", "", 31, 61},
		{"POST /api/v1/extract", "http.request.method", "POST", 0, 75},
		{"request", subject, "docmill.rpc.auth.verify", 1, 2},
		{"request", subject, "docmill.rpc.quota.admit", 2, 4},
		{"serve", subject, "docmill.rpc.quota.admit", 3, 4},
		{"s3 put", "", "", 5, 10},
		{"publish", subject, "docmill.cmd.extract.interactive.ext_1", 14, 15},
		{"publish", subject, "docmill.cmd.extract.interactive.ext_1", 60, 61},
		{"extract", "", "", 20, 66},
		{"request", subject, "docmill.rpc.work.claim", 21, 27},
		{"s3 get", "", "", 28, 30},
		{"publish", subject, "docmill.result.ext_1", 62, 63},
		{"process", subject, "docmill.result.ext_1", 64, 70},
		{"INSERT", "", "", 11, 12},
	}
}

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

func milliseconds(parts map[string]time.Duration) map[string]int {
	out := map[string]int{}
	for name, d := range parts {
		out[name] = int(d.Milliseconds())
	}
	return out
}

func want() map[string]int {
	return map[string]int{authorize: 4, receive: 6, accept: 4, queue: 6, claim: 7, fetch: 3, extract: 31, store: 9,
		answer: 5, network: 5}
}

// asJSON is a message as the file exporter of the collector writes it, a line.
func asJSON(spans []told) string {
	var all []string
	for i, s := range spans {
		attributes := ""
		if s.key != "" {
			attributes = fmt.Sprintf(`{"key":%q,"value":{"stringValue":%q}},{"key":"n","value":{"intValue":"3"}}`, s.key, s.value)
		}
		all = append(all, fmt.Sprintf(`{"traceId":%q,"spanId":"%016x","name":%q,"kind":2,"startTimeUnixNano":"%d000000",`+
			`"endTimeUnixNano":"%d000000","attributes":[%s],"status":{}}`, traceID, i+1, s.name, 1e6+s.from, 1000000+s.to, attributes))
	}
	return fmt.Sprintf(`{"resourceSpans":[{"resource":{},"scopeSpans":[{"scope":{"name":"x"},"spans":[%s]}]}]}`+"\n",
		strings.Join(all, ","))
}

func TestStagesFromFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "traces.json")
	spans := one()
	content := asJSON(spans[:5]) + asJSON(spans[5:]) + `{"resourceSpans":[{"scopeSp` // is being written
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	set := NewSet()
	for range 2 { // reading it again changes nothing
		require.NoError(t, File(path).Refresh(set))
	}
	parts, ok := set.Stages(traceID, 80*time.Millisecond)
	if got := milliseconds(parts); !ok || !maps.Equal(got, want()) {
		t.Errorf("%v, want %v", got, want())
	}
	_, ok = set.Stages("another", time.Second)
	assert.True(t, !ok && !set.Has("another"), "a trace was found that is not there")
	require.NoError(t, os.WriteFile(path, []byte("no traces"), 0o600))
	err := File(path).Refresh(set)
	assert.True(t, err != nil && strings.Contains(err.Error(), "message 1"), err)
}

// A service's own export: protobuf over HTTP, compressed or not.
func TestStagesFromExporter(t *testing.T) {
	t.Parallel()
	for _, packed := range []bool{false, true} {
		set := NewSet()
		r, err := Listen(t.Context(), "127.0.0.1:0", set)
		require.NoError(t, err)
		t.Cleanup(func() { _ = r.Close() })
		content, err := proto.Marshal(message(one()))
		require.NoError(t, err)
		require.Equal(t, send(t, r.Addr, content, packed), http.StatusOK)
		parts, ok := set.Stages(traceID, 80*time.Millisecond)
		if got := milliseconds(parts); !ok || !maps.Equal(got, want()) {
			t.Errorf("%v, want %v", got, want())
		}
		assert.Equal(t, send(t, r.Addr, []byte("nonsense"), false), http.StatusBadRequest, "status of nonsense")
	}
}

func message(spans []told) *collector.ExportTraceServiceRequest {
	scope := &tracepb.ScopeSpans{}
	for i, s := range spans {
		id := make([]byte, 16)
		_, _ = fmt.Sscanf(traceID, "%x", &id)
		out := &tracepb.Span{TraceId: id, SpanId: []byte{0, 0, 0, 0, 0, 0, 1, byte(i)}, Name: s.name,
			StartTimeUnixNano: uint64(1e6+s.from) * 1e6, EndTimeUnixNano: uint64(1e6+s.to) * 1e6}
		if s.key != "" {
			out.Attributes = []*common.KeyValue{{Key: s.key, Value: &common.AnyValue{
				Value: &common.AnyValue_StringValue{StringValue: s.value}}}}
		}
		scope.Spans = append(scope.Spans, out)
	}
	return &collector.ExportTraceServiceRequest{ResourceSpans: []*tracepb.ResourceSpans{{ScopeSpans: []*tracepb.ScopeSpans{scope}}}}
}

func send(t *testing.T, address string, content []byte, packed bool) (status int) {
	t.Helper()
	body := bytes.NewBuffer(content)
	if packed {
		body = &bytes.Buffer{}
		z := gzip.NewWriter(body)
		_, err := z.Write(content)
		require.NoError(t, err)
		require.NoError(t, z.Close())
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/v1/traces", body)
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/x-protobuf")
	if packed {
		req.Header.Set("Content-Encoding", "gzip")
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	require.NoError(t, err)
	return resp.StatusCode
}

// The time of missing spans belongs to the next stage, and the sum is the upload's time. Different clocks
// cause no negative times.
func TestStageSums(t *testing.T) {
	t.Parallel()
	all := one()
	for left := range all {
		if all[left].name == "engine" || all[left].key == "http.request.method" {
			continue
		}
		set, sum := NewSet(), time.Duration(0)
		for i, s := range all {
			if i == left {
				continue
			}
			late := 0
			if s.name == "extract" || s.name == "engine" || s.name == "s3 get" { // of another machine
				late = -25
			}
			one := span{trace: "t", name: s.name, start: time.UnixMilli(int64(s.from + late)),
				end: time.UnixMilli(int64(s.to + late))}
			one.attribute(s.key, s.value)
			set.add(one)
		}
		parts, ok := set.Stages("t", 80*time.Millisecond)
		for _, d := range parts {
			sum += max(d, 0)
		}
		if !ok || sum != 80*time.Millisecond {
			t.Errorf("without %s: %v in all, %v", all[left].name, sum, parts)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add(asJSON(one()))
	f.Add(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":12}]}]}]}`)
	f.Add(`{"resourceSpans":null}{`)
	f.Fuzz(func(t *testing.T, content string) {
		_ = readJSON(strings.NewReader(content), NewSet().add)
	})
}
