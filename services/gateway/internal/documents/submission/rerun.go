package submission

import (
	"context"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Rerun is a request to read a document's bytes again.
type Rerun struct {
	RequestID    string // for the log
	Principal    contract.Principal
	DocumentID   string
	DocumentType string // "" for what was asked for the first time
}

// Rerun creates a new document of the bytes of an existing one. The new one is accepted and
// charged like any other; the old one stays. key and wait are as for Extract. It returns
// CodeNotFound if the account has no such document, or its file is gone.
func (s *Service) Rerun(
	ctx context.Context, r Rerun, key string, wait time.Duration, draining <-chan struct{},
) (contract.Record, Effect, error) {
	k, err := s.claimKey(ctx, r.Principal.AccountID, key)
	if err != nil {
		return contract.Record{}, Effect{}, err
	}
	defer k.release()
	w := waiting{wait: wait, draining: draining}
	if k.earlier != nil {
		return s.replayRerun(ctx, r, k, w)
	}
	doc, err := s.copied(ctx, r)
	if err != nil {
		return contract.Record{}, Effect{}, err
	}
	return s.acceptAndWait(ctx, model.Acceptance{
		Principal: r.Principal, Document: doc, Claim: k.claimFor(rerunFingerprint(r)),
	}, k, w, r.RequestID)
}

// copied makes the new document with a copy of the file, so that erasing one does not affect the
// other.
func (s *Service) copied(ctx context.Context, r Rerun) (model.NewDocument, error) {
	old, err := s.documents.Source(ctx, r.Principal.AccountID, r.DocumentID)
	if err != nil {
		return model.NewDocument{}, err
	}
	if err := s.documents.Admit(ctx, r.Principal.AccountID); err != nil {
		return model.NewDocument{}, err
	}
	release, err := s.intake.Begin(r.Principal.AccountID)
	if err != nil {
		return model.NewDocument{}, err
	}
	defer release()
	file := old.File
	objectKey, err := s.intake.Copy(ctx, file, r.Principal.Plan)
	if err != nil {
		return model.NewDocument{}, err
	}
	documentType := r.DocumentType
	if documentType == "" {
		documentType = old.AskedType
	}
	doc := s.newDocument(intake.File{
		Name: file.Name, Size: file.Size, MIMEType: file.MIMEType, SHA256: file.SHA256, ObjectKey: objectKey,
	}, documentType, contract.LaneInteractive)
	doc.Schema, doc.RerunOf = old.Schema, file.DocumentID
	return doc, nil
}

// replayRerun returns the document of an earlier call.
func (s *Service) replayRerun(
	ctx context.Context, r Rerun, k *idempotencyClaim, w waiting,
) (rec contract.Record, effect Effect, err error) {
	if err := k.check(rerunFingerprint(r)); err != nil {
		return rec, effect, err
	}
	rec, err = s.read(ctx, r.Principal.AccountID, k.earlier.ID, w)
	effect.Replayed = err == nil
	return rec, effect, err
}
