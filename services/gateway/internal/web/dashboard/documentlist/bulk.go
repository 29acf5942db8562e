package documentlist

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// maxBulkDocuments bounds a bulk action. The form names each confirmed document, and its maximum size allows so many.
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

// bulkForm runs a bulk action, after a confirmation if that is final, counts for the month, or covers unseen documents.
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

const (
	// bulkWorkers is small because uploads of the account share the same limits.
	bulkWorkers = 4
	// bulkTimeout is when no further document is started: proxies wait for a minute.
	bulkTimeout = 45 * time.Second
)

// outcome is the result for one document.
type outcome struct {
	ID, Name string
	Done     bool
	Text     string
	Open     string // path of the document or of the reprocessed one; "" for none
}

// bulkRun runs an action on many documents. A failure does not stop the others, and a form may be sent again safely.
type bulkRun struct {
	pages   *Pages
	session *site.Session
	action  bulkAction
	key     string // prefix of the idempotency keys of single documents
}

func (r bulkRun) all(ctx context.Context, chosen []model.Chosen) []outcome {
	ctx, cancel := context.WithTimeout(ctx, bulkTimeout)
	defer cancel()
	outcomes := make([]outcome, len(chosen))
	next := make(chan int)
	var workers sync.WaitGroup
	for range bulkWorkers {
		workers.Go(func() {
			for i := range next {
				outcomes[i] = r.one(ctx, chosen[i])
			}
		})
	}
	for i := range chosen {
		next <- i
	}
	close(next)
	workers.Wait()
	return outcomes
}

func (r bulkRun) one(ctx context.Context, doc model.Chosen) outcome {
	o := outcome{ID: doc.ID, Name: doc.FileName, Open: site.DocumentsPath + "/" + doc.ID}
	var err error
	switch {
	case ctx.Err() != nil:
		o.Text = r.session.Tr("Not done in time. Submit the form again.")
		return o
	case doc.Status == "": // it was chosen and is deleted
		err = site.NotFound("document")
	case r.action == bulkDelete:
		o.Text = r.session.Tr("Deleted")
		err = r.pages.deps.Documents.Erase(ctx, r.session.AccountID(), doc.ID, r.session.User.ID)
		if err == nil {
			o.Open = ""
		}
	case r.action == bulkRerun:
		err = r.rerun(ctx, doc, &o)
	default:
		o.Text, err = r.session.Tr("Reviewed"), r.review(ctx, doc)
	}
	if o.Done = err == nil; !o.Done {
		o.fail(r, err)
	}
	return o
}

// fail fills in the reason. A document that is already gone counts as deleted.
func (o *outcome) fail(r bulkRun, err error) {
	f := apierror.Of(err)
	if f.Code == contract.CodeNotFound {
		o.Text, o.Open, o.Done = r.session.Tr("Already deleted"), "", r.action == bulkDelete
		return
	}
	o.Text = r.session.Language.TrMessage(f.Public)
	if f.Code == contract.CodeInternalError {
		r.pages.deps.Log.Error("bulk action failed", "request", r.session.Request.ID, "action", r.action, "document", o.ID,
			"error", err)
	}
}

func (r bulkRun) rerun(ctx context.Context, doc model.Chosen, o *outcome) error {
	if !doc.Status.Ended() {
		return apierror.New(contract.CodeInvalidState, "It is still being processed.")
	}
	rec, _, err := r.pages.deps.Submissions.Rerun(ctx, submission.Rerun{
		RequestID: r.session.Request.ID, Principal: r.session.Principal(), DocumentID: doc.ID,
	}, r.key+"-"+doc.ID, 0, r.session.Draining)
	if err != nil {
		return err
	}
	o.Text, o.Open = r.session.Tr("Being reprocessed"), site.DocumentsPath+"/"+rec.ID
	return nil
}

func (r bulkRun) review(ctx context.Context, doc model.Chosen) error {
	if doc.Reviewed {
		return nil
	}
	reviewed := true
	_, err := r.pages.deps.Documents.Correct(ctx, model.Correction{
		AccountID: r.session.AccountID(), DocumentID: doc.ID, By: r.session.User.ID, Reviewed: &reviewed,
	})
	return err
}

// bulkResults is the data of the page of results.
type bulkResults struct {
	Action   bulkAction
	Back     string
	Outcomes []outcome // failed ones first
	Done     int
	Failed   int

	words *languages.Language
}

func (b *bulkResults) count() {
	slices.SortStableFunc(b.Outcomes, func(x, y outcome) int {
		switch {
		case x.Done == y.Done:
			return 0
		case y.Done:
			return -1
		}
		return 1
	})
	for _, o := range b.Outcomes {
		if o.Done {
			b.Done++
		} else {
			b.Failed++
		}
	}
}

// Heading counts the finished documents.
func (b bulkResults) Heading() string {
	switch b.Action {
	case bulkDelete:
		return b.words.Count(b.Done, "%s document deleted", "%s documents deleted")
	case bulkRerun:
		return b.words.Count(b.Done, "%s document reprocessed", "%s documents reprocessed")
	}
	return b.words.Count(b.Done, "%s document reviewed", "%s documents reviewed")
}
