package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Bounds of messages about layouts, in bytes of JSON; those of package engine/template are smaller.
const (
	maxFingerprint  = 4 << 10
	maxLayouts      = 64 << 10
	maxExampleBytes = 8 << 10
)

// LayoutsRequest (RPCWorkLayouts) asks for the layouts that resemble a claimed document. The claim identifies
// the account; the error is CodeNotFound if it is no longer valid.
type LayoutsRequest struct {
	ClaimRef

	Worker string `json:"worker"` // that of the claim
	// SealKey is the worker's public key, to which the layouts are sealed: they contain data of an account's
	// vendors, and all extractors share one NATS user.
	SealKey []byte `json:"sealKey"`
	// SealSessions as in ClaimRequest.
	SealSessions bool `json:"sealSessions,omitempty"`
	// Fingerprint in the form of engine/template.Fingerprint.
	Fingerprint json.RawMessage `json:"fingerprint"`
}

// Validate checks that the request is complete and within bounds.
func (r LayoutsRequest) Validate() error {
	if len(r.SealKey) == 0 || len(r.Fingerprint) == 0 || len(r.Fingerprint) > maxFingerprint {
		return errors.New("incomplete or too large request for layouts")
	}
	return r.ClaimRef.Validate()
}

// LayoutsReply holds the layouts, sealed as a claim is.
type LayoutsReply struct {
	// Sealed holds a list in the form of engine/template.Layout, the most similar
	// first; empty for none.
	Sealed []byte `json:"sealed,omitempty"`
	// SealSender as in ClaimReply.
	SealSender []byte `json:"sealSender,omitempty"`
}

// Validate accepts every reply; Open checks the content.
func (LayoutsReply) Validate() error { return nil }

func layoutsInfo(documentID, worker string) []byte {
	return []byte("docmill layouts\x00" + documentID + "\x00" + worker)
}

// Layouts answers a request.
func (s *Sealer) Layouts(r LayoutsRequest, layouts []json.RawMessage) (reply LayoutsReply, err error) {
	if len(layouts) == 0 {
		return reply, nil
	}
	plain, err := json.Marshal(layouts)
	if err == nil {
		info := layoutsInfo(r.DocumentID, r.Worker)
		reply.SealSender, reply.Sealed, err = s.seal(r.SealKey, r.SealSessions, info, plain)
	}
	if err != nil {
		return LayoutsReply{}, fmt.Errorf("seal layouts: %w", err)
	}
	return reply, nil
}

// Open returns the layouts for a document of a worker, as JSON; nil for none.
func (r LayoutsReply) Open(key *ClaimKey, documentID, worker string) (json.RawMessage, error) {
	if len(r.Sealed) == 0 {
		return nil, nil
	}
	plain, err := key.open(layoutsInfo(documentID, worker), r.SealSender, r.Sealed)
	if err != nil {
		return nil, fmt.Errorf("open layouts: %w", err)
	}
	if len(plain) > maxLayouts || !json.Valid(plain) {
		return nil, errors.New("open layouts: too large or malformed")
	}
	return plain, nil
}

// MaxTeachData bounds the data of a document from which layouts are learned, in bytes of JSON.
const MaxTeachData = 512 << 10

// TeachRequest (RPCPageTeach) asks an extractor to read a corrected document again and to return what layouts
// can learn from it. The error is CodeNotFound if nothing can be learned from the file, and
// CodeServiceUnavailable if no worker is free in time.
type TeachRequest struct {
	DocumentID string `json:"documentId"`
	// GetURL is presigned for this document's file.
	GetURL      string `json:"getUrl"`
	FileSize    int64  `json:"fileSize"` // bytes
	SHA256      string `json:"sha256"`   // lower-case hexadecimal
	AccountHash string `json:"tenant"`   // as ClaimReply has it
	// DocumentType, Schema and Data are those of the corrected record.
	DocumentType string          `json:"documentType"`
	Schema       json.RawMessage `json:"schema,omitempty"`
	Data         json.RawMessage `json:"data"`
	// Touched are the paths that were corrected or confirmed; if Reviewed is set, all values are right.
	Touched  []string `json:"touched"`
	Reviewed bool     `json:"reviewed"`
	// Correction is the number of the latest correction, At its time.
	Correction int64     `json:"correction"`
	At         time.Time `json:"at"`
	// DeadlineMs is how long the work may take, including the wait for a worker, in milliseconds.
	DeadlineMs int64 `json:"deadlineMs"`
}

// Validate checks that the request is complete and within bounds.
func (r TeachRequest) Validate() error {
	if r.GetURL == "" || r.FileSize <= 0 || r.SHA256 == "" || r.DeadlineMs <= 0 || len(r.Data) == 0 ||
		len(r.Data) > MaxTeachData {
		return errors.New("incomplete or too large request to teach")
	}
	return validID("documentId", PrefixDocument, r.DocumentID)
}

// TeachReply is what layouts can learn from the document.
type TeachReply struct {
	// Example in the form of engine/template.Example.
	Example json.RawMessage `json:"lesson"`
}

// Validate checks that there is an example within bounds.
func (r TeachReply) Validate() error {
	if len(r.Example) == 0 || len(r.Example) > maxExampleBytes {
		return fmt.Errorf("lesson of %d bytes", len(r.Example))
	}
	return nil
}
