package completion_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// A waiting request gets the record without a database query, and must see the same as the next reader.
func TestRecordForWaiters(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	account := gatewaytest.Account()
	accept := func(sha256, rerunOf string) string {
		a := gatewaytest.Acceptance(account)
		a.Document.SHA256, a.Document.RerunOf = strings.Repeat(sha256, 64), rerunOf
		if c, err := in.Store.Accept(t.Context(), a, store.Terms{KeepFor: time.Hour}); err != nil || !c.Granted {
			t.Fatalf("accept: %v, %v", c, err)
		}
		return a.Document.ID
	}
	completed := func(change func(*contract.Extraction)) contract.Result {
		x := gatewaytest.Extraction()
		x.Data = json.RawMessage(`{"vendorName":"Mill & Co","invoiceNumber":"7","total":"119.00","currency":"EUR"}`)
		if change != nil {
			change(x)
		}
		return contract.Result{Outcome: contract.OutcomeCompleted, Extraction: x, ProcessingTimeMs: 31}
	}
	docs := &documents.Documents{Store: in.Store, Blob: in.Blob}
	find := func(id string) contract.Record {
		rec, err := docs.Record(t.Context(), account, id)
		require.NoError(t, err)
		return rec
	}
	first := accept("a", "")
	for _, c := range []struct {
		name   string
		id     string
		result contract.Result
		want   contract.Metadata
	}{
		{"completed", first, completed(nil), contract.Metadata{}},
		{"same bytes", accept("a", ""), completed(nil), contract.Metadata{DuplicateOf: &first}},
		{"same content", accept("b", ""), completed(nil), contract.Metadata{DuplicateOf: &first}},
		{"read again", accept("a", first), completed(nil), contract.Metadata{RerunOf: &first}},
		{"large fields", accept("c", ""), completed(func(x *contract.Extraction) {
			x.Data = json.RawMessage(`{"text":"none like it"}`)
			x.Fields = json.RawMessage(`{"text":"` + strings.Repeat("a", 300<<10) + `"}`)
			x.DocumentType = "generic"
		}), contract.Metadata{}},
		{"failed", accept("d", ""), contract.Result{
			Outcome: contract.OutcomeFailed,
			Failure: &contract.Failure{Code: contract.CodeCorruptFile, Message: "It is cut\x00 short."},
		}, contract.Metadata{}},
	} {
		rec := in.told(t, c.id, c.result)
		if !reflect.DeepEqual(rec.Metadata.RerunOf, c.want.RerunOf) ||
			!reflect.DeepEqual(rec.Metadata.DuplicateOf, c.want.DuplicateOf) {
			t.Errorf("%s: metadata %+v", c.name, rec.Metadata)
		}
		told, read := encoded(t, rec), encoded(t, find(c.id))
		if !bytes.Equal(told, read) {
			t.Errorf("%s: told\n%.2000s\nread\n%.2000s", c.name, told, read)
		}
	}
}

// told claims the document, submits the result and returns the waiter's record.
func (in *intake) told(t *testing.T, id string, r contract.Result) contract.Record {
	t.Helper()
	r.DocumentID, r.Token = id, "t"
	claim := store.Claim{DocumentID: id, Worker: "w", Token: r.Token, Lease: time.Hour}
	if _, ok, err := in.Store.Claim(t.Context(), claim); err != nil || !ok {
		t.Fatalf("claim %s: %v, %v", id, ok, err)
	}
	ended, cancel := in.Waiters.Await(id)
	defer cancel()
	require.NoError(t, in.Handle(t.Context(), r))
	select {
	case rec := <-ended:
		if rec != nil {
			return *rec
		}
	default:
	}
	t.Fatalf("nobody was told of %s", id)
	return contract.Record{}
}

func encoded(t *testing.T, rec contract.Record) []byte {
	t.Helper()
	b, err := json.Marshal(rec)
	require.NoError(t, err)
	return b
}
