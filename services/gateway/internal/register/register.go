// Package register is what the gateway knows of documents, and the seam between
// its two halves: the HTTP front, which takes files in and answers, and the
// register proper, which keeps documents, hands out their work and takes the
// results in.
package register

import (
	"context"

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
}

// Acceptance is everything that one call takes in, or nothing of it.
type Acceptance struct {
	Principal contract.Principal
	Document  NewDocument
}

// Register keeps documents.
type Register interface {
	// Admit refuses an upload before its body is read when too much waits, for
	// this account first, then over all: a *fault.Error of
	// CodeServiceUnavailable with RetryAfter.
	Admit(ctx context.Context, accountID string) error

	// Accept makes the document and charges it, in one transaction, and has it
	// dispatched. It fails with CodeQuotaExceeded when the month is full; then
	// nothing is kept but the signal.
	Accept(ctx context.Context, a Acceptance) error

	// Record reads a document of the account, fields included. Unknown,
	// malformed, deleted and other accounts' ids are one and the same
	// CodeNotFound.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Await tells when a document has ended. It is called before Accept, so
	// that no end is missed. ended is closed at most once; cancel must be
	// called. Wakes can be lost: callers look by themselves from time to time.
	Await(documentID string) (ended <-chan struct{}, cancel func())
}
