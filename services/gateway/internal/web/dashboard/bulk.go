package dashboard

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

const bulkPath = documentsPath + "/bulk"

// maxBulk is how many documents something is done with at a time. The form names
// each, so that what is done is what was confirmed, and has room for so many.
const maxBulk = 1000

// bulkAction is what is done with several documents.
type bulkAction string

const (
	bulkDelete bulkAction = "delete"
	bulkRerun  bulkAction = "rerun"
	bulkReview bulkAction = "review"
)

// bulkExports are the formats that chosen documents are exported in, by action.
func bulkExports() map[string]export.Format {
	return map[string]export.Format{"xlsx": export.XLSX, "csv": export.CSV, "ndjson": export.NDJSON}
}

// bulk is what a form asks to be done with several documents.
type bulk struct {
	Action bulkAction
	Chosen []model.Chosen
	// Beyond is set where more documents are selected than are taken at a time.
	Beyond bool
	Most   int
	// Key makes a form take effect once, however often it is sent.
	Key  string
	Back string // path of the list that the person came from

	ids []string // as the form names them; some may be gone
}

// bulkForm does something with the documents that are ticked in a list, or with
// all of its selection. What cannot be undone, or counts for the month, is asked
// about first, and so is what is done with documents that the page did not show.
func (d *Dashboard) bulkForm(c *fiber.Ctx, v *visit) error {
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	s, all := selectionIn(form), form.Get("all") != ""
	b := bulk{Action: bulkAction(form.Get("action")), Most: maxBulk, Key: rand.Text(),
		Back: s.Link(documentsPath, ""), ids: slices.Compact(slices.Sorted(slices.Values(form["document"])))}
	f := model.Filter{IDs: b.ids}
	switch {
	case all:
		if f, err = s.filter(); err != nil {
			return err
		}
	case len(b.ids) == 0:
		return fault.New(contract.CodeInvalidRequest, "No document is chosen. Go back and tick those that you mean.")
	case len(b.ids) > maxBulk:
		return fault.New(contract.CodeInvalidRequest, "Choose at most %d documents at a time.", maxBulk)
	}
	if format, ok := bulkExports()[string(b.Action)]; ok {
		c.Set(fiber.HeaderContentDisposition, `attachment; filename="documents.`+string(b.Action)+`"`)
		return d.deps.Downloads.Export(c, v.Request, v.account(), f, format)
	}
	if !slices.Contains([]bulkAction{bulkDelete, bulkRerun, bulkReview}, b.Action) {
		return fault.New(contract.CodeInvalidRequest, "There is nothing of this name to do with documents.")
	}
	if b.Chosen, err = d.deps.Documents.Choose(v.Context, v.account(), f, maxBulk+1); err != nil {
		return err
	}
	if b.Beyond = len(b.Chosen) > maxBulk; b.Beyond {
		b.Chosen = b.Chosen[:maxBulk]
	}
	if form.Get("confirmed") == "" && (all || b.Action != bulkReview) {
		return d.show(c, v, http.StatusOK, "bulk-confirm", page{Title: b.question(v.Language), Section: "documents", Data: b})
	}
	return d.carryOut(c, v, b, form)
}

// carryOut does it and shows what came of each document.
func (d *Dashboard) carryOut(c *fiber.Ctx, v *visit, b bulk, form url.Values) error {
	key := rerunKey(form.Get("key"))
	if b.Action == bulkRerun && key == "" {
		return fault.New(contract.CodeInvalidRequest, "The form is not complete. Go back, reload the list and try again.")
	}
	run := bulkRun{dashboard: d, visit: v, action: b.Action, key: key}
	results := bulkResults{words: v.Language, Action: b.Action, Back: b.Back, Outcomes: run.all(v.Context, b.withGone())}
	results.count()
	return d.show(c, v, http.StatusOK, "bulk-results",
		page{Title: results.Heading(), Section: "documents", Data: results})
}

// withGone adds the documents that the form names and that are not there any more.
func (b bulk) withGone() []model.Chosen {
	all := slices.Clone(b.Chosen)
	for _, id := range b.ids {
		if !slices.ContainsFunc(b.Chosen, func(there model.Chosen) bool { return there.ID == id }) {
			all = append(all, model.Chosen{ID: id})
		}
	}
	return all
}

// question asks whether it is meant.
func (b bulk) question(l *languages.Language) string {
	n := len(b.Chosen)
	switch b.Action {
	case bulkDelete:
		return l.Count(n, "Delete %s document?", "Delete %s documents?")
	case bulkRerun:
		return l.Count(n, "Read %s document again?", "Read %s documents again?")
	}
	return l.Count(n, "Mark %s document as reviewed?", "Mark %s documents as reviewed?")
}
