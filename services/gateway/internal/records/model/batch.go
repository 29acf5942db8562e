package model

import (
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Batch is a batch's row with its entries.
type Batch struct {
	ID          string // "batch_<uuid>"
	Account     string
	Total       int
	CreatedAt   time.Time
	CompletedAt *time.Time
	Status      *contract.Status // once it has ended
	Entries     []Entry          // in the order sent
}

// Entry is one file of a batch.
type Entry struct {
	Index    int
	FileName string // empty once deleted
	// ID is the document's, "ext_<uuid>", or nil for a file rejected on receipt, which has a Code and a
	// Message.
	ID *string
	// Status of the document, or nil once it is deleted.
	Status  *contract.Status
	Started bool // claimed at least once
	// Code and Message of the refusal or the failure.
	Code    *contract.Code
	Message *string
}
