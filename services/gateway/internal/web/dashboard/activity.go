package dashboard

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// activityRows is how many entries a page shows.
const activityRows = 50

type activityData struct {
	Rows []activityRow
	Next string // link to older entries; "" at the end
}

type activityRow struct {
	contract.AuditEntry
	What string
}

// activityPage lists what was done in the account, for its owners.
func (d *Dashboard) activityPage(c *fiber.Ctx, v *visit) error {
	if !v.owner() {
		return redirect(c, usersPath)
	}
	wanted := contract.AuditPage{Limit: activityRows, Before: c.Query("before")}
	if _, err := contract.ParseID(contract.PrefixAudit, wanted.Before); err != nil {
		wanted.Before = ""
	}
	reply, err := bus.Call[contract.ListAuditReply](v.Context, d.deps.Bus, contract.RPCAuthSessionAuditList,
		contract.SessionAuditRequest{BySession: v.by(), AuditPage: wanted})
	if err != nil {
		return err
	}
	var data activityData
	for _, e := range reply.Entries {
		data.Rows = append(data.Rows, activityRow{AuditEntry: e, What: deed(v.Language, e.Action)})
	}
	if n := len(reply.Entries); n == activityRows {
		data.Next = activityPath + "?before=" + reply.Entries[n-1].ID
	}
	return d.show(c, v, http.StatusOK, "activity", page{Title: v.tr("Activity"), Section: "users", Data: data})
}

// deed names an action for people; one that is not known here stays as it is.
func deed(l *languages.Language, a contract.AuditAction) string {
	switch a {
	case contract.AuditSignIn:
		return l.Tr("Signed in")
	case contract.AuditPasswordSet:
		return l.Tr("Set a password")
	case contract.AuditUserInvited:
		return l.Tr("Invited a person")
	case contract.AuditUserLink:
		return l.Tr("Made a one-time link")
	case contract.AuditUserRemoved:
		return l.Tr("Removed a person")
	case contract.AuditUserRole:
		return l.Tr("Changed a role")
	case contract.AuditKeyCreated:
		return l.Tr("Made a key")
	case contract.AuditKeyRevoked:
		return l.Tr("Revoked a key")
	case contract.AuditPlanSet:
		return l.Tr("Changed the plan")
	case contract.AuditRetentionSet:
		return l.Tr("Changed the retention")
	case contract.AuditSuspended:
		return l.Tr("Suspended the account")
	case contract.AuditResumed:
		return l.Tr("Resumed the account")
	case contract.AuditIdentityLinked:
		return l.Tr("Linked a single sign-on")
	case contract.AuditIdentityUnlinked:
		return l.Tr("Unlinked a single sign-on")
	case contract.AuditPasswordRemoved:
		return l.Tr("Lost a password that was set before single sign-on")
	case contract.AuditDocumentErased:
		return l.Tr("Deleted a document")
	case contract.AuditDocumentReviewed:
		return l.Tr("Reviewed a document")
	case contract.AuditDocumentReopened:
		return l.Tr("Had a document reviewed again")
	case contract.AuditReviewRulesSet:
		return l.Tr("Changed what needs a review")
	case contract.AuditMemberByDomain:
		return l.Tr("Joined by e-mail domain")
	case contract.AuditSessionsRevoked:
		return l.Tr("Ended sessions")
	}
	return string(a)
}
