package model

import (
	"encoding/json"
	"time"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

// CorrectionEntry is a log entry of a user or key about a path, or about the whole document.
type CorrectionEntry struct {
	correct.Entry

	By string // "key_<uuid>" or "user_<uuid>"
	At time.Time
}

// Correction is a person's input about a completed document.
type Correction struct {
	AccountID, DocumentID string
	By                    string // who says so: "key_<uuid>" or "user_<uuid>"
	Change                correct.Change
	// Reviewed sets or removes the review mark; nil leaves it.
	Reviewed *bool
	// Match reports whether the present record is the one that the person saw; nil accepts any.
	Match func(contract.Record) (bool, error)
}

// Preview is the result of a correction without storing it.
type Preview struct {
	Data       json.RawMessage
	Checks     json.RawMessage
	Confidence float64
	Basis      *result.Basis // knowledge besides the values; nil if unknown
}
