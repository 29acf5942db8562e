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

	AskedType string
	Schema    json.RawMessage // of custom fields; nil for none
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
