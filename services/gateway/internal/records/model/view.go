package model

// SavedFilter is a selection of the list of documents that a person keeps.
type SavedFilter struct {
	ID    string // a uuid
	Name  string
	Query string // of the list's address, without "?"
}

// Limits of a person's saved list views.
const (
	MaxSavedFilters    = 50
	MaxSavedFilterName = 60 // characters
	MaxListColumns     = 6
)
