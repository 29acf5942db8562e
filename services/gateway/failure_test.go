package gateway_test

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

func TestInvalidExtraction(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	noData := completed(id, r.claimNext(id).Token)
	noData.Extraction.Data = nil
	r.report(noData)
	notPut := contract.Result{DocumentID: id, Token: r.claimNext(id).Token,
		Outcome: contract.OutcomeCompleted, Stored: true}
	r.report(notPut)
	sure := completed(id, r.claimNext(id).Token)
	sure.Extraction.Confidence = 1.5
	r.report(sure)
	ended()
	rec := r.record(id)
	assert.True(t, rec.Failure != nil && rec.Failure.Code == contract.CodeInternalError, "record", rec)
}

// An invalid basis would make the record unreadable.
func TestInvalidBasis(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	for range contract.MaxAttempts {
		result := completed(id, r.claimNext(id).Token)
		result.Extraction.Basis = []byte(`{"per":[]}`)
		r.report(result)
	}
	ended()
	rec := r.record(id)
	assert.True(t, rec.Failure != nil && rec.Failure.Code == contract.CodeInternalError, "record", rec)
}

func TestUnknownFailureCode(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	for range contract.MaxAttempts {
		failure := &contract.Failure{Code: "MADE_UP", Message: "No."}
		r.report(contract.Result{DocumentID: id, Token: r.claimNext(id).Token,
			Outcome: contract.OutcomeFailed, Failure: failure})
	}
	ended()
	rec := r.record(id)
	assert.True(t, rec.Failure != nil && rec.Failure.Code == contract.CodeInternalError, "record", rec)
}

func TestFileFailure(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	failure := contract.Failure{Code: contract.CodePasswordProtected, Message: "The file is protected by a password."}
	r.report(contract.Result{DocumentID: id, Token: r.claimNext(id).Token, Outcome: contract.OutcomeFailed,
		Failure: &failure, ProcessingTimeMs: 7})
	ended()
	if rec := r.record(id); rec.Status != contract.StatusFailed || *rec.Failure != failure || *rec.ProcessingTimeMs != 7 {
		t.Errorf("record: %+v", rec)
	}
	assert.Equal(t, r.count(`SELECT count(*) FROM quota.charges WHERE given_back_at IS NOT NULL`), 0,
		"the charge was given back")
}

func TestTextWithNUL(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, ended := r.accept()
	result := completed(id, r.claimNext(id).Token)
	result.Extraction.Data = []byte(`{"vendorName":"A\u0000B"}`)
	result.Reason = "with \x00"
	r.report(result)
	ended()
	assert.Equal(t, string(r.record(id).Data), `{"vendorName":"A\u0000B"}`, "data")
}
