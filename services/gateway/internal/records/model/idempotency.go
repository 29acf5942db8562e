package model

import (
	"github.com/docmill/docmill/libs/contract"
)

// IdempotencyClaim is an idempotency key in the hands of the one call that may use it.
type IdempotencyClaim struct {
	AccountID, Key string
	Token          string // fences the claim: Accept fails if another call has it by now
	// Fingerprint of the call's content (SHA-256), set before Accept.
	Fingerprint [32]byte
}

// EarlierCall is the result of an earlier call with the same key.
type EarlierCall struct {
	Fingerprint [32]byte
	ID          string // "ext_<uuid>" or "batch_<uuid>"
	// Plan of the account when the call was accepted, or "" if none of its documents is left.
	Plan contract.Plan
}
