package model

import "time"

// CorrectionEntry is what a user or key once said of a path of a document.
type CorrectionEntry struct {
	Path  string
	Value *string // nil: there is none
	By    string  // "key_<uuid>" or "user_<uuid>"
	At    time.Time
}

// Correction is what a person says about a completed document.
type Correction struct {
	AccountID, DocumentID string
	By                    string // who says so: "key_<uuid>" or "user_<uuid>"
	// Values are the right ones by path ("total", "lineItems.0.amount"), as
	// records or people write them; nil says that there is none.
	Values map[string]*string
	// Typed says that a person typed the values: "1.234" is then read as the
	// document writes amounts, and not as records do.
	Typed bool
}
