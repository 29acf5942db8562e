package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
)

const (
	id      = "ext_01a1fbb1-f619-702d-ab8e-175983fb8686"
	account = "acct_01a1fbb1-f619-702d-ab8e-175983fb8687"
)

func queued() model.Document {
	return model.Document{
		ID: id, Account: account, Plan: contract.PlanFree, Status: contract.StatusQueued, AskedType: "auto",
		FileName: "a.pdf", FileSize: 5, MIMEType: "application/pdf", SHA256: "ab",
		AcceptedAt: time.Date(2026, 11, 20, 10, 15, 30, 123_456_789, time.UTC),
	}
}

func ptr[T any](v T) *T { return &v }

func completed(data string) model.Document {
	d := queued()
	d.Status, d.Started, d.DocumentType, d.Confidence = contract.StatusCompleted, true, ptr("invoice"), ptr(0.5)
	d.CompletedAt, d.ProcessingTimeMs, d.Pages = ptr(d.AcceptedAt.Add(time.Second)), ptr(int64(31)), ptr(2)
	d.Data, d.Fields, d.Checks = json.RawMessage(data), json.RawMessage(`{"total":{}}`), json.RawMessage(`[]`)
	return d
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestRecordOfEveryState(t *testing.T) {
	t.Parallel()
	failed := completed(`{}`)
	failed.Status, failed.DocumentType, failed.Pages = contract.StatusFailed, nil, nil
	failed.FailureCode, failed.FailureMessage = ptr(contract.CodeCorruptFile), ptr("No.")
	again := queued()
	again.Started = true
	const head = `{"id":"` + id + `","status":"`
	const metadata = `"metadata":{"fileName":"a.pdf","fileSize":5,"mimeType":"application/pdf","pages":`
	for name, c := range map[string]struct {
		document model.Document
		want     string
	}{
		"queued": {queued(), head + `queued","documentType":"auto","confidence":null,"missing":null,"review":null,"data":null,` +
			`"fields":null,"checks":null,` +
			metadata + `null,"sha256":"ab"},"processingTimeMs":null,"batchId":null,"createdAt":"2026-11-20T10:15:30.123Z",` +
			`"completedAt":null,"expiresAt":null,"failure":null}`},
		"queued for another attempt": {again, head +
			`processing","documentType":"auto","confidence":null,"missing":null,"review":null,"data":null,"fields":null,"checks":null,` +
			metadata + `null,"sha256":"ab"},"processingTimeMs":null,"batchId":null,"createdAt":"2026-11-20T10:15:30.123Z",` +
			`"completedAt":null,"expiresAt":null,"failure":null}`},
		"completed": {completed(`{"total":"1"}`),
			head + `completed","documentType":"invoice","confidence":0.5,"missing":["invoiceNumber","issueDate","vendorName"],` +
				`"review":null,"data":{"total":"1"},"fields":{"total":{}},"checks":[],` +
				metadata + `2,"sha256":"ab"},"processingTimeMs":31,"batchId":null,"createdAt":"2026-11-20T10:15:30.123Z",` +
				`"completedAt":"2026-11-20T10:15:31.123Z","expiresAt":null,"failure":null}`},
		"failed": {failed, head + `failed","documentType":"auto","confidence":0,"missing":[],"review":null,"data":{},"fields":{},` +
			`"checks":[],` +
			metadata + `null,"sha256":"ab"},"processingTimeMs":31,"batchId":null,"createdAt":"2026-11-20T10:15:30.123Z",` +
			`"completedAt":"2026-11-20T10:15:31.123Z","expiresAt":null,"failure":{"code":"CORRUPT_FILE","message":"No."}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := record.Of(c.document)
			require.NoError(t, err)
			assert.Equal(t, encoded(t, r), c.want, "got")
		})
	}
}

func eventRecord(t *testing.T, d model.Document) (contract.Record, int) {
	t.Helper()
	sum, err := record.Sum(d)
	require.NoError(t, err)
	m, err := record.Ended(d, sum.Missing, map[string]string{contract.HeaderTraceparent: "00-x"})
	require.NoError(t, err)
	if m.Ref != id || m.MsgID != "extraction.completed:"+id || m.Headers[contract.HeaderAccount] != account ||
		m.Headers[contract.HeaderTraceparent] != "00-x" || !strings.HasSuffix(m.Subject, account+"."+id) {
		t.Errorf("message %+v", m)
	}
	var e contract.Event
	var r contract.Record
	require.NoError(t, json.Unmarshal(m.Payload, &e))
	assert.NoError(t, e.Validate())
	require.NoError(t, json.Unmarshal(e.Data, &r))
	assert.True(t, e.Timestamp.Equal(r.CompletedAt.Time), "timestamp", e.Timestamp, "completed at", r.CompletedAt)
	return r, len(m.Payload)
}

func TestEventWithoutFields(t *testing.T) {
	t.Parallel()
	r, _ := eventRecord(t, completed(`{"total":"1"}`))
	assert.True(t, r.Fields == nil && string(r.Data) == `{"total":"1"}` && !r.Metadata.Truncated, "record", r)
}

func TestLargeEvent(t *testing.T) {
	t.Parallel()
	d := completed(`{"a":"` + strings.Repeat("x", contract.MaxEventData) + `"}`)
	r, size := eventRecord(t, d)
	if string(r.Data) != "null" || !r.Metadata.Truncated || string(r.Checks) != "[]" || size > contract.MaxEventData {
		t.Errorf("%d bytes, data %.20s, truncated %v", size, r.Data, r.Metadata.Truncated)
	}
	d.Checks = json.RawMessage(`[{"name":"` + strings.Repeat("x", contract.MaxEventData) + `"}]`)
	_, size = eventRecord(t, d)
	assert.True(t, size <= contract.MaxEventData, size, "bytes with large checks")
}

func TestEventWithoutLongData(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", contract.MaxEventData)
	for _, c := range []struct{ documentType, data, want string }{
		{"generic", `{"title":"T","text":"` + long + `"}`, `{"title":"T"}`},
		{"invoice", `{"tables":[{"rows":[["` + long + `"]]}],"total":"1"}`, `{"total":"1"}`},
		{"generic", `{"tables":[{"rows":[["a"]]}]}`, `{"tables":[{"rows":[["a"]]}]}`},
		{"invoice", `{"tables":[{"seats":"4"}]}`, `{"tables":[{"seats":"4"}]}`}, // a caller's schema asked for them
	} {
		d := completed(c.data)
		d.DocumentType = &c.documentType
		r, _ := eventRecord(t, d)
		if string(r.Data) != c.want || r.Metadata.Truncated {
			t.Errorf("%s: data %.40s, truncated %v", c.documentType, r.Data, r.Metadata.Truncated)
		}
	}
}

func full(data, fields, checks json.RawMessage) contract.Record {
	at := contract.TimeOf(time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC))
	return contract.Record{
		ID: id, Status: contract.StatusCompleted, DocumentType: "invoice", Confidence: ptr(0.5), Missing: []string{"total"},
		Review: &contract.Review{State: contract.Reviewed, By: "key_1", At: at}, Data: data, Fields: fields, Checks: checks,
		Metadata: contract.Metadata{FileName: "<a>.pdf", FileSize: 5, MIMEType: "application/pdf", Pages: ptr(1), SHA256: "ab",
			Truncated: true, RerunOf: ptr("ext_1"), DuplicateOf: ptr("ext_2")},
		Memory: json.RawMessage(`{"layout": 1}`), ProcessingTimeMs: ptr(int64(31)), BatchID: ptr("batch_1"), CreatedAt: at,
		CompletedAt: &at, ExpiresAt: &at, Failure: &contract.Failure{Code: contract.CodeCorruptFile, Message: "No."},
	}
}

func checkAppended(t *testing.T, r contract.Record) {
	t.Helper()
	want, err := json.Marshal(r)
	require.NoError(t, err)
	got, err := record.Append([]byte("before"), r)
	assert.NoError(t, err, "want before")
	assert.Equal(t, string(got), "before"+string(want), "want before", string(want))
}

func TestAppendEqualsMarshal(t *testing.T) {
	t.Parallel()
	checkAppended(t, contract.Record{})
	checkAppended(t, full(nil, nil, nil))
	for _, raw := range []string{
		`{}`, `null`, `{"a":"b c","d":[1,2.5e3,true]}`, `{"a": "b"}`, " {}", "[1,\n2]", "\t1\r", `{"a":"<b>"}`, `{"a&b":1}`,
		`{"a":"\"<"}`, `{"a":"\\","b": 1}`, `{"a":"\\\" ","b":1}`, "{\"a\":\"\u2028\"}", "{\"a\":\"\u2029x\"}", `{"a":"€ …"}`,
		"{\"a\":\"\u2027\u202a\"}", "\"\xe2\"", "\"\xe2\x80\"", `{"a":"\u003c"}`,
	} {
		checkAppended(t, full(json.RawMessage(raw), json.RawMessage(`{"b":1}`), json.RawMessage(`[]`)))
		checkAppended(t, full(json.RawMessage(`{"a":1}`), json.RawMessage(raw), json.RawMessage(raw)))
	}
}

func FuzzAppendEqualsMarshal(f *testing.F) {
	f.Add([]byte(`{"a":"b\"\\ <","c": [1]}`))
	f.Add([]byte("[\"\u2028\", 1 ]"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if json.Valid(raw) {
			checkAppended(t, full(raw, raw, raw))
		}
	})
}
