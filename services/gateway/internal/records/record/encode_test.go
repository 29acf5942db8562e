package record_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
)

// full is a record with all members.
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
	if err != nil {
		t.Fatal(err)
	}
	got, err := record.Append([]byte("before"), r)
	if err != nil || string(got) != "before"+string(want) {
		t.Errorf("got  %s, %v\nwant before%s", got, err, want)
	}
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

func BenchmarkAppend(b *testing.B) {
	field := `"customerName":{"value":"Nordlicht","raw":"Nordlicht","confidence":0.984,"page":1,"box":[0.084,0.165,0.244,0.181]}`
	fields := `{` + field
	for range 25 {
		fields += "," + field
	}
	r := full(json.RawMessage(`{"total":"119.00","vendorName":"Holzwerk Lindner"}`), json.RawMessage(fields+`}`), json.RawMessage(`[]`))
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			if _, err := record.Append(nil, r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("marshal", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(r); err != nil {
				b.Fatal(err)
			}
		}
	})
}
