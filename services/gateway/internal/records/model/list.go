package model

import (
	"github.com/docmill/docmill/libs/contract"
)

// Filter selects documents; zero values select all.
type Filter struct {
	Ended         bool            // only those that have ended
	Status        contract.Status // as clients see it
	DocumentType  string          // as records show it
	BatchID       string          // "batch_<uuid>"; one that does not exist selects nothing
	CreatedAfter  *contract.Time  // exclusive
	CreatedBefore *contract.Time  // exclusive
	MinConfidence *float64        // inclusive
	Text          string          // stands in the file's name or in a value, in whatever case
}

// Page is a part of a list.
type Page struct {
	Records    []contract.Record
	NextCursor string // "" on the last page
}
