// Package register is what the gateway knows of documents, and the seam between
// its two halves: the HTTP front, which takes files in and answers, and the
// register proper, which keeps documents, hands out their work and takes the
// results in.
package register

import (
	"context"
	"encoding/json"

	"github.com/docmill/docmill/libs/contract"
)

// NewDocument is a file that was taken in whole and waits to be accepted.
type NewDocument struct {
	ID           string // "ext_<uuid>", uuid version 7
	FileName     string // as a person would read it; data only
	FileSize     int64  // bytes
	MIMEType     string // of the bytes
	SHA256       string // lower-case hexadecimal
	ObjectKey    string // where intake put the file
	DocumentType string // as asked for, "auto" when not
	Lane         contract.Lane
	Schema       json.RawMessage // of custom fields; nil for none
}

// Acceptance is everything that one call for one file takes in, or nothing of
// it.
type Acceptance struct {
	Principal contract.Principal
	Document  NewDocument
	Once      *OnceClaim // nil without an idempotency key
}

// BatchAcceptance is everything that one call for many files takes in.
type BatchAcceptance struct {
	Principal contract.Principal
	BatchID   string      // "batch_<uuid>", uuid version 7
	Files     []BatchFile // in the order sent; 1 to contract.MaxBatchFiles
	Once      *OnceClaim  // nil without an idempotency key
}

// BatchFile is one file of a batch: taken in or refused at the door.
type BatchFile struct {
	FileName string
	Document *NewDocument // nil when refused
	Refusal  *Refusal     // nil when taken in
}

// Refusal is why a file of a batch was refused.
type Refusal struct {
	Message string // may be shown to the user
	Code    contract.Code
}

// Register keeps documents. Unknown, malformed, deleted and other accounts' ids
// are one and the same CodeNotFound everywhere.
type Register interface {
	Door
	Once
	Reader

	// Correct keeps what a person says is right beside what was found, and
	// gives the record as it then is. CodeInvalidState before the document is
	// completed; CodeInvalidRequest for a path that the document cannot have.
	Correct(ctx context.Context, c Correction) (contract.Record, error)

	// Erase removes a document and everything that was made of it, at any
	// state: row, file, results, pictures, its command and its events. by is who
	// asks, "key_<uuid>" or "user_<uuid>": it stands in the account's audit.
	Erase(ctx context.Context, accountID, documentID, by string) error

	// Await tells when a document has ended. It is called before Accept, so
	// that no end is missed. ended is closed at most once; cancel must be
	// called. Wakes can be lost: callers look by themselves from time to time.
	Await(documentID string) (ended <-chan struct{}, cancel func())
}

// Door is where documents come in.
type Door interface {
	// Admit refuses an upload before its body is read when too much waits, for
	// this account first, then over all: a *fault.Error of
	// CodeServiceUnavailable with RetryAfter.
	Admit(ctx context.Context, accountID string) error

	// Accept makes the document and charges it, in one transaction, and has it
	// dispatched. It fails with CodeQuotaExceeded when the month is full; then
	// nothing is kept but the signal.
	Accept(ctx context.Context, a Acceptance) error

	// AcceptBatch makes the batch and as many of its documents, in their order,
	// as the month has room for; the others become refused with
	// CodeQuotaExceeded. It fails with CodeQuotaExceeded when files were taken
	// in and not one of them fits. dropped are the object keys of documents
	// that found no room; the caller removes their files, also after an error.
	AcceptBatch(ctx context.Context, a BatchAcceptance) (b contract.Batch, dropped []string, err error)
}

// OnceClaim is an idempotency key in the hands of the one call that may use it.
type OnceClaim struct {
	AccountID, Key string
	Token          string // fences the claim: Accept fails if another call has it by now
	// Fingerprint of what the call asks for (SHA-256), set before Accept.
	Fingerprint [32]byte
}

// OnceAnswer is what an earlier call under the same key made.
type OnceAnswer struct {
	Fingerprint [32]byte
	ID          string // "ext_<uuid>" or "batch_<uuid>"
	// Plan of the account when the call was accepted; "" when no document of it
	// is left.
	Plan contract.Plan
}

// Once makes calls that carry an idempotency key take effect once. Keys belong
// to an account and are remembered for 24 hours after the call was accepted.
type Once interface {
	// BeginOnce gives either a claim, when the key is new, or the answer of the
	// call that used it; CodeIdempotencyInProgress while that call is still
	// being received.
	BeginOnce(ctx context.Context, accountID, key string) (*OnceClaim, *OnceAnswer, error)

	// AbandonOnce frees a key whose call was refused. It does nothing to a key
	// that was accepted or is in other hands.
	AbandonOnce(ctx context.Context, c OnceClaim)
}

// Reader answers questions.
type Reader interface {
	// Record reads a document of the account, fields included.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Batch reads a batch of the account with the present states.
	Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error)

	// List gives records without fields (and generic documents without text),
	// newest first. CodeInvalidRequest for a cursor that List never gave.
	List(ctx context.Context, accountID string, f Filter, limit int, cursor string) (Page, error)

	// Export calls each with every record of the selection, in the form of List
	// and its order, in constant memory. It stops at the first error of each.
	Export(ctx context.Context, accountID string, f Filter, each func(contract.Record) error) error

	// File tells where a document's file is.
	File(ctx context.Context, accountID, documentID string) (File, error)
}

// Filter selects documents; zero values select all.
type Filter struct {
	Ended         bool            // only those that have ended
	Status        contract.Status // as clients see it
	DocumentType  string          // as records show it
	BatchID       string          // "batch_<uuid>"; one that does not exist selects nothing
	CreatedAfter  *contract.Time  // exclusive
	CreatedBefore *contract.Time  // exclusive
	MinConfidence *float64        // inclusive
	Text          string          // stands in the file's name or in a value, in whatever case
}

// Page is a part of a list.
type Page struct {
	Records    []contract.Record
	NextCursor string // "" on the last page
}

// File is an uploaded file.
type File struct {
	DocumentID string
	Name       string
	Size       int64  // bytes
	MIMEType   string // of the bytes
	SHA256     string // lower-case hexadecimal
	ObjectKey  string
	Pages      *int // nil until the document has ended
}

// Correction is what a person says about a completed document.
type Correction struct {
	AccountID, DocumentID string
	By                    string // who says so: "key_<uuid>" or "user_<uuid>"
	// Values are the right ones by path ("total", "lineItems.0.amount"), as
	// records or people write them; nil says that there is none.
	Values map[string]*string
	// Typed says that a person typed the values: "1.234" is then read as the
	// document writes amounts, and not as records do.
	Typed bool
}
