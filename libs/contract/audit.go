package contract

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// AuditAction is what was done; an open list.
type AuditAction string

// What is written down, for accountability.
const (
	AuditSignIn          AuditAction = "session.opened"
	AuditPasswordSet     AuditAction = "password.set"
	AuditUserInvited     AuditAction = "user.invited"
	AuditUserLink        AuditAction = "user.link_made"
	AuditUserRemoved     AuditAction = "user.removed"
	AuditUserRole        AuditAction = "user.role_changed"
	AuditKeyCreated      AuditAction = "key.created"
	AuditKeyRevoked      AuditAction = "key.revoked"
	AuditPlanSet         AuditAction = "account.plan_set"
	AuditRetentionSet    AuditAction = "account.retention_set"
	AuditSuspended       AuditAction = "account.suspended"
	AuditResumed         AuditAction = "account.resumed"
	AuditRenamed         AuditAction = "account.renamed"
	AuditIdentityLinked  AuditAction = "user.identity_linked"
	AuditMemberByDomain  AuditAction = "user.joined_by_domain"
	AuditSessionsRevoked AuditAction = "session.revoked"
	// AuditDocumentErased: by a person or a key, not by the retention.
	AuditDocumentErased AuditAction = "document.erased"
	// AuditDocumentReviewed and AuditDocumentReopened: marked as looked at, or
	// not any more.
	AuditDocumentReviewed AuditAction = "document.reviewed"
	AuditDocumentReopened AuditAction = "document.reopened"
	// AuditReviewRulesSet: which documents need a person.
	AuditReviewRulesSet AuditAction = "review.rules_set"
	// AuditLayoutEnabled, AuditLayoutDisabled and AuditLayoutForgotten: a layout
	// that was learned was switched on or off, or removed.
	AuditLayoutEnabled   AuditAction = "layout.enabled"
	AuditLayoutDisabled  AuditAction = "layout.disabled"
	AuditLayoutForgotten AuditAction = "layout.forgotten"
	// AuditIdentityUnlinked: a provider's identity is no longer this user's.
	AuditIdentityUnlinked AuditAction = "user.identity_unlinked"
	// AuditPasswordRemoved: the provider has verified the address, which the
	// person who set the password had not shown to be theirs.
	AuditPasswordRemoved AuditAction = "password.removed"
)

// AuditLife is how long entries are kept.
const AuditLife = 400 * 24 * time.Hour

// AuditEntry is one thing that was done in an account.
type AuditEntry struct {
	ID     string      `json:"id"` // audit_…
	At     Time        `json:"at"`
	Action AuditAction `json:"action"`
	// Actor is who did it: a user's e-mail address, a key's id, or "operator".
	Actor string `json:"actor"`
	// Target is what it was done to: an id of a key, a user or a document, or "".
	Target string `json:"target"`
	// Detail is for people: a key's name, a user's e-mail address, a plan.
	Detail string `json:"detail"`
}

// Validate checks the id.
func (e AuditEntry) Validate() error { return validID("id", PrefixAudit, e.ID) }

// AuditPage says which entries are wanted.
type AuditPage struct {
	Limit  int    `json:"limit"`            // 1 to MaxAuditPage
	Before string `json:"before,omitempty"` // id of the last entry that is known already
}

// MaxAuditPage bounds AuditPage.Limit.
const MaxAuditPage = 200

func (p AuditPage) valid() error {
	var errs []error
	if p.Limit < 1 || p.Limit > MaxAuditPage {
		errs = append(errs, fmt.Errorf("limit is %d, want 1 to %d", p.Limit, MaxAuditPage))
	}
	if p.Before != "" {
		errs = append(errs, validID("before", PrefixAudit, p.Before))
	}
	return errors.Join(errs...)
}

// ListAuditRequest asks, as an operator, what was done in an account.
type ListAuditRequest struct {
	AccountID string `json:"accountId"`
	AuditPage
}

// Validate checks id and page.
func (r ListAuditRequest) Validate() error {
	return errors.Join(validID("accountId", PrefixAccount, r.AccountID), r.AuditPage.valid())
}

// SessionAuditRequest is ListAuditRequest from the dashboard: for owners.
type SessionAuditRequest struct {
	BySession
	AuditPage
}

// Validate checks hash and page.
func (r SessionAuditRequest) Validate() error {
	return errors.Join(r.BySession.valid(), r.AuditPage.valid())
}

// ListAuditReply holds entries, newest first; fewer than Limit at the end.
type ListAuditReply struct {
	Entries []AuditEntry `json:"entries"`
}

// Validate checks every entry.
func (r ListAuditReply) Validate() error { return validEach(r.Entries) }

// Deed is what a service did in an account for somebody, to be written down in
// the account's audit.
type Deed struct {
	ID        string      `json:"id"` // audit_…: the same deed sent again is written down once
	AccountID string      `json:"accountId"`
	At        Time        `json:"at"`
	Action    AuditAction `json:"action"` // one of DeedActions
	// Actor is who did it: an id of a key or a user.
	Actor  string `json:"actor"`
	Target string `json:"target"` // id of a document or layout; "" for what is the account's
}

// DeedActions are the actions that services report.
func DeedActions() []AuditAction {
	return []AuditAction{
		AuditDocumentErased, AuditDocumentReviewed, AuditDocumentReopened, AuditReviewRulesSet,
		AuditLayoutEnabled, AuditLayoutDisabled, AuditLayoutForgotten,
	}
}

// Validate checks action and ids.
func (d Deed) Validate() error {
	actor := validID("actor", PrefixKey, d.Actor)
	if validID("actor", PrefixUser, d.Actor) == nil {
		actor = nil
	}
	var action error
	if !slices.Contains(DeedActions(), d.Action) {
		action = fmt.Errorf("action %q is none that a service reports", d.Action)
	}
	return errors.Join(validID("id", PrefixAudit, d.ID), validID("accountId", PrefixAccount, d.AccountID),
		d.validTarget(), actor, action)
}

func (d Deed) validTarget() error {
	switch d.Action {
	case AuditLayoutEnabled, AuditLayoutDisabled, AuditLayoutForgotten:
		return validID("target", PrefixLayout, d.Target)
	case AuditReviewRulesSet:
		if d.Target == "" {
			return nil
		}
	default:
	}
	return validID("target", PrefixDocument, d.Target)
}

// MaxDeeds bounds RecordDeedsRequest.Deeds.
const MaxDeeds = 100

// RecordDeedsRequest has deeds written down in the audit of their accounts; the
// answer is Empty. Deeds of accounts that there are not are left out.
type RecordDeedsRequest struct {
	Deeds []Deed `json:"deeds"` // 1 to MaxDeeds
}

// Validate checks number and deeds.
func (r RecordDeedsRequest) Validate() error {
	if len(r.Deeds) < 1 || len(r.Deeds) > MaxDeeds {
		return fmt.Errorf("%d deeds, want 1 to %d", len(r.Deeds), MaxDeeds)
	}
	return validEach(r.Deeds)
}
