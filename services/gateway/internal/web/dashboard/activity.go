package dashboard

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
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
	Who  string // name of Actor
	// Concerns is what it was done to, in words: a file's name, a key's name, an
	// address.
	Concerns string
	Link     string // path of the document that it was done to; "" once it is gone
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
	if data.Rows, err = d.activityRows(v, reply.Entries); err != nil {
		return err
	}
	if n := len(reply.Entries); n == activityRows {
		data.Next = activityPath + "?before=" + reply.Entries[n-1].ID
	}
	return d.show(c, v, http.StatusOK, "activity", page{Title: v.tr("Activity"), Section: "users", Data: data})
}

// activityRows names who did it and what it was done to.
func (d *Dashboard) activityRows(v *visit, entries []contract.AuditEntry) ([]activityRow, error) {
	var ids, documents []string
	for _, e := range entries {
		ids = append(ids, e.Actor, e.Target)
		if strings.HasPrefix(e.Target, contract.PrefixDocument) {
			documents = append(documents, e.Target)
		}
	}
	names, err := d.namesOf(v, slices.DeleteFunc(ids, isNoKeyOrUser))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	if documents != nil {
		there, err := d.deps.Documents.Choose(v.Context, v.account(), model.Filter{IDs: documents}, len(documents))
		if err != nil {
			return nil, err
		}
		for _, doc := range there {
			files[doc.ID] = doc.FileName
		}
	}
	rows := make([]activityRow, 0, len(entries))
	for _, e := range entries {
		row := activityRow{AuditEntry: e, What: deed(v.Language, e.Action), Who: e.Actor, Concerns: e.Detail}
		if name := names[e.Actor]; name != "" {
			row.Who = name
		}
		switch file := files[e.Target]; {
		case file != "":
			row.Concerns, row.Link = file, documentsPath+"/"+e.Target
		case strings.HasPrefix(e.Target, contract.PrefixDocument):
			row.Concerns = v.tr("Deleted document …%s", e.Target[len(e.Target)-6:])
		case e.Detail == "" && names[e.Target] != "":
			row.Concerns = names[e.Target]
		case e.Detail == "":
			row.Concerns = e.Target
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// isNoKeyOrUser reports whether an id is neither a key's nor a user's: actors are also
// e-mail addresses, and the operator.
func isNoKeyOrUser(id string) bool {
	return !strings.HasPrefix(id, contract.PrefixKey) && !strings.HasPrefix(id, contract.PrefixUser)
}

// deed names an action for people; one that is not known here stays as it is.
func deed(l *languages.Language, a contract.AuditAction) string {
	if name, ok := deeds(l)[a]; ok {
		return name
	}
	return string(a)
}

func deeds(l *languages.Language) map[contract.AuditAction]string {
	return map[contract.AuditAction]string{
		contract.AuditSignIn:           l.Tr("Signed in"),
		contract.AuditPasswordSet:      l.Tr("Set a password"),
		contract.AuditUserInvited:      l.Tr("Invited a person"),
		contract.AuditUserLink:         l.Tr("Made a one-time link"),
		contract.AuditUserRemoved:      l.Tr("Removed a person"),
		contract.AuditUserRole:         l.Tr("Changed a role"),
		contract.AuditKeyCreated:       l.Tr("Made a key"),
		contract.AuditKeyRevoked:       l.Tr("Revoked a key"),
		contract.AuditPlanSet:          l.Tr("Changed the plan"),
		contract.AuditRetentionSet:     l.Tr("Changed the retention"),
		contract.AuditSuspended:        l.Tr("Suspended the account"),
		contract.AuditRenamed:          l.Tr("Changed the account's name"),
		contract.AuditResumed:          l.Tr("Resumed the account"),
		contract.AuditIdentityLinked:   l.Tr("Linked a single sign-on"),
		contract.AuditIdentityUnlinked: l.Tr("Unlinked a single sign-on"),
		contract.AuditPasswordRemoved:  l.Tr("Lost a password that was set before single sign-on"),
		contract.AuditDocumentErased:   l.Tr("Deleted a document"),
		contract.AuditDocumentReviewed: l.Tr("Reviewed a document"),
		contract.AuditDocumentReopened: l.Tr("Had a document reviewed again"),
		contract.AuditReviewRulesSet:   l.Tr("Changed what needs a review"),
		contract.AuditLayoutEnabled:    l.Tr("Switched a layout on"),
		contract.AuditLayoutDisabled:   l.Tr("Switched a layout off"),
		contract.AuditLayoutForgotten:  l.Tr("Forgot a layout"),
		contract.AuditMemberByDomain:   l.Tr("Joined by e-mail domain"),
		contract.AuditSessionsRevoked:  l.Tr("Ended sessions"),
	}
}
