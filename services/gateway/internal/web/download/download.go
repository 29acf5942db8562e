// Package download serves stored data of documents: their files, page pictures and words, and exports of
// records. The API and the dashboard use it for the account that they have verified.
package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
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

// Limits of concurrent workbooks, in total and per account, and of waiting ones. Unlike other exports, each
// stores rows in temporary files until its client has read them.
const (
	maxWorkbooks, maxWorkbooksPerAccount = 4, 2
	workbooksWaiting, workbookWait       = 4, 2 * time.Second
)

func newWorkbooks() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: maxWorkbooks, MaxPerAccount: maxWorkbooksPerAccount, MaxWaiting: workbooksWaiting, Wait: workbookWait,
		Busy: "Too many exports are running. Try again when one has finished.",
	})
}

// Export streams the account's records that the filter selects.
func (d *Downloads) Export(
	c *fiber.Ctx, r *httpserver.Request, accountID string, f model.Filter, format export.Format,
) error {
	leave := func() {}
	if format == export.XLSX {
		var err error
		if leave, err = d.workbooks.Enter(r.Context, accountID); err != nil {
			return err
		}
	}
	stream, err := export.Open(format, func(each func(contract.Record) error) error {
		return d.documents.Export(r.Context, accountID, f, each)
	})
	if err != nil {
		leave()
		return err
	}
	c.Set(fiber.HeaderContentType, format.ContentType())
	r.Stream(c, http.StatusOK, limited{stream, leave}, -1)
	return nil
}

// limited is an export that frees its place on Close.
type limited struct {
	*export.Stream
	leave func()
}

// Close implements io.Closer.
func (l limited) Close() error {
	defer l.leave()
	return l.Stream.Close()
}

// blobRetry is the Retry-After during an outage of the object store.
const blobRetry = 2 * time.Second

// inert prevents a browser from running anything in a linked file.
const inert = "default-src 'none'; sandbox"

// File responds with the original file of the account's document :id, or one range of it, as an attachment.
func (d *Downloads) File(c *fiber.Ctx, r *httpserver.Request, accountID string) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	f, err := d.documents.File(r.Context, accountID, id)
	if err != nil {
		return err
	}
	tag := `"` + f.SHA256 + `"`
	c.Set(fiber.HeaderETag, tag)
	if httpheader.MatchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return nil
	}
	c.Set(fiber.HeaderAcceptRanges, "bytes")
	part, ranged, err := requestedRange(c, tag, f.Size)
	if err != nil {
		// The error body has no separate code for this status; only this header uses it.
		c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes */%d", f.Size))
		httpserver.WriteError(c.Context(), http.StatusRequestedRangeNotSatisfiable, apierror.Of(err))
		return nil
	}
	body, err := d.openFile(r.Context, c.Method(), f, part)
	if err != nil {
		c.Response().Header.Del(fiber.HeaderETag)
		return err
	}
	setFileHeaders(c, f)
	status := http.StatusOK
	if ranged {
		status = http.StatusPartialContent
		c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", part.First, part.First+part.Length-1, f.Size))
	}
	r.Stream(c, status, body, part.Length)
	return nil
}

// openFile opens the content to send, or nothing for HEAD.
func (d *Downloads) openFile(
	ctx context.Context, method string, f model.File, part httpheader.Range,
) (io.ReadCloser, error) {
	if method == fiber.MethodHead {
		return http.NoBody, nil
	}
	body, err := d.blob.GetRange(ctx, f.ObjectKey, part.First, part.Length)
	if errors.Is(err, blob.ErrNotFound) {
		// It was erased this moment; other errors are data loss that an operator must see.
		d.log.Error("a document's file is missing", "document", f.DocumentID, "error", err)
		return nil, apierror.Wrap(err, contract.CodeNotFound, "No document has this id.")
	}
	if err != nil {
		return nil, apierror.Unavailable(err, blobRetry)
	}
	return body, nil
}

func setFileHeaders(c *fiber.Ctx, f model.File) {
	c.Set(fiber.HeaderContentType, f.MIMEType)
	c.Set(fiber.HeaderContentDisposition, httpheader.Attachment(f.Name))
	c.Set(fiber.HeaderContentSecurityPolicy, inert)
}

// requestedRange returns the requested part (RFC 9110, 14); ranged is false for the whole file. It ignores
// multiple ranges, other units, invalid ranges, and those of a changed representation, as the standard
// allows or requires. The error means that a range begins behind the end.
func requestedRange(c *fiber.Ctx, tag string, size int64) (part httpheader.Range, ranged bool, err error) {
	all := httpheader.Range{Length: size}
	header := c.Get(fiber.HeaderRange)
	if header == "" || c.Method() != fiber.MethodGet {
		return all, false, nil
	}
	// If-Range compares strongly; a date never matches, because responses contain none.
	if condition := c.Get(fiber.HeaderIfRange); condition != "" && condition != tag {
		return all, false, nil
	}
	part, err = httpheader.ParseRange(header, size)
	switch {
	case errors.Is(err, httpheader.ErrNotSatisfiable):
		return all, false, apierror.Wrap(err, contract.CodeInvalidRequest,
			"The range begins behind the end of the file, which has %d bytes.", size)
	case err != nil:
		return all, false, nil
	}
	return part, true, nil
}
