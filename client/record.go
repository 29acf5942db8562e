package client

import (
	"encoding/json"
	"fmt"
	"time"
)

// Status of a document, a batch or a batch's entry.
type Status string

// The status of a document changes queued → processing → completed | failed. Rejected and deleted exist
// only for entries of a batch.
const (
	StatusQueued     Status = "queued"
	StatusProcessing Status = "processing"
	StatusCompleted  Status = "completed"
	StatusFailed     Status = "failed"
	StatusRejected   Status = "rejected"
	StatusDeleted    Status = "deleted"
)

// Ended reports whether the status is final.
func (s Status) Ended() bool { return s != StatusQueued && s != StatusProcessing }

// Record is the service's record of a document.
type Record struct {
	ID           string `json:"id"`
	Status       Status `json:"status"`
	DocumentType string `json:"documentType"` // as asked for until it has ended, then as found
	// DocumentTypeVersion is the version of a saved document type; nil for a built-in type.
	DocumentTypeVersion *int     `json:"documentTypeVersion"`
	Confidence          *float64 `json:"confidence"` // that all key fields are right, 0 to 1; nil until it has ended
	// Missing lists the missing key fields of the type and required fields of the schema; nil until it has ended.
	Missing []string        `json:"missing"`
	Review  *Review         `json:"review"` // nil if the document is not reviewed
	Data    json.RawMessage `json:"data"`   // null until it has ended; see Decode
	// Fields are the sources of the values in Data, by path ("lineItems.0.amount"). Lists omit them.
	Fields           map[string]Field `json:"fields"`
	Checks           []Check          `json:"checks"`
	Metadata         Metadata         `json:"metadata"`
	Memory           *Memory          `json:"memory"`           // the layout that it was read by; nil for none
	ProcessingTimeMs *int64           `json:"processingTimeMs"` // without queueing
	BatchID          *string          `json:"batchId"`
	CreatedAt        time.Time        `json:"createdAt"`
	CompletedAt      *time.Time       `json:"completedAt"`
	ExpiresAt        *time.Time       `json:"expiresAt"` // nil: kept until it is deleted
	Failure          *Failure         `json:"failure"`   // only of failed documents

	// Replayed means that an earlier call with the same idempotency key created the document.
	Replayed bool `json:"-"`

	// ETag is that of the single record, for [Change.IfMatch]; "" in lists.
	ETag string `json:"-"`

	raw json.RawMessage
}

// Field is one value with its source.
type Field struct {
	Value      any         `json:"value"`      // a string; fields of an own schema may be numbers or booleans
	Raw        string      `json:"raw"`        // what the page shows
	Confidence float64     `json:"confidence"` // that Value is right, 0 to 1
	Page       *int        `json:"page"`       // from 1
	Box        *[4]float64 `json:"box"`        // x0, y0, x1, y1 in fractions of the page, origin top left
	Source     string      `json:"source"`     // text, ocr, xml, code, derived, model, learned, human; an open list
	Checks     []string    `json:"checks"`     // names of checks that it takes part in
	Original   *Field      `json:"original"`   // of a corrected field: as it was read, if it was
	Confirmed  bool        `json:"confirmed"`  // a person said that Value is right
	Learned    *Learned    `json:"learned"`    // what taught it, of the source "learned"; else nil
}

// Review is the reviewer of a document, and the time.
type Review struct {
	State string    `json:"state"` // "reviewed"
	By    string    `json:"by"`    // "key_…" or "user_…"
	At    time.Time `json:"at"`
}

// Check is one test of the values against each other.
type Check struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
	Detail string `json:"detail"` // e.g. "100.00 + 19.00 = 119.00"
}

// Metadata of the file.
type Metadata struct {
	FileName string `json:"fileName"`
	FileSize int64  `json:"fileSize"` // bytes
	MIMEType string `json:"mimeType"` // of the bytes, whatever the name says
	Pages    *int   `json:"pages"`
	SHA256   string `json:"sha256"` // lower-case hexadecimal
	// RerunOf is the document that this one was extracted from again, and DuplicateOf the account's
	// earliest document with the same bytes, or the same vendor, number and total; "" if there is none.
	RerunOf     string `json:"rerunOf"`
	DuplicateOf string `json:"duplicateOf"`
}

// Failure is why a document could not be read.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Error returns message and code.
func (f *Failure) Error() string { return fmt.Sprintf("%s (%s)", f.Message, f.Code) }

// Is compares with a [Code].
func (f *Failure) Is(target error) bool {
	code, ok := target.(Code)
	return ok && f.Code == code
}

// Err returns the [*Failure] of a failed document, or nil.
func (r *Record) Err() error {
	if r.Failure == nil {
		return nil
	}
	return r.Failure
}

// Decode decodes Data into v, usually an [Invoice], [Receipt], [PurchaseOrder], [BankStatement],
// [DeliveryNote], [Generic] or the caller's type. Missing values leave v unchanged. It returns an error
// unless the document has completed.
func (r *Record) Decode(v any) error {
	if r.Status != StatusCompleted {
		return fmt.Errorf("docmill: document %s is %s and has no data", r.ID, r.Status)
	}
	if err := json.Unmarshal(r.Data, v); err != nil {
		return fmt.Errorf("docmill: data of document %s: %w", r.ID, err)
	}
	return nil
}

// JSON returns the record as the service sent it, including members unknown to this client.
func (r *Record) JSON() json.RawMessage { return r.raw }

// UnmarshalJSON reads a record and keeps its text.
func (r *Record) UnmarshalJSON(b []byte) error {
	type plain Record
	if err := json.Unmarshal(b, (*plain)(r)); err != nil {
		return err
	}
	r.raw = append(json.RawMessage(nil), b...)
	return nil
}

// Memory is a version of a layout.
type Memory struct {
	Layout  string `json:"layout"` // "layout_…"
	Version int64  `json:"version"`
}

// Learned is the source of a learned value.
type Learned struct {
	Layout     string `json:"layout"`     // "layout_…"
	Document   string `json:"document"`   // that a person corrected, confirmed or reviewed
	Correction int64  `json:"correction"` // the newest entry of its history; 0 for none
}
