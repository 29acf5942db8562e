package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ExtractCommand means that a document of the lane may be claimed. The gateway selects it when a worker
// claims: the id is that of the document for which the command was published.
type ExtractCommand struct {
	DocumentID string `json:"documentId"`
}

// Validate checks the id.
func (c ExtractCommand) Validate() error {
	return validID("documentId", PrefixDocument, c.DocumentID)
}

// ClaimRequest asks for work.
type ClaimRequest struct {
	// DocumentID is the one of the command.
	DocumentID string `json:"documentId"`
	Worker     string `json:"worker"` // for the log
	// Lane is the command's lane: the worker takes the next document of it,
	// which ClaimReply.DocumentID names. Empty asks for DocumentID and no other.
	Lane Lane `json:"lane,omitempty"`
	// SealKey is the worker's public key, to which the reply's secrets are
	// sealed (see SealedClaim). Empty has them travel in the open.
	SealKey []byte `json:"sealKey,omitempty"`
	// SealSessions means that the worker supports sealed sessions: see ClaimReply.SealSender.
	SealSessions bool `json:"sealSessions,omitempty"`
	// TakesFiles means that the worker accepts a small file in the sealed data, and sealed data outside the
	// reply's JSON.
	TakesFiles bool `json:"takesFiles,omitempty"`
}

// Validate checks id and lane.
func (r ClaimRequest) Validate() error {
	if r.Lane != "" && !slices.Contains(Lanes(), r.Lane) {
		return fmt.Errorf("unknown lane %q", r.Lane)
	}
	return validID("documentId", PrefixDocument, r.DocumentID)
}

// ClaimReply is the work, or Gone if no document may be claimed: the worker then acknowledges the command.
type ClaimReply struct {
	Gone bool `json:"gone,omitempty"`
	// RetryMs, with Gone, means that the accounts of all waiting documents are at their limit: the command
	// must be returned for that time. Milliseconds.
	RetryMs int64 `json:"retryMs,omitempty"`

	// DocumentID is the claimed document; empty means the requested one.
	DocumentID string `json:"documentId,omitempty"`
	// Traceparent is that of the document's request, if it is another document than requested.
	Traceparent string `json:"traceparent,omitempty"`
	// Sealed holds a SealedClaim instead of Token, GetURL and PutURL.
	Sealed []byte `json:"sealed,omitempty"`
	// Apart is Sealed of a worker that takes files: it follows the message's JSON.
	Apart []byte `json:"-"`
	// SealSender identifies the session of Sealed by its public key; empty if Sealed has a separate key.
	SealSender []byte `json:"sealSender,omitempty"`

	Token string `json:"token,omitempty"` // fences this attempt; a result without it is ignored
	// AccountHash is equal for all documents of one account and does not identify it: the worker separates child
	// processes by it.
	AccountHash string `json:"tenant,omitempty"`
	Attempt     int    `json:"attempt,omitempty"`
	// File is the document's file, if it is small and available to the gateway; then GetURL is empty. It is
	// sent in Apart only.
	File []byte `json:"-"`
	// GetURL and PutURL are presigned for this document alone: the file, and
	// the place for results too large for a message.
	GetURL       string `json:"getUrl,omitempty"`
	PutURL       string `json:"putUrl,omitempty"`
	FileName     string `json:"fileName,omitempty"`
	FileSize     int64  `json:"fileSize,omitempty"` // bytes
	SHA256       string `json:"sha256,omitempty"`   // lower-case hexadecimal
	MIMEType     string `json:"mimeType,omitempty"`
	DocumentType string `json:"documentType,omitempty"` // as asked for
	// NoLayouts means that the account has no layouts to read the document by: the
	// worker need not ask.
	NoLayouts bool `json:"noLayouts,omitempty"`
	// Schema defines custom fields: the JSON Schema sent with the file, or nothing.
	Schema json.RawMessage `json:"schema,omitempty"`
	// LeaseMs is how long the claim holds without an extension; DeadlineMs is
	// the longest that the document may take. Milliseconds.
	LeaseMs    int64 `json:"leaseMs,omitempty"`
	DeadlineMs int64 `json:"deadlineMs,omitempty"`
}

// Validate checks that a granted claim is complete.
func (r ClaimReply) Validate() error {
	if r.Gone {
		return nil
	}
	if r.DocumentID != "" {
		if err := validID("documentId", PrefixDocument, r.DocumentID); err != nil {
			return err
		}
	}
	if len(r.Sealed) > 0 || len(r.Apart) > 0 {
		if r.Token != "" || r.GetURL != "" || r.PutURL != "" || r.LeaseMs <= 0 || r.DeadlineMs <= 0 {
			return errors.New("claim is neither sealed nor open")
		}
		return nil
	}
	if r.Token == "" || (r.GetURL == "") == (len(r.File) == 0) || r.PutURL == "" || r.LeaseMs <= 0 || r.DeadlineMs <= 0 {
		return errors.New("incomplete claim")
	}
	return nil
}

// Attachment returns the data after the JSON.
func (r ClaimReply) Attachment() []byte { return r.Apart }

// Attach stores the data after the JSON.
func (r *ClaimReply) Attach(attachment []byte) { r.Apart = attachment }

// ClaimUpdate changes a claim: RPCWorkExtend renews its lease (CodeNotFound means that the claim is invalid
// and the work must be dropped), and RPCWorkRelease returns the document without counting the attempt.
type ClaimUpdate struct {
	ClaimRef
	// Lane is LaneSlow if the document needs OCR or takes long, and stays in that lane; otherwise empty.
	Lane Lane `json:"lane,omitempty"`
}

// Validate checks the claim and the lane.
func (u ClaimUpdate) Validate() error {
	if u.Lane != "" && u.Lane != LaneSlow {
		return fmt.Errorf("a document does not change to lane %q", u.Lane)
	}
	return u.ClaimRef.Validate()
}

// ClaimRef names a claim.
type ClaimRef struct {
	DocumentID string `json:"documentId"`
	Token      string `json:"token"`
}

// Validate checks id and token.
func (r ClaimRef) Validate() error {
	if r.Token == "" {
		return errors.New("token is empty")
	}
	return validID("documentId", PrefixDocument, r.DocumentID)
}

// Failure is why a document ended `failed`. Message may be shown to the user.
type Failure struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Extraction is the engine's result: data, fields and checks in the form of the public record.
type Extraction struct {
	DocumentType string `json:"documentType"`
	// TypeVersion is the version of a saved type that the layout of the document has; 0 for other types and for a type
	// that was asked for.
	TypeVersion int             `json:"typeVersion,omitempty"`
	Confidence  float64         `json:"confidence"`
	Data        json.RawMessage `json:"data"`
	Fields      json.RawMessage `json:"fields"`
	Checks      json.RawMessage `json:"checks"`
	MIMEType    string          `json:"mimeType"`
	Pages       int             `json:"pages"`
	// Basis holds what the checks need besides Data, in the form of engine/result.Basis; nil from older
	// extractors.
	Basis json.RawMessage `json:"basis,omitempty"`
	// Memory is the version of the layout that the document was read with, in the
	// form of engine/result.Memory; nil for none.
	Memory json.RawMessage `json:"memory,omitempty"`
}

// Size is the size of the encoded members in bytes; 0 for nil.
func (x *Extraction) Size() int {
	if x == nil {
		return 0
	}
	return len(x.Data) + len(x.Fields) + len(x.Checks) + len(x.Basis) + len(x.Memory) + len(x.MIMEType) +
		len(x.DocumentType)
}

// Outcome says how an attempt ended.
type Outcome string

// The outcomes of an attempt.
const (
	// OutcomeCompleted has an Extraction, in the message or in the object store.
	OutcomeCompleted Outcome = "completed"
	// OutcomeFailed has a Failure that lies in the file.
	OutcomeFailed Outcome = "failed"
	// OutcomeCrashed means that the document ended its worker process; after
	// the last attempt it is TOO_COMPLEX.
	OutcomeCrashed Outcome = "crashed"
	// OutcomeError means another failure; after the last attempt the document ends with INTERNAL_ERROR and
	// the charge is refunded.
	OutcomeError Outcome = "error"
)

// MaxAttempts is how often a document is tried.
const MaxAttempts = 3

// MaxInlineExtraction is the largest encoded Extraction that travels in a
// message, in bytes; larger ones are put to ClaimReply.PutURL.
const MaxInlineExtraction = 1 << 20

// MaxExtraction is the largest encoded Extraction in bytes. A document that has a larger one fails
// with CodeTooComplex.
const MaxExtraction = 32 << 20

// Result reports how one attempt ended.
type Result struct {
	DocumentID string  `json:"documentId"`
	Token      string  `json:"token"`
	Outcome    Outcome `json:"outcome"`
	// Extraction of a completed document; nil when Stored.
	Extraction *Extraction `json:"extraction,omitempty"`
	// Stored means that the Extraction was put to ClaimReply.PutURL as JSON.
	Stored           bool     `json:"stored,omitempty"`
	Failure          *Failure `json:"failure,omitempty"`
	ProcessingTimeMs int64    `json:"processingTimeMs"`
	// Reason is the cause of a crash or failure, for the log.
	Reason string `json:"reason,omitempty"`
	// Lane of the claim; empty from older extractors. It bounds how long the result may be buffered with
	// others.
	Lane Lane `json:"lane,omitempty"`
}

// Validate checks that the outcome's members are present.
func (r Result) Validate() error {
	if err := (ClaimRef{DocumentID: r.DocumentID, Token: r.Token}).Validate(); err != nil {
		return err
	}
	switch r.Outcome {
	case OutcomeCompleted:
		if (r.Extraction == nil) != r.Stored {
			return errors.New("completed: want an extraction either in the message or stored")
		}
	case OutcomeFailed:
		if r.Failure == nil || r.Failure.Code == "" || r.Failure.Message == "" {
			return errors.New("failed without failure")
		}
	case OutcomeCrashed, OutcomeError:
	default:
		return fmt.Errorf("unknown outcome %q", r.Outcome)
	}
	return nil
}

// Wake says to gateway replicas that a document has ended.
type Wake struct {
	DocumentID string `json:"documentId"`
}

// Validate checks the id.
func (w Wake) Validate() error { return validID("documentId", PrefixDocument, w.DocumentID) }

// ExtractionStarted is the signal that a worker claimed a document.
type ExtractionStarted struct {
	DocumentID string `json:"documentId"`
	Worker     string `json:"worker"`
	Attempt    int    `json:"attempt"`
}

// Validate checks the id.
func (s ExtractionStarted) Validate() error {
	return validID("documentId", PrefixDocument, s.DocumentID)
}
