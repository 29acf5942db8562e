package model

import (
	"bytes"
	"encoding/json"
	"time"
)

// SavedType is a version of a document type that an account has saved.
type SavedType struct {
	Name      string
	Version   int // from 1
	Title     string
	Schema    json.RawMessage // of custom fields, as it was sent
	CreatedAt time.Time       // of this version
}

// Equal reports whether two versions have the same title and, apart from white space, the same schema.
func (t SavedType) Equal(o SavedType) bool {
	var a, b bytes.Buffer
	return t.Title == o.Title && json.Compact(&a, t.Schema) == nil && json.Compact(&b, o.Schema) == nil &&
		bytes.Equal(a.Bytes(), b.Bytes())
}

// Limits of an account's saved types.
const (
	MaxSavedTypes     = 200
	MaxTypeVersions   = 1000 // of one type
	MaxSavedTypeTitle = 100  // characters
)
