package documentlist

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

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

// bulkRun runs an action on many documents. The failure of one does not stop the
// others, and the same form may be sent again: finished documents stay finished.
type bulkRun struct {
	pages   *Pages
	session *site.Session
	action  bulkAction
	key     string // prefix of the idempotency keys of single documents
}

// all returns the outcomes in the order of the documents.
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
