package contract

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// AuditAction is the kind of an audit entry. More may be added.
type AuditAction string

// The kinds of audit entries.
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
	// AuditDocumentErased: by a user or a key, not by the retention.
	AuditDocumentErased AuditAction = "document.erased"
	// AuditDocumentReviewed and AuditDocumentReopened: marked as reviewed, or not any more.
	AuditDocumentReviewed AuditAction = "document.reviewed"
	AuditDocumentReopened AuditAction = "document.reopened"
	// AuditReviewRulesSet: which documents need a review.
	AuditReviewRulesSet AuditAction = "review.rules_set"
	// AuditLayoutEnabled, AuditLayoutDisabled and AuditLayoutForgotten: a learned layout was enabled, disabled or
	// removed.
	AuditLayoutEnabled   AuditAction = "layout.enabled"
	AuditLayoutDisabled  AuditAction = "layout.disabled"
	AuditLayoutForgotten AuditAction = "layout.forgotten"
	// AuditDocumentTypeCreated, AuditDocumentTypeChanged and AuditDocumentTypeDeleted: a saved document type, by name.
	AuditDocumentTypeCreated AuditAction = "document_type.created"
	AuditDocumentTypeChanged AuditAction = "document_type.changed"
	AuditDocumentTypeDeleted AuditAction = "document_type.deleted"
	// AuditIdentityUnlinked: an identity at a provider does not belong to the user any more.
	AuditIdentityUnlinked AuditAction = "user.identity_unlinked"
	// AuditPasswordRemoved: the provider has verified the e-mail address; the person who set the password had not
	// proved that it is theirs.
	AuditPasswordRemoved AuditAction = "password.removed"
)

// AuditLife is how long entries are kept.
const AuditLife = 400 * 24 * time.Hour

// AuditEntry is an entry of an account's audit.
type AuditEntry struct {
	ID     string      `json:"id"` // audit_…
	At     Time        `json:"at"`
	Action AuditAction `json:"action"`
	// Actor is a user's e-mail address, a key's id, or "operator".
	Actor string `json:"actor"`
	// Target is the id of a key, a user or a document, or "".
	Target string `json:"target"`
	// Detail is for people: a key's name, a user's e-mail address, a plan.
	Detail string `json:"detail"`
}

// Validate checks the id.
func (e AuditEntry) Validate() error { return validID("id", PrefixAudit, e.ID) }

// AuditPage selects entries.
type AuditPage struct {
	Limit  int    `json:"limit"`            // 1 to MaxAuditPage
	Before string `json:"before,omitempty"` // id of the last entry of the previous page
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

// ListAuditRequest is an operator's request for the audit of an account.
type ListAuditRequest struct {
	AccountID string `json:"accountId"`
	AuditPage
}

// Validate checks id and page.
func (r ListAuditRequest) Validate() error {
	return errors.Join(validID("accountId", PrefixAccount, r.AccountID), r.AuditPage.valid())
}

// SessionAuditRequest is ListAuditRequest from the dashboard, for owners.
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

// AuditReport is an action of a service that auth adds to the account's audit.
type AuditReport struct {
	ID        string      `json:"id"` // audit_…: a report that is sent again is added once
	AccountID string      `json:"accountId"`
	At        Time        `json:"at"`
	Action    AuditAction `json:"action"` // one of AuditReportActions
	// Actor is the id of a key or a user.
	Actor  string `json:"actor"`
	Target string `json:"target"` // id of a document or layout, name of a document type; "" for the account
}

// AuditReportActions are the actions that services report.
func AuditReportActions() []AuditAction {
	return []AuditAction{
		AuditDocumentErased, AuditDocumentReviewed, AuditDocumentReopened, AuditReviewRulesSet,
		AuditLayoutEnabled, AuditLayoutDisabled, AuditLayoutForgotten,
		AuditDocumentTypeCreated, AuditDocumentTypeChanged, AuditDocumentTypeDeleted,
	}
}

// Validate checks action and ids.
func (d AuditReport) Validate() error {
	actor := validID("actor", PrefixKey, d.Actor)
	if validID("actor", PrefixUser, d.Actor) == nil {
		actor = nil
	}
	var action error
	if !slices.Contains(AuditReportActions(), d.Action) {
		action = fmt.Errorf("action %q is not one that services report", d.Action)
	}
	return errors.Join(validID("id", PrefixAudit, d.ID), validID("accountId", PrefixAccount, d.AccountID),
		d.validTarget(), actor, action)
}

func (d AuditReport) validTarget() error {
	switch d.Action {
	case AuditLayoutEnabled, AuditLayoutDisabled, AuditLayoutForgotten:
		return validID("target", PrefixLayout, d.Target)
	case AuditDocumentTypeCreated, AuditDocumentTypeChanged, AuditDocumentTypeDeleted:
		if !IsSavedTypeName(d.Target) {
			return fmt.Errorf("target %q is not a name of a document type", d.Target)
		}
		return nil
	case AuditReviewRulesSet:
		if d.Target == "" {
			return nil
		}
	default:
	}
	return validID("target", PrefixDocument, d.Target)
}

// MaxAuditReports bounds RecordAuditRequest.Reports.
const MaxAuditReports = 100

// RecordAuditRequest adds reports to the audits of their accounts; the reply is Empty. Reports about unknown
// accounts are ignored.
type RecordAuditRequest struct {
	Reports []AuditReport `json:"deeds"` // 1 to MaxAuditReports
}

// Validate checks the number and the reports.
func (r RecordAuditRequest) Validate() error {
	if len(r.Reports) < 1 || len(r.Reports) > MaxAuditReports {
		return fmt.Errorf("%d reports, want 1 to %d", len(r.Reports), MaxAuditReports)
	}
	return validEach(r.Reports)
}
