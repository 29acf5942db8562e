package submission

import (
	"context"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Batch receives a form for several files as one batch. Refused files become entries of it. key
// is the idempotency key, "" for none.
func (s *Service) Batch(ctx context.Context, f Form, key string) (contract.Batch, Effect, error) {
	k, err := s.claimKey(ctx, f.Principal.AccountID, key)
	if err != nil {
		return contract.Batch{}, Effect{}, err
	}
	defer k.release()
	if k.earlier != nil {
		return s.replayBatch(ctx, f, k)
	}
	return s.batchFirst(ctx, f, k)
}

// Submitted is the result of a form: a document, or a batch of several.
type Submitted struct {
	Document *contract.Record
	Batch    *contract.Batch
}

// SubmitMany receives a form of one or more files. A single file makes a document and no batch,
// and its refusal refuses the form.
func (s *Service) SubmitMany(ctx context.Context, f Form) (Submitted, error) {
	upload, err := s.receiveBatch(ctx, f)
	if err != nil {
		return Submitted{}, err
	}
	if len(upload.Files) == 1 {
		rec, err := s.submitSingle(ctx, f, upload)
		return Submitted{Document: &rec}, err
	}
	batch, err := s.acceptBatch(ctx, f, upload, nil)
	return Submitted{Batch: &batch}, err
}

func (s *Service) submitSingle(ctx context.Context, f Form, upload intake.Batch) (contract.Record, error) {
	file := upload.Files[0]
	if file.Refusal != nil {
		return contract.Record{}, file.Refusal
	}
	doc := s.newDocument(file.File, upload.DocumentType, contract.LaneInteractive)
	useType(&doc, upload.Saved)
	return s.acceptOne(ctx, f, doc)
}

func (s *Service) batchFirst(ctx context.Context, f Form, k *idempotencyClaim) (contract.Batch, Effect, error) {
	upload, err := s.receiveBatch(ctx, f)
	if err != nil {
		return contract.Batch{}, Effect{}, err
	}
	batch, err := s.acceptBatch(ctx, f, upload, k.claimFor(batchFingerprint(upload)))
	k.accepted = err == nil
	return batch, batchEffect(batch, err), err
}

// batchEffect counts accepted documents: the month may have had room for only the first ones.
func batchEffect(batch contract.Batch, err error) Effect {
	effect := Effect{Committed: err == nil, MonthFull: apierror.Is(err, contract.CodeQuotaExceeded)}
	for _, e := range batch.Results {
		switch {
		case e.ID != "":
			effect.Documents++
		case e.Code == contract.CodeQuotaExceeded:
			effect.MonthFull = true
		}
	}
	return effect
}

func (s *Service) receiveBatch(ctx context.Context, f Form) (intake.Batch, error) {
	release, err := s.admit(ctx, f, contract.MaxBatchFiles)
	if err != nil {
		return intake.Batch{}, err
	}
	defer release()
	return s.intake.ReceiveBatch(ctx, s.upload(ctx, f))
}

// acceptBatch creates the batch and deletes the files of refused documents.
func (s *Service) acceptBatch(
	ctx context.Context, f Form, upload intake.Batch, claim *model.IdempotencyClaim,
) (contract.Batch, error) {
	a := model.BatchAcceptance{Principal: f.Principal, BatchID: contract.PrefixBatch + s.newID(), Claim: claim}
	for _, file := range upload.Files {
		a.Files = append(a.Files, s.newBatchFile(file, upload))
	}
	ctx = context.WithoutCancel(ctx) // a client that leaves now changes nothing
	batch, dropped, err := s.documents.AcceptBatch(ctx, a)
	if isDefiniteRejection(err) {
		dropped = upload.ObjectKeys()
	}
	s.intake.Discard(ctx, dropped...)
	return batch, err
}

func (s *Service) newBatchFile(f intake.BatchFile, upload intake.Batch) model.BatchFile {
	if f.Refusal != nil {
		refusal := &model.Refusal{Message: f.Refusal.Public, Code: f.Refusal.Code}
		return model.BatchFile{FileName: f.Name, Refusal: refusal}
	}
	doc := s.newDocument(f.File, upload.DocumentType, contract.LaneBatch)
	useType(&doc, upload.Saved)
	return model.BatchFile{FileName: f.Name, Document: &doc}
}

// replayBatch returns the batch of an earlier call.
func (s *Service) replayBatch(
	ctx context.Context, f Form, k *idempotencyClaim,
) (batch contract.Batch, effect Effect, err error) {
	upload, err := s.hashBatch(f, k)
	if err == nil {
		err = k.check(batchFingerprint(upload))
	}
	if err != nil {
		return batch, effect, err
	}
	batch, err = s.documents.Batch(ctx, f.Principal.AccountID, k.earlier.ID)
	effect.Replayed = err == nil
	return batch, effect, err
}

func (s *Service) hashBatch(f Form, k *idempotencyClaim) (intake.Batch, error) {
	plan := k.plan(f.Principal.Plan)
	release, err := s.admitReplay(f, plan, contract.MaxBatchFiles)
	if err != nil {
		return intake.Batch{}, err
	}
	defer release()
	return intake.HashBatch(f.replay(plan))
}
