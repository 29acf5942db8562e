// Package checker compares a history of calls with docmill's final state, after all faults and work have
// ended, and reports every broken promise. It is pure: the same input gives the same report.
package checker

import "time"

// State is the final state.
type State struct {
	Accounts  []Account           // by number of the history
	Documents map[string]Document // by id, as the API lists them
	// Gone are the documents for which the API responds with 404, of those requested one by one.
	Gone   map[string]bool
	Inside *Inside // nil where only the API can be seen
}

// Account is one account's month, from the API.
type Account struct {
	Before int // documents charged before the history began
	Used   int
	Limit  int
}

// Document is one as the API shows it.
type Document struct {
	Account int
	File    string // name
	Status  string
	Failure string // code
	Value   string // corrected to; empty where it was never corrected
}

// Inside is the content of the database, the object store and the stream of events.
type Inside struct {
	Rows     map[string]Row    // documents by id
	Erasures map[string]string // object keys by id of the document that was erased
	// NotesKept means that the second check of erased documents is still pending, so that each erasure has
	// a note.
	NotesKept bool
	Charges   []Charge
	Months    []int             // documents used, by account
	Batches   map[string]string // status by id; empty while open
	Objects   map[string]string // SHA-256 of the content by key
	Messages  []Message         // in the stream of events, about documents and batches
	// Thresholds are the quota's events in the stream, including duplicates.
	Thresholds []Threshold
	// Webhooks are the received ones, with their delivery ids, of the account Subscribed.
	Webhooks   []Message
	Subscribed int
}

// Threshold is an event about an account's month.
type Threshold struct {
	Account int
	Type    string
	ID      string // Nats-Msg-Id
}

// Row is a document's row.
type Row struct {
	Account int
	File    string
	Status  string
	Failure string
	Object  string // key
	SHA256  string
	Ended   time.Duration // since the history's begin, where the end came after the faults; else 0
}

// Charge is a charge's row.
type Charge struct {
	Account   int
	Document  string
	GivenBack bool
}

// Message is an event as the stream keeps it.
type Message struct {
	ID    string // Nats-Msg-Id
	Type  string
	About string // document, batch, or account and month
}

// Final reports whether a document's status is final.
func Final(status string) bool { return status == "completed" || status == "failed" }

// internalError is the failure with a refunded charge.
const internalError = "INTERNAL_ERROR"
