package record

import "time"

// Correction is what somebody once said of a path of a document.
type Correction struct {
	Path  string
	Value *string // nil: there is none
	By    string  // "key_<uuid>" or "user_<uuid>"
	At    time.Time
}
