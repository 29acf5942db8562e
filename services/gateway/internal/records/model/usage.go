package model

import "github.com/docmill/docmill/libs/contract"

// Usage is what became of an account's documents of some time, as far as they have
// ended and were not deleted.
type Usage struct {
	All      UsageRow
	ByKey    []UsageRow // Of is "key_<uuid>", SubmittedByPerson or SubmittedByUnknown
	ByType   []UsageRow // of completed ones; Of is a document type
	Failures []UsageRow // Of is the code of a failure
}

// Who sends documents beside keys.
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
	// Median and P95 of the time that it took to read the completed ones, in
	// milliseconds, to about 3 %; 0 where there is none.
	Median, P95 int64
}

// Completed counts those that did not fail.
func (r UsageRow) Completed() int { return r.Documents - r.Failed }

// UsageBucket counts documents that are alike in all that figures tell apart.
type UsageBucket struct {
	SubmittedBy  string // as in Usage.ByKey
	DocumentType string // "" for failed ones
	Failure      contract.Code
	Needed       bool
	Speed        int // bucket of the time it took to read; see store.SpeedOf
	Documents    int
}
