package submission

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Documents is what submissions need of the documents service.
type Documents interface {
	// Admit refuses an upload before its body is read when too much waits, for
	// this account first, then over all: a *apierror.Error of
	// CodeServiceUnavailable with RetryAfter.
	Admit(ctx context.Context, accountID string) error

	// Accept makes the document and charges it, in one transaction, and has it
	// dispatched. It fails with CodeQuotaExceeded when the month is full; then
	// nothing is kept but the signal.
	Accept(ctx context.Context, a model.Acceptance) error

	// AcceptBatch makes the batch and as many of its documents, in their order,
	// as the month has room for; the others become refused with
	// CodeQuotaExceeded. It fails with CodeQuotaExceeded when files were taken
	// in and not one of them fits. dropped are the object keys of documents
	// that found no room; the caller removes their files, also after an error.
	AcceptBatch(ctx context.Context, a model.BatchAcceptance) (b contract.Batch, dropped []string, err error)

	// Await reports when a document has ended. It is called before Accept, so
	// that no end is missed. ended is closed at most once, with the record before
	// where it is at hand; cancel must be called. Wakes can be lost: callers look
	// by themselves from time to time.
	Await(documentID string) (ended <-chan *contract.Record, cancel func())

	// Record reads a document of the account, fields included.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Source returns what a document was made of. CodeNotFound where the account
	// has no such document.
	Source(ctx context.Context, accountID, documentID string) (model.Source, error)

	// Batch reads a batch of the account with the present states.
	Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error)

	Keys
}

// Keys makes calls that carry an idempotency key take effect once. Keys belong
// to an account and are remembered for 24 hours after the call was accepted.
type Keys interface {
	// ClaimKey returns either a claim, when the key is new, or what the call
	// that used it made; CodeIdempotencyInProgress while that call is still
	// being received.
	ClaimKey(ctx context.Context, accountID, key string) (*model.IdempotencyClaim, *model.EarlierCall, error)

	// ReleaseKey frees a key whose call was refused. It does nothing to a key
	// that was accepted or that another call has claimed.
	ReleaseKey(ctx context.Context, c model.IdempotencyClaim)
}

// Service takes submissions. It is safe for concurrent use.
type Service struct {
	documents Documents
	intake    *intake.Intake
	newID     func() string
	now       func() time.Time
	log       *slog.Logger
}

// New starts nothing; newID makes the uuids of documents and batches, of version
// 7.
func New(
	documents Documents, in *intake.Intake, newID func() string, now func() time.Time, log *slog.Logger,
) *Service {
	return &Service{documents: documents, intake: in, newID: newID, now: now, log: log}
}

// Form is a multipart form that is still arriving.
type Form struct {
	RequestID string // for the log
	Principal contract.Principal
	Boundary  string
	Body      io.Reader // nil when the request has none
	Length    int64     // of Body, as declared, in bytes; -1 when it is not known
}

func (f Form) upload(plan contract.Plan) intake.Upload {
	return intake.Upload{Body: f.Body, Boundary: f.Boundary, Plan: plan}
}

// Effect is what a call did beside its answer, whether or not it failed.
type Effect struct {
	Replayed  bool // the answer is what an earlier call under the key made
	Committed bool // the call was accepted
	Documents int  // that were accepted and charged
	MonthFull bool // documents were refused because the month is full
}

// admit reserves a place for a body of so many files, before it is read. release
// must be called.
func (s *Service) admit(ctx context.Context, f Form, files int) (release func(), err error) {
	if err := checkBody(f, f.Principal.Plan, files); err != nil {
		return nil, err
	}
	if err := s.documents.Admit(ctx, f.Principal.AccountID); err != nil {
		return nil, err
	}
	return s.intake.Begin(f.Principal.AccountID)
}

// admitAgain is admit for a call that repeats an accepted one. It makes no
// document, so it does not matter how many wait.
func (s *Service) admitReplay(f Form, plan contract.Plan, files int) (release func(), err error) {
	if err := checkBody(f, plan, files); err != nil {
		return nil, err
	}
	return s.intake.Begin(f.Principal.AccountID)
}

func checkBody(f Form, plan contract.Plan, files int) error {
	if err := intake.CheckLength(plan, files, f.Length); err != nil {
		return err
	}
	if f.Body == nil {
		return apierror.New(contract.CodeInvalidRequest, "The request has no body.")
	}
	return nil
}

func (s *Service) newDocument(f intake.File, documentType string, lane contract.Lane) model.NewDocument {
	return model.NewDocument{
		ID:           contract.PrefixDocument + s.newID(),
		FileName:     f.Name,
		FileSize:     f.Size,
		MIMEType:     f.MIMEType,
		SHA256:       f.SHA256,
		ObjectKey:    f.ObjectKey,
		DocumentType: documentType,
		Lane:         laneOf(f.MIMEType, lane),
	}
}

// laneOf keeps what is sure to need text recognition, a hundred times dearer
// than reading text, out of the way of everything else. A scan inside a PDF is
// only found by reading it.
func laneOf(mimeType string, otherwise contract.Lane) contract.Lane {
	if strings.HasPrefix(mimeType, "image/") {
		return contract.LaneSlow
	}
	return otherwise
}

// surelyRefused reports whether nothing was accepted for certain. Otherwise (the
// answer of a commit may be lost) files must stay, and are orphans at worst.
func isDefiniteRejection(err error) bool {
	var f *apierror.Error
	return errors.As(err, &f) && f.Code != contract.CodeServiceUnavailable && f.Code != contract.CodeInternalError
}
