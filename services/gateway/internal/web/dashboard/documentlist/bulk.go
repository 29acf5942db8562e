package documentlist

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// maxBulkDocuments bounds a bulk action. The form names each document, so that the
// action applies to the confirmed documents, and its size allows so many.
const maxBulkDocuments = 1000

// bulkAction is an action on several documents.
type bulkAction string

const (
	bulkDelete bulkAction = "delete"
	bulkRerun  bulkAction = "rerun"
	bulkReview bulkAction = "review"
)

// bulkExports are the formats of exports, by action.
func bulkExports() map[string]export.Format {
	return map[string]export.Format{"xlsx": export.XLSX, "csv": export.CSV, "ndjson": export.NDJSON}
}

// bulk is a request for a bulk action.
type bulk struct {
	Action bulkAction
	Chosen []model.Chosen
	// Beyond reports that more than Max documents are selected.
	Beyond bool
	Max    int
	// Key lets the form take effect only once.
	Key  string
	Back string // path of the list that the user came from

	ids []string // of the form; some may be deleted
}

// bulkForm runs an action on the ticked documents of a list, or on all of its
// selection. It asks for confirmation if the action cannot be undone, counts for the
// month, or applies to documents that the page did not show.
func (p *Pages) bulkForm(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	s, all := selectionOfForm(form), form.Get("all") != ""
	b := bulk{Action: bulkAction(form.Get("action")), Max: maxBulkDocuments, Key: rand.Text(),
		Back: s.Link(site.DocumentsPath, ""), ids: slices.Compact(slices.Sorted(slices.Values(form["document"])))}
	f := model.Filter{IDs: b.ids}
	switch {
	case all:
		if f, err = s.filter(); err != nil {
			return err
		}
	case len(b.ids) == 0:
		return apierror.New(contract.CodeInvalidRequest, "No documents are selected. Go back and select some.")
	case len(b.ids) > maxBulkDocuments:
		return apierror.New(contract.CodeInvalidRequest, "Choose at most %d documents at a time.", maxBulkDocuments)
	}
	if format, ok := bulkExports()[string(b.Action)]; ok {
		c.Set(fiber.HeaderContentDisposition, `attachment; filename="documents.`+string(b.Action)+`"`)
		return p.deps.Downloads.Export(c, session.Request, session.AccountID(), f, format)
	}
	if !slices.Contains([]bulkAction{bulkDelete, bulkRerun, bulkReview}, b.Action) {
		return apierror.New(contract.CodeInvalidRequest, "Unknown action.")
	}
	if b.Chosen, err = p.deps.Documents.Choose(session.Context, session.AccountID(), f, maxBulkDocuments+1); err != nil {
		return err
	}
	if b.Beyond = len(b.Chosen) > maxBulkDocuments; b.Beyond {
		b.Chosen = b.Chosen[:maxBulkDocuments]
	}
	if form.Get("confirmed") == "" && (all || b.Action != bulkReview) {
		return p.site.Show(c, session, http.StatusOK, "bulk-confirm", site.Page{Title: b.question(session.Language),
			Section: "documents", Data: b})
	}
	return p.runBulk(c, session, b, form)
}

func (p *Pages) runBulk(c *fiber.Ctx, session *site.Session, b bulk, form url.Values) error {
	key := document.RerunKey(form.Get("key"))
	if b.Action == bulkRerun && key == "" {
		return apierror.New(contract.CodeInvalidRequest, "The form is incomplete. Go back, reload the list and try again.")
	}
	run := bulkRun{pages: p, session: session, action: b.Action, key: key}
	results := bulkResults{words: session.Language, Action: b.Action, Back: b.Back, Outcomes: run.all(session.Context,
		b.withDeleted())}
	results.count()
	return p.site.Show(c, session, http.StatusOK, "bulk-results",
		site.Page{Title: results.Heading(), Section: "documents", Data: results})
}

// withDeleted adds the documents of the form that no longer exist.
func (b bulk) withDeleted() []model.Chosen {
	all := slices.Clone(b.Chosen)
	for _, id := range b.ids {
		if !slices.ContainsFunc(b.Chosen, func(there model.Chosen) bool { return there.ID == id }) {
			all = append(all, model.Chosen{ID: id})
		}
	}
	return all
}

func (b bulk) question(l *languages.Language) string {
	n := len(b.Chosen)
	switch b.Action {
	case bulkDelete:
		return l.Count(n, "Delete %s document?", "Delete %s documents?")
	case bulkRerun:
		return l.Count(n, "Reprocess %s document?", "Reprocess %s documents?")
	}
	return l.Count(n, "Mark %s document as reviewed?", "Mark %s documents as reviewed?")
}
