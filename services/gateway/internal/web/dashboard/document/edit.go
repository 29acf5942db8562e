package document

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

// edit is the value that is being corrected.
type edit struct {
	Path, Value string // Path is "" for none
	Error       string
	// Changed reports that the form was about an earlier version of the document.
	Changed        bool
	natural, queue bool // see document.Natural and reviewStatus.Queue
}

// editForm is the data of the form that corrects a value.
type editForm struct {
	ID, Version, Path, Value, Error string
	Natural                         bool // order to return to
	Queue                           bool
	// Now is the value that By has entered meanwhile; only if Changed.
	Changed bool
	By, Now string
}

// editFormOf returns the form for a path. It keeps a typed value that was refused.
func editFormOf(of document, path, value string) editForm {
	f := editForm{ID: of.ID, Version: of.Version, Path: path, Value: value, Natural: of.Natural,
		Queue: of.Reviewing.Queue}
	if path != "" && of.Edit.Error != "" {
		f.Value, f.Error = of.Edit.Value, of.Edit.Error
		f.Changed, f.By, f.Now = of.Edit.Changed, of.ChangedBy(), value
	}
	return f
}

// correct stores a corrected value. The button "none" says that the document has no such value.
func (p *Pages) correct(c *fiber.Ctx, session *site.Session) error {
	id, form, err := p.readForm(c, session)
	if err != nil {
		return err
	}
	e := edit{Path: form.Get("path"), Value: strings.TrimSpace(strings.ReplaceAll(form.Get("value"), "\r\n", "\n"))}
	value := &e.Value
	if form.Get("action") == "none" {
		value = nil
	}
	err = p.change(session, id, form, model.Correction{
		Change: correct.Change{Values: map[string]*string{e.Path: value}, Typed: true},
	})
	if err != nil {
		return p.showRefused(c, session, id, form, e, err)
	}
	query := "?saved=" + url.QueryEscape(e.Path) + viewQuery(form)
	return site.Redirect(c, site.DocumentsPath+"/"+id+query+valueAnchor(form, e.Path))
}

// setReviewed marks a document as reviewed or as not reviewed. In the queue the next document follows.
func (p *Pages) setReviewed(c *fiber.Ctx, session *site.Session) error {
	id, form, err := p.readForm(c, session)
	if err != nil {
		return err
	}
	reviewed := form.Get("action") != "reopen"
	err = p.change(session, id, form, model.Correction{Reviewed: &reviewed})
	switch {
	case err != nil:
		return p.showRefused(c, session, id, form, edit{}, err)
	case reviewed && form.Get("queue") != "":
		return site.Redirect(c, site.ReviewPath+"?after="+id)
	case reviewed:
		return site.Redirect(c, site.DocumentsPath+"/"+id+"?done=document-reviewed"+viewQuery(form))
	}
	return site.Redirect(c, site.DocumentsPath+"/"+id+"?done=document-reopened"+viewQuery(form))
}

// confirmOrRevert confirms a value, undoes that, or restores the extracted value.
func (p *Pages) confirmOrRevert(c *fiber.Ctx, session *site.Session) error {
	id, form, err := p.readForm(c, session)
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
	if err := p.change(session, id, form, change); err != nil {
		return p.showRefused(c, session, id, form, edit{}, err)
	}
	return site.Redirect(c, site.DocumentsPath+"/"+id+"?done="+done+viewQuery(form)+valueAnchor(form, path[0]))
}

// change applies a form, unless its "version" is outdated (CodePreconditionFailed). A form without one always applies.
func (p *Pages) change(session *site.Session, id string, form url.Values, change model.Correction) error {
	change.AccountID, change.DocumentID, change.By = session.AccountID(), id, session.User.ID
	if shown := form.Get("version"); shown != "" {
		change.Match = func(rec contract.Record) (bool, error) {
			version, err := versionOf(rec)
			return version == shown, err
		}
	}
	_, err := p.deps.Documents.Correct(session.Context, change)
	return err
}

// versionOf is the entity tag of a record, as in the API.
func versionOf(rec contract.Record) (string, error) {
	b, err := json.Marshal(rec)
	if err != nil {
		return "", fmt.Errorf("record %s: %w", rec.ID, err)
	}
	return httpheader.Tag(b), nil
}

// showRefused shows the present document with the refused input e. It returns errors that are not about the input.
func (p *Pages) showRefused(
	c *fiber.Ctx, session *site.Session, id string, form url.Values, e edit, refusal error,
) error {
	message, status, ok := site.Refusal(refusal, contract.CodeInvalidRequest, contract.CodeInvalidState,
		contract.CodePreconditionFailed)
	if !ok {
		return refusal
	}
	if value, ok := correct.Refused(refusal); ok {
		message = PathTitle(session.Language, value.Path) + " " + session.Language.TrMessage(value.Reason) + "."
	}
	e.Error, e.Changed = message, status == http.StatusPreconditionFailed
	e.natural, e.queue = form.Get("order") == "natural", form.Get("queue") != ""
	return p.show(c, session, status, id, e)
}

// rerun reprocesses a document and leads to the new one.
func (p *Pages) rerun(c *fiber.Ctx, session *site.Session) error {
	id, form, err := p.readForm(c, session)
	if err != nil {
		return err
	}
	documentType := form.Get("document_type")
	if !contract.IsDocumentType(documentType) && !contract.IsSavedTypeName(documentType) {
		documentType = ""
	}
	rec, _, err := p.deps.Submissions.Rerun(session.Context, submission.Rerun{
		RequestID: session.Request.ID, Principal: session.Principal(), DocumentID: id, DocumentType: documentType,
	}, RerunKey(form.Get("key")), 0, session.Draining)
	if err != nil {
		return err
	}
	return site.Redirect(c, site.DocumentsPath+"/"+rec.ID)
}

// RerunKey makes an idempotency key from the random key of a form, so that a form
// takes effect once; "" if the form has none.
func RerunKey(key string) string {
	if len(key) != len(rand.Text()) || strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return ""
	}
	return "dashboard-" + key
}

// hold returns to a script which other user has the document open, and prolongs the hold of this user.
func (p *Pages) hold(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	heldBy, err := p.deps.Documents.HoldReview(session.Context, session.AccountID(), session.User.ID, id)
	if err != nil {
		return err
	}
	names, err := p.site.NamesOf(session, []string{heldBy})
	if err != nil {
		return err
	}
	c.Response().Header.SetContentType(fiber.MIMETextPlainCharsetUTF8)
	return c.SendString(names[heldBy])
}

func (p *Pages) deletePage(c *fiber.Ctx, session *site.Session) error {
	rec, err := p.record(c, session)
	if err != nil {
		return err
	}
	return p.site.Show(c, session, http.StatusOK, "document-delete",
		site.Page{Title: session.Tr("Delete a document"), Section: "documents", Data: rec})
}

func (p *Pages) delete(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	if err := p.deps.Documents.Erase(session.Context, session.AccountID(), id, session.User.ID); err != nil {
		return err
	}
	return site.Redirect(c, site.DocumentsPath+"?done=document-deleted")
}

func (p *Pages) readForm(c *fiber.Ctx, session *site.Session) (id string, form url.Values, err error) {
	if id, err = site.IDParam(c, contract.PrefixDocument, "document"); err != nil {
		return "", nil, err
	}
	form, err = site.ReadForm(c, session.Request)
	return id, form, err
}

// viewQuery is the rest of a query string that keeps the order and the queue; see document.Way.
func viewQuery(form url.Values) string {
	query := ""
	if form.Get("order") == "natural" {
		query += "&order=natural"
	}
	if form.Get("queue") != "" {
		query += "&queue=1"
	}
	return query
}

// valueAnchor leads back to the changed value. Without one, as in the queue, browsers can focus the next value.
func valueAnchor(form url.Values, path string) string {
	if form.Get("queue") != "" {
		return ""
	}
	return "#f-" + url.PathEscape(path)
}
