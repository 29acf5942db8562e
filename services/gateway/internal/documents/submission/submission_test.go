package submission_test

import (
	"bytes"
	"context"
	"mime/multipart"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// documents accepts documents one by one unless refusal is set, never ends one, and remembers one idempotency key.
type documents struct {
	refusal  error
	accepted []model.Acceptance
	earlier  *model.EarlierCall
	released int
	source   model.Source
}

func (d *documents) Admit(context.Context, string) error { return nil }

func (d *documents) Accept(_ context.Context, a model.Acceptance) error {
	if d.refusal != nil {
		return d.refusal
	}
	d.accepted = append(d.accepted, a)
	if a.Claim != nil {
		d.earlier = &model.EarlierCall{Fingerprint: a.Claim.Fingerprint, ID: a.Document.ID, Plan: a.Principal.Plan}
	}
	return nil
}

func (d *documents) AcceptBatch(context.Context, model.BatchAcceptance) (contract.Batch, []string, error) {
	return contract.Batch{}, nil, d.refusal
}

func (d *documents) Await(string) (ended <-chan *contract.Record, cancel func()) {
	return make(chan *contract.Record), func() {}
}

func (d *documents) Record(_ context.Context, _, id string) (contract.Record, error) {
	return contract.Record{ID: id, Status: contract.StatusQueued}, nil
}

func (d *documents) Source(context.Context, string, string) (model.Source, error) {
	return d.source, nil
}

func (d *documents) FindType(_ context.Context, _, asked string) (model.SavedType, error) {
	return model.SavedType{}, intake.UnknownType(asked)
}

func (d *documents) Batch(context.Context, string, string) (contract.Batch, error) {
	return contract.Batch{}, nil
}

func (d *documents) ClaimKey(_ context.Context, account, key string) (
	*model.IdempotencyClaim, *model.EarlierCall, error,
) {
	if d.earlier != nil {
		return nil, d.earlier, nil
	}
	return &model.IdempotencyClaim{AccountID: account, Key: key}, nil, nil
}

func (d *documents) ReleaseKey(context.Context, model.IdempotencyClaim) { d.released++ }

func newService(t *testing.T, d *documents) (*submission.Service, *blob.Store) {
	t.Helper()
	store, log := gatewaytest.Blob(t), telemetry.Discard().Log
	newID := func() string { return uuid.Must(uuid.NewV7()).String() }
	in := intake.New(store, filecache.New(filecache.Config{}), intake.Config{MaxUploads: 4, MaxUploadsPerAccount: 4}, newID,
		log)
	return submission.New(d, in, newID, time.Now, log), store
}

func formOf(t *testing.T, content string) submission.Form {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", "a.pdf")
	require.NoError(t, err)
	_, err = part.Write([]byte(content))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return submission.Form{
		Principal: contract.Principal{AccountID: "acct_1", Plan: contract.PlanPro},
		Boundary:  w.Boundary(), Body: &b, Length: int64(b.Len()),
	}
}

const pdf = "%PDF-1.7\n1"

func TestRefusedSubmission(t *testing.T) {
	t.Parallel()
	d := &documents{refusal: apierror.New(contract.CodeQuotaExceeded, "The month is full.")}
	s, store := newService(t, d)
	_, effect, err := s.Extract(t.Context(), formOf(t, pdf), "key", 0, nil)
	assert.True(t, apierror.Is(err, contract.CodeQuotaExceeded) && effect == (submission.Effect{MonthFull: true}),
		effect, err)
	assert.Equal(t, d.released, 1, "the key was released")
	err = store.Each(t.Context(), "", time.Now().Add(time.Hour), func(key string) error {
		t.Errorf("the bucket holds %s", key)
		return nil
	})
	require.NoError(t, err)
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	d := &documents{}
	s, _ := newService(t, d)
	first, effect, err := s.Extract(t.Context(), formOf(t, pdf), "key", 0, nil)
	require.NoError(t, err)
	require.Equal(t, effect, submission.Effect{Committed: true, Documents: 1})
	again, effect, err := s.Extract(t.Context(), formOf(t, pdf), "key", 0, nil)
	if err != nil || effect != (submission.Effect{Replayed: true}) || again.ID != first.ID {
		t.Errorf("%s, want %s; %+v, %v", again.ID, first.ID, effect, err)
	}
	_, effect, err = s.Extract(t.Context(), formOf(t, pdf+"2"), "key", 0, nil)
	assert.True(t, apierror.Is(err, contract.CodeIdempotencyKeyReused) && effect == (submission.Effect{}),
		"another file", effect, err)
	assert.True(t, len(d.accepted) == 1 && d.released == 0, len(d.accepted), "accepted", d.released, "released")
}

func TestDraining(t *testing.T) {
	t.Parallel()
	s, _ := newService(t, &documents{})
	draining := make(chan struct{})
	close(draining)
	rec, effect, err := s.Extract(t.Context(), formOf(t, pdf), "", time.Hour, draining)
	assert.True(t, err == nil && rec.Status == contract.StatusQueued && effect.Committed, rec.Status, effect, err)
}
