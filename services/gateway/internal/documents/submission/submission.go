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

// Documents is the part of the documents service that submissions need.
type Documents interface {
	// Admit refuses an upload before its body is read if too many documents wait, of this account
	// first, then in all: CodeServiceUnavailable with RetryAfter.
	Admit(ctx context.Context, accountID string) error

	// Accept creates and charges the document in one transaction and dispatches it. It returns
	// CodeQuotaExceeded if the month is full.
	Accept(ctx context.Context, a model.Acceptance) error

	// AcceptBatch creates the batch with as many of its documents, in order, as the month has
	// room for, and refuses the others with CodeQuotaExceeded. It returns CodeQuotaExceeded if no
	// file fits. dropped are the object keys of documents without room, also with an error; the
	// caller deletes their files.
	AcceptBatch(ctx context.Context, a model.BatchAcceptance) (b contract.Batch, dropped []string, err error)

	// Await reports when a document has ended. Call it before Accept, so that no end is missed.
	// ended is closed at most once, with the record before if this process has it. cancel must be
	// called. Wakes can be lost, so callers also poll.
	Await(documentID string) (ended <-chan *contract.Record, cancel func())

	// Record returns a document of the account with its fields.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Source returns a document's input, or CodeNotFound.
	Source(ctx context.Context, accountID, documentID string) (model.Source, error)

	// Batch returns a batch of the account with its current states.
	Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error)

	Keys
}

// Keys makes calls with an idempotency key take effect once. Keys belong to an account and are
// remembered for 24 hours.
type Keys interface {
	// ClaimKey returns a claim if the key is new, or the result of the call that used it. It
	// returns CodeIdempotencyInProgress while that call is still being received.
	ClaimKey(ctx context.Context, accountID, key string) (*model.IdempotencyClaim, *model.EarlierCall, error)

	// ReleaseKey releases the key of a refused call. It does nothing to a key that was accepted
	// or claimed by another call.
	ReleaseKey(ctx context.Context, c model.IdempotencyClaim)
}

// Service accepts submissions. It is safe for concurrent use.
type Service struct {
	documents Documents
	intake    *intake.Intake
	newID     func() string
	now       func() time.Time
	log       *slog.Logger
}

// New starts nothing; newID makes version 7 uuids of documents and batches.
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

// Effect is what a call did besides its answer, whether or not it failed.
type Effect struct {
	Replayed  bool // the answer is what an earlier call under the key made
	Committed bool // the call was accepted
	Documents int  // that were accepted and charged
	MonthFull bool // documents were refused because the month is full
}

// admit reserves a slot for a body of so many files before it is read. release must be called.
func (s *Service) admit(ctx context.Context, f Form, files int) (release func(), err error) {
	if err := checkBody(f, f.Principal.Plan, files); err != nil {
		return nil, err
	}
	if err := s.documents.Admit(ctx, f.Principal.AccountID); err != nil {
		return nil, err
	}
	return s.intake.Begin(f.Principal.AccountID)
}

// admitReplay is admit for a repeated call, which makes no document and ignores the backlog.
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

// laneOf puts files that need text recognition, a hundred times slower than reading text, into
// the slow lane. A scan inside a PDF is only found by reading it.
func laneOf(mimeType string, otherwise contract.Lane) contract.Lane {
	if strings.HasPrefix(mimeType, "image/") {
		return contract.LaneSlow
	}
	return otherwise
}

// isDefiniteRejection reports whether nothing was accepted for certain. Otherwise (the answer of
// a commit may be lost) files must stay; the janitor removes orphans.
func isDefiniteRejection(err error) bool {
	var f *apierror.Error
	return errors.As(err, &f) && f.Code != contract.CodeServiceUnavailable && f.Code != contract.CodeInternalError
}
