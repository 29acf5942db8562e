package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

func TestDocumentLifecycle(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	if rec := r.record(id); rec.Status != contract.StatusQueued || string(rec.Data) != "null" ||
		string(rec.Fields) != "null" || rec.CompletedAt != nil {
		t.Errorf("accepted: %+v", rec)
	}
	claim := r.claimNext(id)
	if claim.Attempt != 1 || claim.DeadlineMs != 300_000 || claim.LeaseMs != 20_000 || claim.DocumentType != "auto" {
		t.Errorf("claim: %+v", claim)
	}
	assert.Equal(t, transfer(t, "GET", claim.GetURL, nil, 0), gatewaytest.File, "file")
	rec := r.record(id)
	assert.True(t, rec.Status == contract.StatusProcessing && rec.Confidence == nil, "claimed", rec)
	r.report(completed(id, claim.Token))
	ended()
	rec, x := r.record(id), gatewaytest.Extraction()
	if rec.Status != contract.StatusCompleted || rec.DocumentType != "invoice" || *rec.Confidence != 0.75 ||
		*rec.Metadata.Pages != 2 ||
		!bytes.Equal(rec.Data, x.Data) || !bytes.Equal(rec.Fields, x.Fields) || !bytes.Equal(rec.Checks, x.Checks) ||
		*rec.ProcessingTimeMs != 31 || rec.CompletedAt == nil || rec.Failure != nil {
		t.Errorf("completed: %+v", rec)
	}
	e := r.event(contract.EventExtractionCompleted)
	assert.True(t, e.ID == id && e.Fields == nil && bytes.Equal(e.Data, x.Data), "event", e)
	assert.Equal(t, r.count(`SELECT count(*) FROM quota.charges WHERE given_back_at IS NULL`), 1, "charges")
}

func TestLateAndRepeatedResults(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	claim := r.claimNext(id)
	r.report(completed(id, "foreign"))
	r.report(completed(gatewaytest.Acceptance(r.account).Document.ID, claim.Token)) // unknown document
	r.report(completed(id, claim.Token))
	ended()
	failure := &contract.Failure{Code: contract.CodeCorruptFile, Message: "No."}
	r.report(completed(id, claim.Token))
	r.report(contract.Result{DocumentID: id, Token: claim.Token, Outcome: contract.OutcomeFailed, Failure: failure})
	r.report(contract.Result{DocumentID: id, Token: claim.Token, Outcome: contract.OutcomeCrashed})
	// A document after them shows that they were handled.
	last, lastEnded := r.accept()
	r.report(completed(last, r.claimNext(last).Token))
	lastEnded()
	rec := r.record(id)
	assert.Equal(t, rec.Status, contract.StatusCompleted, "record", rec)
	r.event(contract.EventExtractionCompleted)
	r.event(contract.EventExtractionCompleted)
	r.noMoreEvents()
	reply := r.claim(id)
	assert.True(t, reply.Gone, "an ended document was claimed", reply)
}

func TestLostWorker(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	lost := r.claimNext(id)
	r.loseLease()
	second := r.claimNext(id)
	assert.True(t, second.Attempt == 2 && second.Token != lost.Token, "second claim", second)
	failure := &contract.Failure{Code: contract.CodeCorruptFile, Message: "No."}
	r.report(contract.Result{DocumentID: id, Token: lost.Token, Outcome: contract.OutcomeFailed, Failure: failure})
	r.report(completed(id, second.Token))
	ended()
	rec := r.record(id)
	assert.Equal(t, rec.Status, contract.StatusCompleted, "record", rec)
	_, err := bus.Call[contract.Empty](t.Context(), r.worker, contract.RPCWorkExtend,
		contract.ClaimRef{DocumentID: id, Token: lost.Token})
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "extend an old claim", err)
}

func TestExtendLease(t *testing.T) {
	t.Parallel()
	const lease = 20 * time.Minute
	r := newRig(t, func(c *gateway.Config) { c.Work.Lease = lease })
	id, ended := r.accept()
	claim := r.claimNext(id)
	ref := contract.ClaimRef{DocumentID: id, Token: claim.Token}
	for range 3 { // nearly twice the lease: most of it passes each time
		r.exec(`UPDATE documents SET lease_until = lease_until - interval '12 minutes'`)
		_, err := bus.Call[contract.Empty](t.Context(), r.worker, contract.RPCWorkExtend, ref)
		require.NoError(t, err)
		if n := r.count(`SELECT count(*) FROM documents WHERE lease_until > clock_timestamp() + interval '10 minutes'`); n != 1 {
			t.Fatal("the lease was not extended")
		}
	}
	r.report(completed(id, claim.Token))
	ended()
	assert.Equal(t, r.count(`SELECT attempt FROM documents`), 1, "attempts")
}

func TestLastAttempt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		outcome   contract.Outcome // "" lets the lease run out
		code      contract.Code
		givenBack int
	}{
		"crashes":     {contract.OutcomeCrashed, contract.CodeTooComplex, 0},
		"errors":      {contract.OutcomeError, contract.CodeInternalError, 1},
		"lost leases": {"", contract.CodeTooComplex, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			id, ended := r.accept()
			for attempt := 1; attempt <= contract.MaxAttempts; attempt++ {
				claim := r.claimNext(id)
				assert.Equal(t, claim.Attempt, attempt, "attempt")
				if c.outcome == "" {
					r.loseLease()
					continue
				}
				r.report(contract.Result{DocumentID: id, Token: claim.Token, Outcome: c.outcome, Reason: "test"})
			}
			ended()
			rec := r.record(id)
			if rec.Status != contract.StatusFailed || rec.Failure == nil || rec.Failure.Code != c.code || *rec.Confidence != 0 ||
				string(rec.Data) != "{}" || string(rec.Fields) != "{}" || string(rec.Checks) != "[]" || rec.CompletedAt == nil {
				t.Errorf("record: %+v", rec)
			}
			e := r.event(contract.EventExtractionFailed)
			assert.True(t, e.ID == id && e.Failure.Code == c.code, "event", e)
			assert.Equal(t, r.count(`SELECT count(*) FROM quota.charges WHERE given_back_at IS NOT NULL`), c.givenBack,
				"given back")
		})
	}
}

func TestReleaseClaim(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	claim := r.claimNext(id)
	ref := contract.ClaimRef{DocumentID: id, Token: claim.Token}
	_, err := bus.Call[contract.Empty](t.Context(), r.worker, contract.RPCWorkRelease, ref)
	require.NoError(t, err)
	assert.Equal(t, r.record(id).Status, contract.StatusProcessing, "a client sees after processing")
	again := r.claimNext(id)
	assert.Equal(t, again.Attempt, 1, "attempt")
	r.report(completed(id, again.Token))
	ended()
	_, err = bus.Call[contract.Empty](t.Context(), r.worker, contract.RPCWorkRelease, ref)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "release an old claim", err)
}

func TestLargeExtraction(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	claim := r.claimNext(id)
	x := gatewaytest.Extraction()
	x.Data = []byte(`{"notes":"` + strings.Repeat("d", contract.MaxEventData) + `"}`)
	x.Fields = []byte(`{"notes":{"raw":"` + strings.Repeat("f", 2<<20) + `"}}`)
	body, err := json.Marshal(x)
	require.NoError(t, err)
	transfer(t, "PUT", claim.PutURL, bytes.NewReader(body), len(body))
	r.report(contract.Result{DocumentID: id, Token: claim.Token, Outcome: contract.OutcomeCompleted, Stored: true})
	ended()
	rec := r.record(id)
	assert.True(t, bytes.Equal(rec.Data, x.Data) && bytes.Equal(rec.Fields, x.Fields),
		"record has", len(rec.Data), "bytes of data and", len(rec.Fields), "of fields")
	assert.Equal(t, r.count(`SELECT count(*) FROM documents WHERE fields IS NULL AND fields_key IS NOT NULL`), 1,
		"fields are in the row")
	if e := r.event(contract.EventExtractionCompleted); string(e.Data) != "null" || !e.Metadata.Truncated {
		t.Errorf("event of %d bytes, truncated %v", len(e.Data), e.Metadata.Truncated)
	}
}

func TestQuotaExceeded(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	gatewaytest.Limit(t, r.url, 1)
	r.accept()
	quota := gatewaytest.Connect(t, r.nats, contract.UserQuota)
	woken := make(chan struct{}, 1)
	stop, err := bus.Subscribe(quota, contract.SubjectWakeQuota,
		func(_ context.Context, _ contract.Empty) { woken <- struct{}{} })
	require.NoError(t, err)
	defer stop()
	err = r.docs.Accept(t.Context(), gatewaytest.Acceptance(r.account))
	if f := apierror.Of(err); f.Code != contract.CodeQuotaExceeded ||
		!strings.Contains(f.Public, "Pro plan allows 1 documents") || !strings.Contains(f.Public, "-01T00:00:00.000Z") {
		t.Errorf("refusal: %v", err)
	}
	testkit.Receive(t, woken, "the wake of the quota service")
	assert.Equal(t, r.count(`SELECT count(*) FROM documents`), 1, "documents")
}
