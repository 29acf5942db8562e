package submission

import (
	"context"
	"strconv"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Extract receives a form for one file and returns the record: that of the document's end if it
// comes within the wait, otherwise the current one, also once draining is closed. key is the
// idempotency key, "" for none.
func (s *Service) Extract(
	ctx context.Context, f Form, key string, wait time.Duration, draining <-chan struct{},
) (contract.Record, Effect, error) {
	k, err := s.claimKey(ctx, f.Principal.AccountID, key)
	if err != nil {
		return contract.Record{}, Effect{}, err
	}
	defer k.release()
	w := waiting{wait: wait, draining: draining}
	if k.earlier != nil {
		return s.replayExtract(ctx, f, k, w)
	}
	return s.extractFirst(ctx, f, k, w)
}

// Submit receives a form for one file and does not wait for the document's end.
func (s *Service) Submit(ctx context.Context, f Form) (contract.Record, error) {
	upload, err := s.receive(ctx, f)
	if err != nil {
		return contract.Record{}, err
	}
	return s.acceptOne(ctx, f, s.newExtraction(upload))
}

func (s *Service) newExtraction(upload intake.Document) model.NewDocument {
	doc := s.newDocument(upload.File, upload.DocumentType, contract.LaneInteractive)
	doc.Schema = upload.Schema
	useType(&doc, upload.Saved)
	return doc
}

func (s *Service) acceptOne(ctx context.Context, f Form, doc model.NewDocument) (contract.Record, error) {
	if err := s.accept(ctx, model.Acceptance{Principal: f.Principal, Document: doc}); err != nil {
		return contract.Record{}, err
	}
	return queuedRecord(doc, contract.TimeOf(s.now())), nil
}

func (s *Service) extractFirst(
	ctx context.Context, f Form, k *idempotencyClaim, w waiting,
) (rec contract.Record, effect Effect, err error) {
	upload, err := s.receive(ctx, f)
	if err != nil {
		return rec, effect, err
	}
	return s.acceptAndWait(ctx, model.Acceptance{
		Principal: f.Principal, Document: s.newExtraction(upload), Claim: k.claimFor(extractFingerprint(upload)),
	}, k, w, f.RequestID)
}

// acceptAndWait creates a document and returns its record, that of its end if it comes within the wait.
func (s *Service) acceptAndWait(
	ctx context.Context, a model.Acceptance, k *idempotencyClaim, w waiting, requestID string,
) (rec contract.Record, effect Effect, err error) {
	// Before the document exists, so that its end cannot be missed.
	ended, cancel := s.documents.Await(a.Document.ID)
	defer cancel()
	if err := s.accept(ctx, a); err != nil {
		effect.MonthFull = apierror.Is(err, contract.CodeQuotaExceeded)
		return rec, effect, err
	}
	k.accepted = true
	effect.Committed, effect.Documents = true, 1
	rec, err = s.await(ctx, a.Principal.AccountID, a.Document.ID, ended, w)
	if err != nil && !apierror.Is(err, contract.CodeNotFound) { // not deleted meanwhile
		// The document is accepted: the client must learn its id, or it would send the file
		// again.
		s.log.Warn("record of an accepted document not readable", "request", requestID, "document", a.Document.ID,
			"error", err)
		return queuedRecord(a.Document, contract.TimeOf(s.now())), effect, nil
	}
	return rec, effect, err
}

// receive reads the body if there is room for it.
func (s *Service) receive(ctx context.Context, f Form) (intake.Document, error) {
	release, err := s.admit(ctx, f, 1)
	if err != nil {
		return intake.Document{}, err
	}
	defer release()
	return s.intake.Receive(ctx, s.upload(ctx, f))
}

// accept creates the document. It deletes the file if the document is refused.
func (s *Service) accept(ctx context.Context, a model.Acceptance) error {
	// A client that leaves now changes nothing: the file is there.
	ctx = context.WithoutCancel(ctx)
	err := s.documents.Accept(ctx, a)
	if isDefiniteRejection(err) {
		s.intake.Discard(ctx, a.Document.ObjectKey)
	}
	return err
}

// replayExtract returns the document of an earlier call.
func (s *Service) replayExtract(
	ctx context.Context, f Form, k *idempotencyClaim, w waiting,
) (rec contract.Record, effect Effect, err error) {
	upload, err := s.hash(f, k)
	if err == nil {
		err = k.check(extractFingerprint(upload))
	}
	if err != nil {
		return rec, effect, err
	}
	rec, err = s.read(ctx, f.Principal.AccountID, k.earlier.ID, w)
	effect.Replayed = err == nil
	return rec, effect, err
}

func (s *Service) hash(f Form, k *idempotencyClaim) (intake.Document, error) {
	plan := k.plan(f.Principal.Plan)
	release, err := s.admitReplay(f, plan, 1)
	if err != nil {
		return intake.Document{}, err
	}
	defer release()
	return intake.Hash(f.replay(plan))
}

// queuedRecord is a document's record right after its acceptance.
func queuedRecord(doc model.NewDocument, now contract.Time) contract.Record {
	null := []byte("null")
	var rerunOf *string
	if doc.RerunOf != "" {
		rerunOf = &doc.RerunOf
	}
	return contract.Record{
		ID: doc.ID, Status: contract.StatusQueued, DocumentType: doc.DocumentType,
		DocumentTypeVersion: doc.TypeVersion,
		Data:                null, Fields: null, Checks: null,
		Metadata: contract.Metadata{
			FileName: doc.FileName, FileSize: doc.FileSize, MIMEType: doc.MIMEType, SHA256: doc.SHA256, RerunOf: rerunOf,
		},
		CreatedAt: now,
	}
}

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

// copied makes the new document with a copy of the file, so that erasing one does not affect the other.
func (s *Service) copied(ctx context.Context, r Rerun) (model.NewDocument, error) {
	old, err := s.documents.Source(ctx, r.Principal.AccountID, r.DocumentID)
	if err != nil {
		return model.NewDocument{}, err
	}
	saved, documentType, err := s.rerunType(ctx, r, old)
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
	doc := s.newDocument(intake.File{
		Name: file.Name, Size: file.Size, MIMEType: file.MIMEType, SHA256: file.SHA256, ObjectKey: objectKey,
	}, documentType, contract.LaneInteractive)
	doc.RerunOf = file.DocumentID
	if old.TypeVersion == nil {
		doc.Schema = old.Schema
	}
	useType(&doc, saved)
	return doc, nil
}

// rerunType returns the type for reading a document again: the requested one, or the same in the same version.
func (s *Service) rerunType(
	ctx context.Context, r Rerun, old model.Source,
) (saved *model.SavedType, documentType string, err error) {
	documentType = r.DocumentType
	if documentType == "" {
		documentType = old.AskedType
		if old.TypeVersion != nil && contract.IsSavedTypeName(old.AskedType) {
			documentType += "@" + strconv.Itoa(*old.TypeVersion)
		}
	}
	if contract.IsDocumentType(documentType) {
		return nil, documentType, nil
	}
	t, err := s.documents.FindType(ctx, r.Principal.AccountID, documentType)
	return &t, documentType, err
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
