// Package documentlist has the list of documents: upload, selection, saved filters,
// columns, bulk actions and batches.
package documentlist

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/liveupdates"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
	"github.com/docmill/docmill/services/gateway/internal/web/upload"
)

//go:embed templates
var templateFiles embed.FS

// Documents is what the list needs of the documents service.
type Documents interface {
	liveupdates.Documents

	// ListTypes returns the latest versions of the account's saved document types, by name.
	ListTypes(ctx context.Context, accountID string) ([]model.SavedType, error)

	// Batch reads a batch of the account with its current states.
	Batch(ctx context.Context, accountID, batchID string) (contract.Batch, error)

	// Batches returns at most limit batches of the account, newest first, after the
	// batch named before ("": from the newest). more reports whether there are others.
	Batches(ctx context.Context, accountID, before string, limit int) (batches []contract.Batch, more bool, err error)

	// Choose returns the first documents that the filter selects, newest first, at
	// most limit.
	Choose(ctx context.Context, accountID string, f model.Filter, limit int) ([]model.Chosen, error)

	// Count counts the documents that the filter selects, up to limit. ok is false if
	// counting would be too expensive.
	Count(ctx context.Context, accountID string, f model.Filter, limit int) (n int, ok bool, err error)

	// Correct stores corrections; see package document.
	Correct(ctx context.Context, c model.Correction) (contract.Record, error)

	// Erase removes a document; see package document.
	Erase(ctx context.Context, accountID, documentID, by string) error

	// SavedFilters returns a user's filters by name.
	SavedFilters(ctx context.Context, accountID, userID string) ([]model.SavedFilter, error)

	// SaveFilter stores a filter. It replaces the user's filter of the same name.
	// CodeInvalidRequest for a bad name, CodeLimitReached for too many.
	SaveFilter(ctx context.Context, accountID, userID, name, query string) error

	// RenameFilter renames a user's filter. CodeInvalidRequest for a bad name or the
	// name of another filter, CodeNotFound.
	RenameFilter(ctx context.Context, accountID, userID, id, name string) error

	// DeleteFilter removes a user's filter. CodeNotFound.
	DeleteFilter(ctx context.Context, accountID, userID, id string) error

	// ListColumns returns the additional fields that a user's list shows, in order.
	ListColumns(ctx context.Context, accountID, userID string) ([]schema.Field, error)

	// SetListColumns changes them. CodeInvalidRequest for unknown or too many fields.
	SetListColumns(ctx context.Context, accountID, userID string, names []string) error
}

// Deps are what the pages need.
type Deps struct {
	Documents   Documents
	Submissions *submission.Service
	Downloads   *download.Downloads
	Log         *slog.Logger
}

// Pages are the list of documents, its settings and batches.
type Pages struct {
	site    *site.Site
	deps    Deps
	updates *liveupdates.Updates
}

// New adds the templates of the pages to the site.
func New(s *site.Site, deps Deps) (*Pages, error) {
	return &Pages{s, deps, liveupdates.New(s, deps.Documents)}, s.AddPages(templateFiles, nil)
}

// AddRoutes adds the routes of the pages. Those of single documents come after these.
func (p *Pages) AddRoutes(t *site.Routes) {
	const path = site.DocumentsPath
	t.Get(path, p.listPage)
	t.Post(path, p.uploadForm)
	t.Post(path+"/upload", p.uploadFile)
	t.Get(path+"/export.csv", p.exportAs(export.CSV, "documents.csv"))
	t.Get(path+"/export.xlsx", p.exportAs(export.XLSX, "documents.xlsx"))
	t.Get(path+"/export.ndjson", p.exportAs(export.NDJSON, "documents.ndjson"))
	t.Post(path+"/bulk", p.bulkForm)
	t.Get(filtersPath, p.filtersPage)
	t.Post(filtersPath, p.changeFilters)
	t.Get(columnsPath, p.columnsPage)
	t.Post(columnsPath, p.setColumns)
	t.Poll(path+"/events", p.streamUpdates)
	t.Get(batchesPath, p.batchesPage)
	t.Get(batchesPath+"/:id", p.batchPage)
}

const batchesPath = "/batches"

type batchList struct {
	Rows []batchRow
	Next string // link to older batches; "" on the last page
	Open bool   // some are not finished
}

type batchRow struct {
	contract.Batch
	First string // name of its first file; "" if it was deleted
}

func (p *Pages) batchesPage(c *fiber.Ctx, session *site.Session) error {
	before := c.Query("before")
	if _, err := contract.ParseID(contract.PrefixBatch, before); err != nil {
		before = ""
	}
	batches, more, err := p.deps.Documents.Batches(session.Context, session.AccountID(), before, site.ListLength)
	if err != nil {
		return err
	}
	l, refresh := batchList{}, 0
	for _, b := range batches {
		row := batchRow{Batch: b}
		if len(b.Results) > 0 {
			row.First = b.Results[0].FileName
		}
		if !b.Status.Ended() {
			l.Open, refresh = true, site.RefreshSeconds
		}
		l.Rows = append(l.Rows, row)
	}
	if more {
		l.Next = batchesPath + "?before=" + batches[len(batches)-1].ID
	}
	return p.site.Show(c, session, http.StatusOK, "batches", site.Page{
		Title: session.Tr("Batches"), Section: "batches", Data: l, Refresh: refresh,
	})
}

func (p *Pages) batchPage(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixBatch, "batch")
	if err != nil {
		return err
	}
	b, err := p.deps.Documents.Batch(session.Context, session.AccountID(), id)
	if err != nil {
		return err
	}
	refresh := site.RefreshSeconds
	if b.Status.Ended() {
		refresh = 0
	}
	return p.site.Show(c, session, http.StatusOK, "batch", site.Page{Title: session.Tr("Batch"), Section: "batches",
		Data: b, Refresh: refresh})
}

// uploadForm accepts the files of the form and leads to the document or batch.
func (p *Pages) uploadForm(c *fiber.Ctx, session *site.Session) error {
	uploaded, err := p.submitMany(c, session)
	if message, status, ok := site.Refusal(err,
		contract.CodeInvalidRequest, contract.CodeEmptyFile, contract.CodeUnsupportedFormat, contract.CodeInvalidDocumentType,
		contract.CodeFileTooLarge, contract.CodeQuotaExceeded, contract.CodeServiceUnavailable); ok {
		site.SetRetryAfter(c, err)
		return p.showList(c, session, status, message)
	}
	switch {
	case err != nil:
		return err
	case uploaded.Batch != nil:
		return site.Redirect(c, batchesPath+"/"+uploaded.Batch.ID)
	}
	return site.Redirect(c, site.DocumentsPath+"/"+uploaded.Document.ID)
}

func (p *Pages) submitMany(c *fiber.Ctx, session *site.Session) (submission.Submitted, error) {
	form, err := upload.Form(c, session.Request, session.Principal())
	if err != nil {
		return submission.Submitted{}, err
	}
	return p.deps.Submissions.SubmitMany(session.Context, form)
}

// uploadFile accepts one file and answers the script with its state.
func (p *Pages) uploadFile(c *fiber.Ctx, session *site.Session) error {
	form, err := upload.Form(c, session.Request, session.Principal())
	if err != nil {
		return site.Translate(err, session.Language)
	}
	rec, err := p.deps.Submissions.Submit(session.Context, form)
	if err != nil {
		return site.Translate(err, session.Language)
	}
	answer, err := json.Marshal(document.StateOf(rec, session.Language))
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	c.Response().Header.SetContentType(fiber.MIMEApplicationJSON)
	c.Status(http.StatusCreated).Context().Response.SetBodyRaw(answer)
	return nil
}
