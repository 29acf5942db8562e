package dashboard

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

const (
	reviewPath = "/review"
	rulesPath  = reviewPath + "/rules"
)

func (d *Dashboard) reviewRoutes(t *table) {
	t.get(reviewPath, d.nextReview)
	t.get(rulesPath, d.rulesPage)
	t.post(rulesPath, d.setRules)
	t.post(documentsPath+"/:id/review", d.reviewDocument)
	t.post(documentsPath+"/:id/say", d.sayOfValue)
	t.post(documentsPath+"/:id/rerun", d.rerunDocument)
	t.poll(documentsPath+"/:id/hold", d.holdDocument)
}

// review is what the page of a document shows of its review.
type review struct {
	Queue   bool // the person came from the queue and goes on there
	Left    int  // documents of the queue, this one included; only if Counted
	Counted bool
	Reasons []model.ReviewReason
	Holder  string // e-mail address of somebody else who has the document open
	By      string // who reviewed it; "" while nobody has
	Next    string // path of the value to look at next; "" for none
	// RerunKey makes the form that reads the document again take effect once.
	RerunKey string

	heldBy string // id of Holder
}

// reviewOf holds the document for the person who looks at it and tells what is
// to be done. Counting the queue is dear, so it is counted where it is shown.
func (d *Dashboard) reviewOf(c *fiber.Ctx, v *visit, doc *document) (r review, err error) {
	r.Queue, r.RerunKey = c.Query("queue") != "" || doc.Edit.queue, rand.Text()
	for _, cell := range doc.Values {
		if cell.Doubtful() {
			r.Next = cell.Path
			break
		}
	}
	if r.heldBy, err = d.deps.Documents.HoldReview(v.Context, v.account(), v.Session.User.ID, doc.ID); err != nil {
		return r, err
	}
	if r.Reasons, err = d.deps.Documents.ReviewReasons(v.Context, v.account(), doc.ID); err != nil || !r.Queue {
		return r, err
	}
	r.Left, err = d.deps.Documents.ReviewsLeft(v.Context, v.account())
	if fault.Is(err, contract.CodeServiceUnavailable) { // too many searches: the document matters more than the count
		return r, nil
	}
	r.Counted = err == nil
	return r, err
}

// namesOf names users and keys; "" has no name.
func (d *Dashboard) namesOf(v *visit, ids []string) (map[string]string, error) {
	names := map[string]string{}
	if !slices.ContainsFunc(ids, func(id string) bool { return id != "" }) {
		return names, nil
	}
	people, err := d.users(v)
	if err != nil {
		return nil, err
	}
	var keys []contract.Key
	if slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, contract.PrefixKey) }) {
		if keys, err = d.keys(v); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		if id != "" {
			names[id] = whoIs(v.Language, id, people, keys)
		}
	}
	return names, nil
}

// nextReview leads to the next document that needs a person, or to the one before,
// or says that there is none.
func (d *Dashboard) nextReview(c *fiber.Ctx, v *visit) error {
	from, goOn := c.Query("after"), d.deps.Documents.NextReview
	if before := c.Query("before"); before != "" {
		from, goOn = before, d.deps.Documents.PreviousReview
	}
	if from != "" {
		if err := d.deps.Documents.ReleaseReview(v.Context, v.account(), v.Session.User.ID, from); err != nil {
			return err
		}
	}
	id, err := goOn(v.Context, v.account(), v.Session.User.ID, from)
	if err != nil {
		return err
	}
	if id != "" && id != from {
		return redirect(c, documentsPath+"/"+id+"?queue=1")
	}
	left, err := d.deps.Documents.ReviewsLeft(v.Context, v.account())
	if err != nil {
		return err
	}
	return d.show(c, v, http.StatusOK, "review", page{Title: v.tr("Review"), Section: "review", Data: left})
}

// holdDocument tells the script who else has a document open, and that the
// person still has.
func (d *Dashboard) holdDocument(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	heldBy, err := d.deps.Documents.HoldReview(v.Context, v.account(), v.Session.User.ID, id)
	if err != nil {
		return err
	}
	names, err := d.namesOf(v, []string{heldBy})
	if err != nil {
		return err
	}
	c.Response().Header.SetContentType(fiber.MIMETextPlainCharsetUTF8)
	return c.SendString(names[heldBy])
}

// reviewDocument marks a document as looked at, or takes the mark away. In the
// queue the next one follows.
func (d *Dashboard) reviewDocument(c *fiber.Ctx, v *visit) error {
	id, form, err := d.formOf(c, v)
	if err != nil {
		return err
	}
	reviewed := form.Get("action") != "reopen"
	err = d.change(v, id, form, model.Correction{Reviewed: &reviewed})
	switch {
	case err != nil:
		return d.showRefused(c, v, id, form, edit{}, err)
	case reviewed && form.Get("queue") != "":
		return redirect(c, reviewPath+"?after="+id)
	case reviewed:
		return redirect(c, documentsPath+"/"+id+"?done=document-reviewed"+wayBack(form))
	}
	return redirect(c, documentsPath+"/"+id+"?done=document-reopened"+wayBack(form))
}

// sayOfValue confirms a value, takes that back, or undoes a correction.
func (d *Dashboard) sayOfValue(c *fiber.Ctx, v *visit) error {
	id, form, err := d.formOf(c, v)
	if err != nil {
		return err
	}
	path := []string{form.Get("path")}
	change, done := model.Correction{}, "value-confirmed"
	switch form.Get("action") {
	case "unconfirm":
		change.Change, done = correct.Change{Unconfirm: path}, "value-unconfirmed"
	case "revert":
		change.Change, done = correct.Change{Revert: path}, "value-reverted"
	default:
		change.Change = correct.Change{Confirm: path}
	}
	if err := d.change(v, id, form, change); err != nil {
		return d.showRefused(c, v, id, form, edit{}, err)
	}
	return redirect(c, documentsPath+"/"+id+"?done="+done+wayBack(form)+backTo(form, path[0]))
}

// rerunDocument has a document read once more, and leads to the new one.
func (d *Dashboard) rerunDocument(c *fiber.Ctx, v *visit) error {
	id, form, err := d.formOf(c, v)
	if err != nil {
		return err
	}
	documentType := form.Get("document_type")
	if documentType != "" && !contract.IsDocumentType(documentType) {
		documentType = ""
	}
	// The form has a key of its own: sent twice, it reads the document once more.
	rec, _, err := d.deps.Submissions.Rerun(v.Context, submission.Rerun{
		RequestID: v.ID, Principal: v.principal(), DocumentID: id, DocumentType: documentType,
	}, rerunKey(form.Get("key")), 0, v.Draining)
	if err != nil {
		return err
	}
	return redirect(c, documentsPath+"/"+rec.ID)
}

// rerunKey is the idempotency key of a form, "" where it sent none.
func rerunKey(key string) string {
	if len(key) != len(rand.Text()) || strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return ""
	}
	return "dashboard-" + key
}

// formOf reads the document that the path names and the fields of the form.
func (d *Dashboard) formOf(c *fiber.Ctx, v *visit) (id string, form url.Values, err error) {
	if id, err = idParam(c, contract.PrefixDocument, "document"); err != nil {
		return "", nil, err
	}
	form, err = readForm(c, v.Request)
	return id, form, err
}

// wayBack keeps, behind other parameters, how the person looks at a document.
func wayBack(form url.Values) string {
	way := ""
	if form.Get("order") == "natural" {
		way += "&order=natural"
	}
	if form.Get("queue") != "" {
		way += "&queue=1"
	}
	return way
}

// backTo leads to the value that something was said of. In the queue the next
// one has the focus instead, which a browser gives only without a place to go to.
func backTo(form url.Values, path string) string {
	if form.Get("queue") != "" {
		return ""
	}
	return "#f-" + url.PathEscape(path)
}

// rules is the data of the page of what needs a review.
type rules struct {
	model.ReviewRules
	Figures      model.ReviewFigures
	Lacking      int // values until there are figures
	Error        string
	Below, Share string // as they stand in the form, in percent
}

func (d *Dashboard) rulesPage(c *fiber.Ctx, v *visit) error {
	r, err := d.deps.Documents.ReviewRules(v.Context, v.account())
	if err != nil {
		return err
	}
	return d.showRules(c, v, http.StatusOK, rules{ReviewRules: r, Below: inPercent(r.Below), Share: inPercent(r.Sample)})
}

func (d *Dashboard) showRules(c *fiber.Ctx, v *visit, status int, data rules) (err error) {
	if data.Figures, err = d.deps.Documents.ReviewFigures(v.Context, v.account()); err != nil {
		return err
	}
	data.Lacking = max(0, model.LeastReviewValues-data.Figures.Values)
	return d.show(c, v, status, "review-rules", page{Title: v.tr("What needs a review"), Section: "review", Data: data})
}

func inPercent(share float64) string { return strconv.FormatFloat(share*100, 'f', -1, 64) }

func (d *Dashboard) setRules(c *fiber.Ctx, v *visit) error {
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	data := rules{Below: form.Get("below"), Share: form.Get("sample")}
	data.Missing, data.Checks = form.Get("missing") != "", form.Get("checks") != ""
	var wrong [2]error
	data.ReviewRules.Below, wrong[0] = ofPercent(data.Below)
	data.Sample, wrong[1] = ofPercent(data.Share)
	if wrong[0] != nil || wrong[1] != nil {
		data.Error = v.tr("Confidence and share must be numbers from 0 to 100.")
		return d.showRules(c, v, http.StatusBadRequest, data)
	}
	err = d.deps.Documents.SetReviewRules(v.Context, v.account(), v.Session.User.ID, data.ReviewRules)
	if err != nil {
		return err
	}
	return redirect(c, rulesPath+"?done=rules-set")
}

// ofPercent reads a percentage as a share from 0 to 1.
func ofPercent(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
	if err == nil && !(v >= 0 && v <= 100) { // the negation refuses NaN, too
		err = strconv.ErrRange
	}
	return v / 100, err
}
