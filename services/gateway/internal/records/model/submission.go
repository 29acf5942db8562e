package model

import (
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
	RerunOf      string          // "ext_<uuid>" whose bytes these are; "" for an upload
}

// Acceptance is everything that a call for one file stores, atomically.
type Acceptance struct {
	Principal contract.Principal
	Document  NewDocument
	Claim     *IdempotencyClaim // nil without an idempotency key
}

// BatchAcceptance is everything that one call for many files takes in.
type BatchAcceptance struct {
	Principal contract.Principal
	BatchID   string            // "batch_<uuid>", uuid version 7
	Files     []BatchFile       // in the order sent; 1 to contract.MaxBatchFiles
	Claim     *IdempotencyClaim // nil without an idempotency key
}

// BatchFile is one file of a batch: accepted, or rejected on receipt.
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
