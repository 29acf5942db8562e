// Package documenttypes has the pages of the account's saved document types: list, editor and trial.
package documenttypes

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/upload"
)

const typesPath = "/types"

//go:embed templates
var templateFiles embed.FS

// Documents is what the pages need of the documents service.
type Documents interface {
	// ListTypes returns the latest versions of the account's saved types, by name.
	ListTypes(ctx context.Context, accountID string) ([]model.SavedType, error)

	// SavedType returns a version of a saved type, the latest for version 0.
	SavedType(ctx context.Context, accountID, name string, version int) (model.SavedType, error)

	// CreateType saves a type; by is the user's id.
	CreateType(ctx context.Context, accountID string, t model.SavedType, by string) (model.SavedType, error)

	// ChangeType adds a version to a saved type; by is the user's id.
	ChangeType(ctx context.Context, accountID string, t model.SavedType, by string) (model.SavedType, error)

	// DeleteType deletes a saved type with all its versions; by is the user's id.
	DeleteType(ctx context.Context, accountID, name, by string) error

	// Record reads a document of the account.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)
}

// Pages are the pages of saved document types.
type Pages struct {
	site        *site.Site
	documents   Documents
	submissions *submission.Service
}

// New adds the templates of the pages to the site.
func New(s *site.Site, documents Documents, submissions *submission.Service) (*Pages, error) {
	return &Pages{s, documents, submissions}, s.AddPages(templateFiles, func(l *languages.Language) template.FuncMap {
		return template.FuncMap{"rowTypes": func() []rowType { return rowTypes(l) }}
	})
}

// AddRoutes adds the routes of the pages.
func (p *Pages) AddRoutes(t *site.Routes) {
	t.Get(typesPath, p.listPage)
	t.Get(typesPath+"/new", func(c *fiber.Ctx, session *site.Session) error {
		return p.show(c, session, http.StatusOK, editor{New: true, Rows: blank()})
	})
	t.Post(typesPath, p.save)
	t.Get(typesPath+"/:id", p.typePage)
	t.Post(typesPath+"/:id", p.save)
	t.Post(typesPath+"/:id/try", p.tryFile)
	t.Post(typesPath+"/:id/rerun", p.tryDocument)
	t.Get(typesPath+"/:id/delete", p.deletePage)
	t.Post(typesPath+"/:id/delete", p.deleteType)
}

func (p *Pages) listPage(c *fiber.Ctx, session *site.Session) error {
	types, err := p.documents.ListTypes(session.Context, session.AccountID())
	if err != nil {
		return err
	}
	rows := make([]listed, len(types))
	for i, t := range types {
		rows[i] = listed{t, contract.TimeOf(t.CreatedAt)}
	}
	return p.site.Show(c, session, http.StatusOK, "types", site.Page{Title: session.Tr("Document types"),
		Section: "types", Data: rows})
}

// listed is a type in the list.
type listed struct {
	model.SavedType

	ChangedAt contract.Time
}

// editor is the data of the editor's page.
type editor struct {
	model.SavedType
	New       bool
	Rows      []row // nil for a schema that rows cannot show
	JSON      string
	Error     string // of the form
	TryError  string
	Tried     *contract.Record // the document that the type was tried on
	Values    []sheet.Cell
	Tables    []sheet.Table
	Unchanged bool // the record is of the latest version
}

func (p *Pages) find(c *fiber.Ctx, session *site.Session) (t model.SavedType, err error) {
	t, err = p.documents.SavedType(session.Context, session.AccountID(), c.Params("id"), 0)
	if apierror.Is(err, contract.CodeNotFound) {
		err = site.NotFound("document type")
	}
	return t, err
}

func (p *Pages) typePage(c *fiber.Ctx, session *site.Session) error {
	return p.showType(c, session, http.StatusOK, "")
}

// showType shows the latest version of a type; problem says why a trial was refused.
func (p *Pages) showType(c *fiber.Ctx, session *site.Session, status int, problem string) error {
	t, err := p.find(c, session)
	if err != nil {
		return err
	}
	e := editor{SavedType: t, Rows: rowsOf(t.Schema), JSON: indented(t.Schema), TryError: problem}
	if id := c.Query("tried"); id != "" {
		rec, err := p.documents.Record(session.Context, session.AccountID(), id)
		if err != nil {
			return err
		}
		e.Tried = &rec
		e.Unchanged = rec.DocumentType == t.Name && rec.DocumentTypeVersion != nil && *rec.DocumentTypeVersion == t.Version
		if rec.Status == contract.StatusCompleted {
			s, err := sheet.Of(rec, session.Language)
			if err != nil {
				return err
			}
			e.Values, e.Tables = s.Values, s.Tables
		}
	}
	return p.show(c, session, status, e)
}

// trialSeconds is the pause after which the page of a running trial is loaded again.
const trialSeconds = 2

func (p *Pages) show(c *fiber.Ctx, session *site.Session, status int, e editor) error {
	page := site.Page{Title: e.Title, Section: "types", Data: e}
	if e.New {
		page.Title = session.Tr("New document type")
	}
	if e.Tried != nil && !e.Tried.Status.Ended() {
		page.Refresh = trialSeconds
	}
	return p.site.Show(c, session, status, "type", page)
}

func indented(schema []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, schema, "", "  ") != nil {
		return string(schema)
	}
	return b.String()
}

// maxForm is enough for a schema of maximum size in the encoding of forms, in bytes.
const maxForm = 4 * custom.MaxSchemaBytes

// save saves a new type, or a version of the type in the path, from rows or from a JSON Schema.
func (p *Pages) save(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadFormUpTo(maxForm, c, session.Request)
	if err != nil {
		return err
	}
	name := c.Params("id")
	e := editor{New: name == "", JSON: form.Get("schema")}
	e.Name, e.Title = strings.TrimSpace(form.Get("name")), form.Get("title")
	e.Schema = json.RawMessage(e.JSON)
	if form.Has("row-name") {
		if e.Rows, err = readRows(form, session.Language); err == nil {
			e.Schema = schemaOf(e.Rows)
			e.JSON = indented(e.Schema)
		}
	}
	change, done := p.documents.CreateType, "type-created"
	if !e.New {
		if _, err := p.find(c, session); err != nil {
			return err
		}
		e.Name, change, done = name, p.documents.ChangeType, "type-changed"
	}
	if err == nil {
		_, err = change(session.Context, session.AccountID(), e.SavedType, session.User.ID)
	}
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeInvalidSchema,
		contract.CodeInvalidState, contract.CodeLimitReached); ok {
		e.Error = message
		if e.Rows != nil || e.New {
			e.Rows = append(e.Rows, blank()...)
		}
		return p.show(c, session, status, e)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, typesPath+"/"+e.Name+"?done="+done)
}

// tryFile extracts the file of the form as the type.
func (p *Pages) tryFile(c *fiber.Ctx, session *site.Session) error {
	if _, err := p.find(c, session); err != nil {
		return err
	}
	form, err := upload.Form(c, session.Request, session.Principal())
	if err != nil {
		return err
	}
	rec, err := p.submissions.Submit(session.Context, form)
	return p.tried(c, session, rec, err)
}

// tryDocument extracts an existing document again, as the type.
func (p *Pages) tryDocument(c *fiber.Ctx, session *site.Session) error {
	if _, err := p.find(c, session); err != nil {
		return err
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	rec, _, err := p.submissions.Rerun(session.Context, submission.Rerun{
		RequestID: session.Request.ID, Principal: session.Principal(), DocumentID: strings.TrimSpace(form.Get("document")),
		DocumentType: c.Params("id"),
	}, "", 0, session.Draining)
	return p.tried(c, session, rec, err)
}

func (p *Pages) tried(c *fiber.Ctx, session *site.Session, rec contract.Record, err error) error {
	if message, status, ok := site.Refusal(err,
		contract.CodeInvalidRequest, contract.CodeEmptyFile, contract.CodeUnsupportedFormat, contract.CodeNotFound,
		contract.CodeFileTooLarge, contract.CodeQuotaExceeded, contract.CodeServiceUnavailable); ok {
		site.SetRetryAfter(c, err)
		return p.showType(c, session, status, message)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, typesPath+"/"+c.Params("id")+"?tried="+url.QueryEscape(rec.ID)+"#try")
}

func (p *Pages) deletePage(c *fiber.Ctx, session *site.Session) error {
	t, err := p.find(c, session)
	if err != nil {
		return err
	}
	return p.site.Show(c, session, http.StatusOK, "type-delete", site.Page{
		Title: session.Tr("Delete this document type?"), Section: "types", Data: t,
	})
}

func (p *Pages) deleteType(c *fiber.Ctx, session *site.Session) error {
	t, err := p.find(c, session)
	if err == nil {
		err = p.documents.DeleteType(session.Context, session.AccountID(), t.Name, session.User.ID)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, typesPath+"?done=type-deleted")
}
