package store_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestFinish(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	ref := claim(t, s, accept(t, s, a), "t")
	end := store.End{
		Extraction: gatewaytest.Extraction(), ProcessingTimeMs: 31,
		EventHeaders: map[string]string{contract.HeaderTraceparent: "00-x"},
	}
	ok, err := s.Finish(t.Context(), ref, end)
	require.True(t, ok && err == nil, "finish", ok, err)
	var subject, msgID string
	var headers map[string]string
	var payload []byte
	require.NoError(t, pool.QueryRow(t.Context(),
		`SELECT subject, msg_id, headers, payload FROM outbox WHERE ref = $1`, ref.DocumentID).
		Scan(&subject, &msgID, &headers, &payload))
	assert.Equal(t, subject,
		contract.EventSubject(contract.EventExtractionCompleted, a.Principal.AccountID, ref.DocumentID), "subject")
	assert.Equal(t, msgID, "extraction.completed:"+ref.DocumentID, "message id")
	if headers[contract.HeaderAccount] != a.Principal.AccountID || headers[contract.HeaderTraceparent] != "00-x" {
		t.Errorf("headers %v", headers)
	}
	var event contract.Event
	var rec contract.Record
	require.NoError(t, json.Unmarshal(payload, &event))
	require.NoError(t, json.Unmarshal(event.Data, &rec))
	if rec.Status != contract.StatusCompleted || rec.Fields != nil || string(rec.Data) != string(end.Extraction.Data) ||
		*rec.ProcessingTimeMs != 31 {
		t.Errorf("record in the event: %s", event.Data)
	}
}

// The event is built from the values for the row, and equals the record read afterwards.
func TestEventEqualsRecord(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	extraction := gatewaytest.Extraction()
	extraction.MIMEType, extraction.Pages, extraction.Memory = "", 3, json.RawMessage(`{"layout":"layout_1","version":3}`)
	extraction.Checks = json.RawMessage(`[{"name":"sum","passed":false}]`)
	own := *extraction
	own.Data, own.Basis = json.RawMessage(`{"a":{"b":"x"}}`), json.RawMessage(`{"required":["a.b","a.c"]}`)
	for name, end := range map[string]store.End{
		"completed": {Extraction: gatewaytest.Extraction(), ProcessingTimeMs: 31},
		"schema":    {Extraction: &own},
		"odd":       {Extraction: extraction, Reason: "odd"},
		"failed":    {Failure: &contract.Failure{Code: contract.CodeCorruptFile, Message: "bad \x00 bytes \xff"}},
		"given up":  {Failure: &contract.Failure{Code: contract.CodeInternalError, Message: "No."}, ProcessingTimeMs: 7},
	} {
		a := gatewaytest.Batch(gatewaytest.Account(), 2)
		a.Files[1].Document.Schema = json.RawMessage(`{}`)
		_, _, err := s.AcceptBatch(t.Context(), a, store.Terms{KeepFor: time.Hour}, refuse, nil)
		require.NoError(t, err)
		id := a.Files[1].Document.ID
		ok, err := s.Finish(t.Context(), claim(t, s, id, "t"), end)
		require.True(t, ok && err == nil, name, ok, err)
		d, ok, err := s.Document(t.Context(), a.Principal.AccountID, id)
		require.NoError(t, err, name)
		require.True(t, ok, name)
		var missing []string
		if d.Status == contract.StatusCompleted {
			sum, err := record.Sum(d)
			require.NoError(t, err)
			missing = sum.Missing
		}
		assert.True(t, slices.Contains(missing, "a.c") == (name == "schema") && !slices.Contains(missing, "a.b"),
			name, missing, "is missing")
		want, err := record.Ended(d, missing, nil)
		require.NoError(t, err)
		got := testkit.Value[string](t, pool, `SELECT convert_from(payload, 'UTF8') FROM outbox WHERE ref = $1`, id)
		assert.Equal(t, got, string(want.Payload), name)
	}
}

func TestFinishWithWrongToken(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(gatewaytest.Account())), "right")
	end := store.End{Extraction: gatewaytest.Extraction()}
	ok, err := s.Finish(t.Context(), contract.ClaimRef{DocumentID: ref.DocumentID, Token: "wrong"}, end)
	assert.True(t, !ok && err == nil, "foreign", ok, err)
	ok, err = s.Finish(t.Context(), ref, end)
	assert.True(t, ok && err == nil, "right", ok, err)
	failure := store.End{Failure: &contract.Failure{Code: contract.CodeCorruptFile, Message: "No."}}
	ok, err = s.Finish(t.Context(), ref, failure)
	assert.True(t, !ok && err == nil, "repeated", ok, err)
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM outbox`)
}

func TestAbandonExtendedLease(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(gatewaytest.Account())), "t")
	end := store.End{Failure: &contract.Failure{Code: contract.CodeTooComplex, Message: "No."}}
	ok, err := s.Abandon(t.Context(), ref, end)
	assert.True(t, !ok && err == nil, "leased", ok, err)
	ok, err = s.Extend(t.Context(), contract.ClaimUpdate{ClaimRef: ref}, 0, time.Hour)
	require.True(t, ok && err == nil, "end the lease", ok, err)
	ok, err = s.Abandon(t.Context(), ref, end)
	assert.True(t, ok && err == nil, "lease over", ok, err)
}

// act does one thing that a worker or a dispatcher may do and reports whether it ended the document.
func act(t *testing.T, s *store.Store, id, token string, what int) (ended bool, err error) {
	ctx, ref := t.Context(), contract.ClaimRef{DocumentID: id, Token: token}
	switch what {
	case 0, 1:
		_, _, err = s.Claim(ctx, store.Claim{DocumentID: id, Worker: "w", Token: token, Lease: time.Millisecond})
	case 2:
		return s.Finish(ctx, ref, store.End{Extraction: gatewaytest.Extraction()})
	case 3:
		return s.Finish(ctx, ref, store.End{Failure: &contract.Failure{Code: contract.CodeInternalError, Message: "No."}})
	case 4:
		_, err = s.Retry(ctx, ref, "crash", 0)
	case 5:
		_, err = s.ReleaseClaim(ctx, contract.ClaimUpdate{ClaimRef: ref}, 0)
	default:
		_, err = s.Requeue(ctx)
	}
	return false, err
}

func finishSomehow(t *testing.T, s *store.Store, id string) {
	t.Helper()
	deadline := time.Now().Add(testkit.Patience)
	for time.Now().Before(deadline) {
		_, err := s.Requeue(t.Context())
		require.NoError(t, err)
		if _, ok, _ := s.Claim(t.Context(), store.Claim{DocumentID: id, Token: "end", Lease: time.Minute}); ok {
			if ok, err := s.Finish(t.Context(), contract.ClaimRef{DocumentID: id, Token: "end"},
				store.End{Extraction: gatewaytest.Extraction()}); ok && err == nil {
				return
			}
		}
		lost, err := s.LostForGood(t.Context())
		require.NoError(t, err)
		for _, ref := range lost {
			if ref.DocumentID != id {
				continue
			}
			if ok, err := s.Abandon(t.Context(), ref,
				store.End{Failure: &contract.Failure{Code: contract.CodeTooComplex, Message: "No."}}); ok && err == nil {
				return
			}
		}
	}
	t.Fatalf("%s cannot be ended", id)
}

func TestAcceptRefused(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	gatewaytest.Limit(t, url, 1)
	account := gatewaytest.Account()
	accept(t, s, gatewaytest.Acceptance(account))
	c, err := s.Accept(t.Context(), gatewaytest.Acceptance(account), store.Terms{})
	if err != nil || c.Granted || !c.Signalled || c.Limit != 1 || c.At.IsZero() {
		t.Errorf("refused: %+v, %v", c, err)
	}
	_, c, err = s.AcceptBatch(t.Context(), gatewaytest.Batch(account, 2), store.Terms{}, refuse, nil)
	require.NoError(t, err, c)
	assert.False(t, c.Granted, "batch", c)
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM batches`)
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM documents`)
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM quota.thresholds WHERE kind = 'exceeded'`)
}

func TestAcceptFailed(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	first := gatewaytest.Acceptance(gatewaytest.Account())
	accept(t, s, first)
	second := gatewaytest.Acceptance(gatewaytest.Account())
	second.Document.ObjectKey = first.Document.ObjectKey // refused by the table
	_, err := s.Accept(t.Context(), second, store.Terms{})
	require.Error(t, err, "accepted")
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM quota.charges`)
}
