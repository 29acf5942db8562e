// Package model has the types of documents, batches and requests that the store, the documents service and
// the HTTP packages share. It has no behavior: package documents does the work, package record converts a
// Document to the record for clients, and package jobs/completion receives the extractors' results.
package model

import (
	"encoding/json"
	"time"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

// Document is a row of the documents table.
type Document struct {
	ID               string // "ext_<uuid>"
	Account          string
	Plan             contract.Plan // at acceptance
	Status           contract.Status
	Started          bool // claimed at least once
	AskedType        string
	DocumentType     *string // as found
	FileName         string
	FileSize         int64 // bytes
	MIMEType         string
	SHA256           string
	Pages            *int
	BatchID          *string // "batch_<uuid>"
	AcceptedAt       time.Time
	CompletedAt      *time.Time
	Confidence       *float64
	Data             json.RawMessage
	Fields           json.RawMessage // nil if FieldsKey refers to them
	FieldsKey        *string
	Checks           json.RawMessage
	ProcessingTimeMs *int64
	FailureCode      *contract.Code
	FailureMessage   *string
	ExpiresAt        *time.Time
	// Said holds the effective corrections in order. Data includes them, Fields does not.
	Said []correct.Entry
	// Absent are the single values that people declared missing.
	Absent []string
	// Basis is the engine's, or nil if unknown.
	Basis *result.Basis
	// Revision holds the found checks and confidence if corrections changed them, otherwise nil.
	Revision *Revision
	// ReviewedBy is the reviewer, "key_<uuid>" or "user_<uuid>".
	ReviewedBy *string
	ReviewedAt *time.Time
	RerunOf    *string // "ext_<uuid>" of the same bytes, read before
	// DuplicateOf is the account's earliest document with the same bytes, or the same vendor, number and
	// total: "ext_<uuid>".
	DuplicateOf *string
	// Memory is the version of the layout used for the document, as result.Memory, or nil.
	Memory json.RawMessage
	// TypeVersion is the version of the saved document type; nil for built-in types.
	TypeVersion *int
}

// Revision holds the found values beside those after the corrections.
type Revision struct {
	Checks     json.RawMessage     `json:"checks"`     // as found
	Confidence float64             `json:"confidence"` // as found
	Remade     map[string][]string `json:"remade"`     // see correct.Revision
}

// Source is the input of a document.
type Source struct {
	File

	AskedType   string
	TypeVersion *int            // of a saved document type
	Schema      json.RawMessage // of custom fields; nil for none
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

// Batch is a batch's row with its entries.
type Batch struct {
	ID          string // "batch_<uuid>"
	Account     string
	Total       int
	CreatedAt   time.Time
	CompletedAt *time.Time
	Status      *contract.Status // once it has ended
	Entries     []Entry          // in the order sent
}

// Entry is one file of a batch.
type Entry struct {
	Index    int
	FileName string // empty once deleted
	// ID is the document's, "ext_<uuid>", or nil for a file rejected on receipt, which has a Code and a
	// Message.
	ID *string
	// Status of the document, or nil once it is deleted.
	Status  *contract.Status
	Started bool // claimed at least once
	// Code and Message of the refusal or the failure.
	Code    *contract.Code
	Message *string
}

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
	TypeVersion  *int            // of a saved document type; nil for built-in types
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

// IdempotencyClaim is an idempotency key in the hands of the one call that may use it.
type IdempotencyClaim struct {
	AccountID, Key string
	Token          string // fences the claim: Accept fails if another call has it by now
	// Fingerprint of the call's content (SHA-256), set before Accept.
	Fingerprint [32]byte
}

// EarlierCall is the result of an earlier call with the same key.
type EarlierCall struct {
	Fingerprint [32]byte
	ID          string // "ext_<uuid>" or "batch_<uuid>"
	// Plan of the account when the call was accepted, or "" if none of its documents is left.
	Plan contract.Plan
}

// Filter selects documents; zero values select all.
type Filter struct {
	Ended         bool            // only those that have ended
	Status        contract.Status // as clients see it
	DocumentType  string          // as records show it
	IDs           []string        // "ext_<uuid>" of which it must be one; nil for any, malformed ones are none
	BatchID       string          // "batch_<uuid>"; one that does not exist selects nothing
	CreatedAfter  *contract.Time  // exclusive
	CreatedBefore *contract.Time  // exclusive
	MinConfidence *float64        // inclusive
	MaxConfidence *float64        // inclusive
	Reviewed      *bool           // whether it was reviewed
	Missing       string          // a key field that is not known; MissingAny for whichever
	Text          string          // words that all stand in the file's name or in values; see search.Terms
}

// Heavy reports whether a statement with this filter may read all of an account's documents: no index is
// sorted by confidence.
func (f Filter) Heavy() bool { return f.Text != "" || f.MinConfidence != nil || f.MaxConfidence != nil }

// MissingAny selects documents with any missing key field.
const MissingAny = "any"

// Chosen is a document that people do something with from a list.
type Chosen struct {
	ID, FileName string
	Status       contract.Status
	Reviewed     bool
}

// Page is a part of a list.
type Page struct {
	Records    []contract.Record
	NextCursor string // "" on the last page
}

// SavedFilter is a selection of the list of documents that a person keeps.
type SavedFilter struct {
	ID    string // a uuid
	Name  string
	Query string // of the list's address, without "?"
}

// Limits of a person's saved list views.
const (
	MaxSavedFilters    = 50
	MaxSavedFilterName = 60 // characters
	MaxListColumns     = 6
)
