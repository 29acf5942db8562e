// Package documentlist has the list of documents: upload, selection, saved filters,
// columns, bulk actions and batches.
package documentlist

import (
	"context"
	"embed"
	"log/slog"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/liveupdates"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
)

//go:embed templates
var templateFiles embed.FS

// Documents is what the list needs of the documents service.
type Documents interface {
	liveupdates.Documents

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
