package model

import (
	"encoding/json"
	"time"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

// ReviewRules say which of an account's completed documents need a person.
type ReviewRules struct {
	Missing bool    // documents of which a key field is not known
	Checks  bool    // documents of which a check failed
	Below   float64 // documents whose confidence is under this, 0 to 1; 0 for none
	// Sample is the share, 0 to 1, of all documents to review regardless of the other rules. It measures
	// the accuracy of the others.
	Sample float64
}

// ReviewReason is why a document is in the queue.
type ReviewReason string

// The reasons, one per rule.
const (
	ReasonMissing    ReviewReason = "missing"
	ReasonChecks     ReviewReason = "checks"
	ReasonConfidence ReviewReason = "confidence"
	ReasonSample     ReviewReason = "sample"
)

// MaxReviewLeft bounds the count of remaining reviews.
const MaxReviewLeft = 1000

// MinReviewValues is how many reviewed values figures are made from at least.
const MinReviewValues = 200

// ReviewFigures are the effects of thresholds on the account's latest documents.
type ReviewFigures struct {
	// Values are those of reviewed documents that the figures are made from.
	Values int
	// Points have increasing thresholds; nil if there are too few Values.
	Points []ReviewPoint
}

// ReviewPoint is the effect of one threshold.
type ReviewPoint struct {
	Below float64 // the threshold
	Share float64 // of documents that are looked at, 0 to 1
	Wrong float64 // of values that are wrong in the documents not looked at, 0 to 1
}

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

// LayoutSummary is a learned layout as lists show it.
type LayoutSummary struct {
	ID      string `json:"id"`      // "layout_<uuid>"
	Vendor  string `json:"vendor"`  // "" unknown
	Enabled bool   `json:"enabled"` // else it is taught, but documents are not read by it
	// Documents counts the examples; at most template.MaxExamples of them are used.
	Documents int           `json:"documents"`
	Version   int64         `json:"version"`
	ChangedAt contract.Time `json:"changedAt"` // taught or switched
	UsedAt    contract.Time `json:"usedAt"`    // last looked at for a document, to the hour
}

// Layout is what an account's documents of one layout have taught: its effects, its success rate, and the
// documents.
type Layout struct {
	LayoutSummary
	Fields   []template.Reliability `json:"fields"`  // by name
	Columns  []template.Reliability `json:"columns"` // of line items, by member, left to right
	Examples []ExampleOfDocument    `json:"lessons"` // the newest first
}

// ExampleOfDocument is the example of one document for a layout.
type ExampleOfDocument struct {
	Document   string        `json:"document"`             // "ext_<uuid>"
	Correction int64         `json:"correction,omitempty"` // id of the newest correction, 0 for none
	At         contract.Time `json:"at"`
}

// LayoutPage is a part of a list of layouts.
type LayoutPage struct {
	Layouts    []LayoutSummary
	NextCursor string // "" on the last page
}

// Usage counts an account's documents of a period that have ended and were not deleted.
type Usage struct {
	All      UsageRow
	ByKey    []UsageRow // Of is "key_<uuid>", SubmittedByPerson or SubmittedByUnknown
	ByType   []UsageRow // of completed ones; Of is a document type
	Failures []UsageRow // Of is the code of a failure
}

// Senders of documents other than keys.
const (
	SubmittedByPerson  = ""  // on the dashboard
	SubmittedByUnknown = "?" // before it was kept
)

// UsageRow counts documents that have something in common.
type UsageRow struct {
	Of        string
	Documents int // all of them
	Failed    int
	Needed    int // completed ones that the rules of review put before a person, the random share left out
	// Median and P95 of the reading time of completed documents, in milliseconds, to about 3 %; 0 without
	// any.
	Median, P95 int64
}

// Completed counts those that did not fail.
func (r UsageRow) Completed() int { return r.Documents - r.Failed }

// UsageBucket counts documents with equal attributes.
type UsageBucket struct {
	SubmittedBy  string // as in Usage.ByKey
	DocumentType string // "" for failed ones
	Failure      contract.Code
	Needed       bool
	Speed        int // bucket of the time it took to read; see store.SpeedOf
	Documents    int
}
