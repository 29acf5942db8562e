package model

import "github.com/docmill/docmill/libs/contract"

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
