// Package submission is the one path for new documents: receive the form, claim its idempotency
// key, accept the files, wait for the end. The API and the dashboard both use it. It does not
// depend on the HTTP framework or on how the caller was authenticated.
//
// A call with an idempotency key claims the key before the body is read. If an earlier call used
// the key the body is only hashed, to find out whether it is the same call, and the result is
// that of the earlier call.
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

	// FindType returns the saved type that a document asks for, or CodeInvalidDocumentType.
	FindType(ctx context.Context, accountID, asked string) (model.SavedType, error)

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

func (s *Service) upload(ctx context.Context, f Form) intake.Upload {
	u := f.replay(f.Principal.Plan)
	u.FindType = func(asked string) (model.SavedType, error) {
		return s.documents.FindType(ctx, f.Principal.AccountID, asked)
	}
	return u
}

// replay returns the form for a repeated call, whose saved type may have been deleted meanwhile.
func (f Form) replay(plan contract.Plan) intake.Upload {
	return intake.Upload{Body: f.Body, Boundary: f.Boundary, Plan: plan,
		FindType: func(string) (model.SavedType, error) { return model.SavedType{}, nil }}
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

// useType makes a document one of a saved type; nil and a built-in type, which has no version, change nothing.
func useType(doc *model.NewDocument, t *model.SavedType) {
	if t != nil && t.Version > 0 {
		doc.DocumentType, doc.TypeVersion, doc.Schema = t.Name, &t.Version, t.Schema
	}
}

// laneOf puts images into the slow lane, since text recognition is 100 times slower; it cannot detect a scanned PDF.
func laneOf(mimeType string, otherwise contract.Lane) contract.Lane {
	if strings.HasPrefix(mimeType, "image/") {
		return contract.LaneSlow
	}
	return otherwise
}

// isDefiniteRejection is false if a commit's answer may be lost: then files must stay; the janitor removes orphans.
func isDefiniteRejection(err error) bool {
	var f *apierror.Error
	return errors.As(err, &f) && f.Code != contract.CodeServiceUnavailable && f.Code != contract.CodeInternalError
}

// A waiting request looks by itself, at first soon, then less and less often: the wake that ends the wait may be lost.
const (
	firstLook = 250 * time.Millisecond
	lastLook  = 5 * time.Second
)

// waiting is how long a request waits for its document's end: a time, and no longer than the server runs.
type waiting struct {
	wait     time.Duration
	draining <-chan struct{}
}

// Read returns the record of a document, of its end if that comes within the
// wait, or as it is when draining is closed.
func (s *Service) Read(
	ctx context.Context, accountID, documentID string, wait time.Duration, draining <-chan struct{},
) (contract.Record, error) {
	return s.read(ctx, accountID, documentID, waiting{wait: wait, draining: draining})
}

func (s *Service) read(ctx context.Context, accountID, documentID string, w waiting) (contract.Record, error) {
	if w.wait <= 0 {
		return s.documents.Record(ctx, accountID, documentID)
	}
	ended, cancel := s.documents.Await(documentID)
	defer cancel()
	// The document may have ended before Await was called.
	rec, err := s.documents.Record(ctx, accountID, documentID)
	if err != nil || rec.Status.Ended() {
		return rec, err
	}
	return s.await(ctx, accountID, documentID, ended, w)
}

// await returns the record at the document's end, or as it is when the wait is over or the server drains.
func (s *Service) await(
	ctx context.Context, accountID, documentID string, ended <-chan *contract.Record, w waiting,
) (contract.Record, error) {
	over := time.NewTimer(w.wait)
	defer over.Stop()
	look := time.NewTimer(firstLook)
	defer look.Stop()
	for pause, last := firstLook, w.wait <= 0; ; {
		if !last {
			select {
			case rec := <-ended:
				if rec != nil {
					return *rec, nil
				}
				ended = nil // otherwise it would be selected forever
			case <-look.C:
				pause = min(2*pause, lastLook)
				look.Reset(pause)
			case <-over.C:
				last = true
			case <-w.draining:
				last = true
			case <-ctx.Done():
				return contract.Record{}, apierror.Unavailable(ctx.Err(), time.Second)
			}
		}
		rec, err := s.documents.Record(ctx, accountID, documentID)
		if last || apierror.Is(err, contract.CodeNotFound) || err == nil && rec.Status.Ended() {
			return rec, err
		}
	}
}
