package dashboard

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

const (
	// bulkWorkers is how many documents of a form are worked on at once: few, as
	// uploads of the account have the same bounds.
	bulkWorkers = 4
	// bulkTime is when no further document is begun: proxies give an answer up after
	// a minute.
	bulkTime = 45 * time.Second
)

// outcome is what came of one document.
type outcome struct {
	ID, Name string
	Done     bool
	Text     string
	Open     string // path of the document, or of the new one; "" for none
}

// bulkRun does the same with many documents. What goes wrong with one stops no
// other, and all of it may be sent once more: what is done already stays done.
type bulkRun struct {
	dashboard *Dashboard
	visit     *visit
	action    bulkAction
	key       string // idempotency key that those of single documents begin with
}

// all returns the outcomes in the order of the documents.
func (r bulkRun) all(ctx context.Context, chosen []model.Chosen) []outcome {
	ctx, cancel := context.WithTimeout(ctx, bulkTime)
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
	o := outcome{ID: doc.ID, Name: doc.FileName, Open: documentsPath + "/" + doc.ID}
	var err error
	switch {
	case ctx.Err() != nil:
		o.Text = r.visit.tr("Not done: it took too long. Send the form once more.")
		return o
	case doc.Status == "": // it was chosen, and is gone
		err = notFound("document")
	case r.action == bulkDelete:
		o.Text = r.visit.tr("Deleted")
		err = r.dashboard.deps.Documents.Erase(ctx, r.visit.account(), doc.ID, r.visit.Session.User.ID)
		if err == nil {
			o.Open = ""
		}
	case r.action == bulkRerun:
		err = r.rerun(ctx, doc, &o)
	default:
		o.Text, err = r.visit.tr("Reviewed"), r.review(ctx, doc)
	}
	if o.Done = err == nil; !o.Done {
		o.fail(r, err)
	}
	return o
}

// fail says why a document is not done. One that is gone is what a person wanted
// who deletes it.
func (o *outcome) fail(r bulkRun, err error) {
	f := fault.Of(err)
	if f.Code == contract.CodeNotFound {
		o.Text, o.Open, o.Done = r.visit.tr("Deleted before"), "", r.action == bulkDelete
		return
	}
	o.Text = r.visit.Language.Said(f.Public)
	if f.Code == contract.CodeInternalError {
		r.dashboard.deps.Log.Error("one of several documents", "request", r.visit.ID, "action", r.action, "document", o.ID,
			"error", err)
	}
}

func (r bulkRun) rerun(ctx context.Context, doc model.Chosen, o *outcome) error {
	if !doc.Status.Ended() {
		return fault.New(contract.CodeInvalidState, "It is still being read.")
	}
	rec, _, err := r.dashboard.deps.Submissions.Rerun(ctx, submission.Rerun{
		RequestID: r.visit.ID, Principal: r.visit.principal(), DocumentID: doc.ID,
	}, r.key+"-"+doc.ID, 0, r.visit.Draining)
	if err != nil {
		return err
	}
	o.Text, o.Open = r.visit.tr("Is read again"), documentsPath+"/"+rec.ID
	return nil
}

func (r bulkRun) review(ctx context.Context, doc model.Chosen) error {
	if doc.Reviewed {
		return nil
	}
	reviewed := true
	_, err := r.dashboard.deps.Documents.Correct(ctx, model.Correction{
		AccountID: r.visit.account(), DocumentID: doc.ID, By: r.visit.Session.User.ID, Reviewed: &reviewed,
	})
	return err
}

// bulkResults is the data of the page that says what came of it.
type bulkResults struct {
	Action   bulkAction
	Back     string
	Outcomes []outcome // those that are not done first
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

// Heading names what was done.
func (b bulkResults) Heading() string {
	switch b.Action {
	case bulkDelete:
		return b.words.Count(b.Done, "%s document deleted", "%s documents deleted")
	case bulkRerun:
		return b.words.Count(b.Done, "%s document read again", "%s documents read again")
	}
	return b.words.Count(b.Done, "%s document reviewed", "%s documents reviewed")
}
