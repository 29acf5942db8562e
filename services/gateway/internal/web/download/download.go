// Package download serves stored data of documents: their files, page pictures and words, and exports of
// records. The API and the dashboard use it for the account that they have verified.
package download

import (
	"context"
	"log/slog"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Documents is the part of the documents service that downloads need.
type Documents interface {
	// File reports where a document's file is.
	File(ctx context.Context, accountID, documentID string) (model.File, error)

	// Export calls each with every selected record, in the form and order of lists, in constant memory. It
	// stops at the first error of each.
	Export(ctx context.Context, accountID string, f model.Filter, each func(contract.Record) error) error
}

// Downloads answers requests for files, pages and exports.
type Downloads struct {
	documents Documents
	blob      *blob.Store
	pages     *pages.Pages
	log       *slog.Logger
	workbooks *limiter.Limiter // exports as workbooks
}

// New starts nothing.
func New(documents Documents, store *blob.Store, pages *pages.Pages, log *slog.Logger) *Downloads {
	return &Downloads{documents: documents, blob: store, pages: pages, log: log, workbooks: newWorkbooks()}
}
