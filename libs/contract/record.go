package contract

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Status of a document or batch.
type Status string

// States move queued → processing → completed | failed, never back. Rejected
// and deleted exist only for entries of a batch.
const (
	StatusQueued     Status = "queued"
	StatusProcessing Status = "processing"
	StatusCompleted  Status = "completed"
	StatusFailed     Status = "failed"
	StatusRejected   Status = "rejected"
	StatusDeleted    Status = "deleted"
)

// Ended reports whether the status is final.
func (s Status) Ended() bool { return s == StatusCompleted || s == StatusFailed }

// Metadata of the uploaded file.
type Metadata struct {
	FileName  string `json:"fileName"`
	FileSize  int64  `json:"fileSize"` // bytes
	MIMEType  string `json:"mimeType"` // of the bytes, not what the client said
	Pages     *int   `json:"pages"`
	SHA256    string `json:"sha256"`
	Truncated bool   `json:"truncated,omitempty"` // only in events: data was left out
	// RerunOf is the document whose file was extracted again for this one.
	RerunOf *string `json:"rerunOf,omitempty"`
	// DuplicateOf is the account's earliest document with the same bytes, or
	// with the same vendor, number and total.
	DuplicateOf *string `json:"duplicateOf,omitempty"`
}

// ReviewState is the state of a document's review.
type ReviewState string

// Reviewed documents were looked at as a whole.
const Reviewed ReviewState = "reviewed"

// Review is who reviewed a document, and when.
type Review struct {
	State ReviewState `json:"state"`
	By    string      `json:"by"` // "key_<uuid>" or "user_<uuid>"
	At    Time        `json:"at"`
}

// Record is the extraction record: the reply of the documents and results endpoints and, without fields, the data of
// an extraction event.
type Record struct {
	ID           string `json:"id"`
	Status       Status `json:"status"`
	DocumentType string `json:"documentType"`
	// DocumentTypeVersion is the version of a saved document type; nil for a built-in type.
	DocumentTypeVersion *int     `json:"documentTypeVersion,omitempty"`
	Confidence          *float64 `json:"confidence"`
	// Missing are the key fields of the type that were not found and that no person has marked as absent. Nil (null)
	// until the document has ended.
	Missing []string `json:"missing"`
	// Review is null until the document is marked as reviewed.
	Review   *Review         `json:"review"`
	Data     json.RawMessage `json:"data"`             // null until it has ended
	Fields   json.RawMessage `json:"fields,omitempty"` // nil leaves it out (lists, events)
	Checks   json.RawMessage `json:"checks"`
	Metadata Metadata        `json:"metadata"`
	// Memory is the layout and its version with which the document was read, as engine/result.Memory; nil for none.
	Memory           json.RawMessage `json:"memory,omitempty"`
	ProcessingTimeMs *int64          `json:"processingTimeMs"`
	BatchID          *string         `json:"batchId"`
	CreatedAt        Time            `json:"createdAt"`
	CompletedAt      *Time           `json:"completedAt"`
	ExpiresAt        *Time           `json:"expiresAt"`
	Failure          *Failure        `json:"failure"`
}

// DocumentTypes are the values of `document_type`, in the order of messages.
func DocumentTypes() []string {
	return []string{"auto", "invoice", "credit_note", "receipt", "purchase_order", "bank_statement", "delivery_note",
		"generic"}
}

// IsDocumentType reports whether t is one of DocumentTypes.
func IsDocumentType(t string) bool {
	return slices.Contains(DocumentTypes(), t)
}

var savedTypeName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,62}$`)

// IsSavedTypeName reports whether an account may save a document type under a name.
func IsSavedTypeName(name string) bool {
	return savedTypeName.MatchString(name) && !IsDocumentType(name)
}

// ParseSavedType splits a requested document type such as "acme_payslip@2" into a saved type's name and version, 0 for
// the latest. ok is false if it is neither.
func ParseSavedType(text string) (name string, version int, ok bool) {
	name, number, hasVersion := strings.Cut(text, "@")
	if hasVersion {
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil || n < 1 || number[0] < '1' {
			return "", 0, false
		}
		version = int(n)
	}
	return name, version, IsSavedTypeName(name)
}
