package model

import (
	"encoding/json"
	"time"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

// CorrectionEntry is what a user or key once said of a path of a document, or of
// the document as a whole.
type CorrectionEntry struct {
	correct.Entry

	By string // "key_<uuid>" or "user_<uuid>"
	At time.Time
}

// Correction is what a person says about a completed document.
type Correction struct {
	AccountID, DocumentID string
	By                    string // who says so: "key_<uuid>" or "user_<uuid>"
	Change                correct.Change
	// Reviewed marks the document as looked at, or takes the mark away; nil
	// leaves it as it is.
	Reviewed *bool
	// Match tells of the record as it stands whether it is the one that the
	// person saw; nil takes whatever stands there.
	Match func(contract.Record) (bool, error)
}

// Preview is what a correction would make of a document.
type Preview struct {
	Data       json.RawMessage
	Checks     json.RawMessage
	Confidence float64
	Basis      *result.Basis // what is known besides the values; nil where it is not known
}
