package account

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// maxActivityRows is the number of entries on a page.
const maxActivityRows = 50

type activityData struct {
	Rows []activityRow
	Next string // link to older entries; "" on the last page
}

type activityRow struct {
	contract.AuditEntry
	What     string
	Who      string // name of the actor
	Concerns string // name of the target: a file, a key, an e-mail address
	Link     string // to the target document; "" if it is deleted or no document
}

// activityPage shows the audit to owners.
func (p *Pages) activityPage(c *fiber.Ctx, session *site.Session) error {
	if !session.IsOwner() {
		return site.Redirect(c, usersPath)
	}
	wanted := contract.AuditPage{Limit: maxActivityRows, Before: c.Query("before")}
	if _, err := contract.ParseID(contract.PrefixAudit, wanted.Before); err != nil {
		wanted.Before = ""
	}
	reply, err := bus.Call[contract.ListAuditReply](session.Context, p.site.Bus, contract.RPCAuthSessionAuditList,
		contract.SessionAuditRequest{BySession: session.By(), AuditPage: wanted})
	if err != nil {
		return err
	}
	var data activityData
	if data.Rows, err = p.activityRows(session, reply.Entries); err != nil {
		return err
	}
	if n := len(reply.Entries); n == maxActivityRows {
		data.Next = activityPath + "?before=" + reply.Entries[n-1].ID
	}
	return p.site.Show(c, session, http.StatusOK, "activity", site.Page{Title: session.Tr("Activity"), Section: "users",
		Data: data})
}

// activityRows fills in the names of actors and targets.
func (p *Pages) activityRows(session *site.Session, entries []contract.AuditEntry) ([]activityRow, error) {
	var ids, documents []string
	for _, e := range entries {
		ids = append(ids, e.Actor, e.Target)
		if strings.HasPrefix(e.Target, contract.PrefixDocument) {
			documents = append(documents, e.Target)
		}
	}
	names, err := p.site.NamesOf(session, slices.DeleteFunc(ids, isNeitherKeyNorUser))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	if documents != nil {
		there, err := p.deps.Documents.Choose(session.Context, session.AccountID(), model.Filter{IDs: documents},
			len(documents))
		if err != nil {
			return nil, err
		}
		for _, doc := range there {
			files[doc.ID] = doc.FileName
		}
	}
	rows := make([]activityRow, 0, len(entries))
	for _, e := range entries {
		row := activityRow{AuditEntry: e, What: actionText(session.Language, e.Action), Who: e.Actor, Concerns: e.Detail}
		if name := names[e.Actor]; name != "" {
			row.Who = name
		}
		switch file := files[e.Target]; {
		case file != "":
			row.Concerns, row.Link = file, site.DocumentsPath+"/"+e.Target
		case strings.HasPrefix(e.Target, contract.PrefixDocument):
			row.Concerns = session.Tr("Deleted document …%s", e.Target[len(e.Target)-6:])
		case e.Detail == "" && names[e.Target] != "":
			row.Concerns = names[e.Target]
		case e.Detail == "":
			row.Concerns = e.Target
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// isNeitherKeyNorUser reports whether an actor is an e-mail address or the operator.
func isNeitherKeyNorUser(id string) bool {
	return !strings.HasPrefix(id, contract.PrefixKey) && !strings.HasPrefix(id, contract.PrefixUser)
}

// actionText describes an action; unknown ones keep their name.
func actionText(l *languages.Language, a contract.AuditAction) string {
	if name, ok := actionTexts(l)[a]; ok {
		return name
	}
	return string(a)
}

func actionTexts(l *languages.Language) map[contract.AuditAction]string {
	return map[contract.AuditAction]string{
		contract.AuditSignIn:              l.Tr("Signed in"),
		contract.AuditPasswordSet:         l.Tr("Set a password"),
		contract.AuditUserInvited:         l.Tr("Invited a user"),
		contract.AuditUserLink:            l.Tr("Created a one-time link"),
		contract.AuditUserRemoved:         l.Tr("Removed a user"),
		contract.AuditUserRole:            l.Tr("Changed a role"),
		contract.AuditKeyCreated:          l.Tr("Created a key"),
		contract.AuditKeyRevoked:          l.Tr("Revoked a key"),
		contract.AuditPlanSet:             l.Tr("Changed the plan"),
		contract.AuditRetentionSet:        l.Tr("Changed the retention"),
		contract.AuditSuspended:           l.Tr("Suspended the account"),
		contract.AuditRenamed:             l.Tr("Changed the account's name"),
		contract.AuditResumed:             l.Tr("Resumed the account"),
		contract.AuditIdentityLinked:      l.Tr("Linked a single sign-on"),
		contract.AuditIdentityUnlinked:    l.Tr("Unlinked a single sign-on"),
		contract.AuditPasswordRemoved:     l.Tr("Password removed by single sign-on"),
		contract.AuditDocumentErased:      l.Tr("Deleted a document"),
		contract.AuditDocumentReviewed:    l.Tr("Reviewed a document"),
		contract.AuditDocumentReopened:    l.Tr("Reopened a document"),
		contract.AuditReviewRulesSet:      l.Tr("Changed the review rules"),
		contract.AuditLayoutEnabled:       l.Tr("Switched a layout on"),
		contract.AuditLayoutDisabled:      l.Tr("Switched a layout off"),
		contract.AuditLayoutForgotten:     l.Tr("Forgot a layout"),
		contract.AuditDocumentTypeCreated: l.Tr("Saved a document type"),
		contract.AuditDocumentTypeChanged: l.Tr("Changed a document type"),
		contract.AuditDocumentTypeDeleted: l.Tr("Deleted a document type"),
		contract.AuditMemberByDomain:      l.Tr("Joined by e-mail domain"),
		contract.AuditSessionsRevoked:     l.Tr("Ended sessions"),
	}
}
