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
	Fields           json.RawMessage // nil when FieldsKey says where they are
	FieldsKey        *string
	Checks           json.RawMessage
	ProcessingTimeMs *int64
	FailureCode      *contract.Code
	FailureMessage   *string
	ExpiresAt        *time.Time
	// Said is what people said of values and still counts, in its order. Data has
	// it already, Fields has not.
	Said []correct.Entry
	// Absent are the single values that a person says the document does not
	// have.
	Absent []string
	// Basis is the engine's, nil where it is not known.
	Basis *result.Basis
	// Revision is what was found of checks and confidence, where corrections
	// changed them; nil where nothing was corrected.
	Revision *Revision
	// ReviewedBy is who looked at the document, "key_<uuid>" or "user_<uuid>".
	ReviewedBy *string
	ReviewedAt *time.Time
	RerunOf    *string // "ext_<uuid>" of the same bytes, read before
	// DuplicateOf is the account's earliest document of the same bytes, or of
	// the same vendor, number and total: "ext_<uuid>".
	DuplicateOf *string
	// Memory is the version of the layout that the document was read by, as
	// result.Memory; nil for none.
	Memory json.RawMessage
}

// Revision keeps what the engine found beside what the corrections made of it.
type Revision struct {
	Checks     json.RawMessage     `json:"checks"`     // as found
	Confidence float64             `json:"confidence"` // as found
	Remade     map[string][]string `json:"remade"`     // see correct.Revision
}

// Source is what a document was made of.
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
