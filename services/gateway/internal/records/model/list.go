package model

import (
	"github.com/docmill/docmill/libs/contract"
)

// Filter selects documents; zero values select all.
type Filter struct {
	Ended         bool            // only those that have ended
	Status        contract.Status // as clients see it
	DocumentType  string          // as records show it
	IDs           []string        // "ext_<uuid>" of which it must be one; nil for any, malformed ones are none
	BatchID       string          // "batch_<uuid>"; one that does not exist selects nothing
	CreatedAfter  *contract.Time  // exclusive
	CreatedBefore *contract.Time  // exclusive
	MinConfidence *float64        // inclusive
	MaxConfidence *float64        // inclusive
	Reviewed      *bool           // whether it was reviewed
	Missing       string          // a key field that is not known; MissingAny for whichever
	Text          string          // words that all stand in the file's name or in values; see search.Terms
}

// Heavy reports whether a statement with this filter may read all of an account's documents: no index is
// sorted by confidence.
func (f Filter) Heavy() bool { return f.Text != "" || f.MinConfidence != nil || f.MaxConfidence != nil }

// MissingAny selects documents with any missing key field.
const MissingAny = "any"

// Chosen is a document that people do something with from a list.
type Chosen struct {
	ID, FileName string
	Status       contract.Status
	Reviewed     bool
}

// Page is a part of a list.
type Page struct {
	Records    []contract.Record
	NextCursor string // "" on the last page
}
