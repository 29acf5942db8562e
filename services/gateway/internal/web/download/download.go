// Package download serves stored data of documents: their files, page pictures and words, and exports of
// records. The API and the dashboard use it for the account that they have verified.
package download

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
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

	// SavedType returns a version of a saved document type, the latest for version 0, or CodeNotFound.
	SavedType(ctx context.Context, accountID, name string, version int) (model.SavedType, error)
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

// Limits of concurrent workbooks, in total, per account, and waiting. Each keeps rows in temporary files until read.
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
	own, err := d.ownFields(r.Context, accountID, f.DocumentType)
	if err != nil {
		return err
	}
	leave := func() {}
	if format == export.XLSX {
		if leave, err = d.workbooks.Enter(r.Context, accountID); err != nil {
			return err
		}
	}
	stream, err := export.Open(format, func(each func(contract.Record) error) error {
		return d.documents.Export(r.Context, accountID, f, each)
	}, own...)
	if err != nil {
		leave()
		return err
	}
	c.Set(fiber.HeaderContentType, format.ContentType())
	r.Stream(c, http.StatusOK, limited{stream, leave}, -1)
	return nil
}

// ownFields returns the fields of a saved document type or of one that a file describes, nil for other types.
func (d *Downloads) ownFields(ctx context.Context, accountID, documentType string) ([]schema.Field, error) {
	if !contract.IsSavedTypeName(documentType) {
		return nil, nil
	}
	t, err := d.documents.SavedType(ctx, accountID, documentType, 0)
	if apierror.Is(err, contract.CodeNotFound) {
		return schema.Of(schema.DocumentType(documentType)).Fields, nil // nil for a type that was deleted
	}
	if err != nil {
		return nil, err
	}
	parsed, err := custom.Parse(t.Schema)
	if err != nil {
		return nil, err
	}
	return schema.FieldsOf(parsed.Properties), nil
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

// requestedRange returns the requested part (RFC 9110, 14), or ranged false for the whole file: for several ranges,
// other units, invalid ranges and changed representations. The error means that a range begins behind the end.
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

// pictureAge is how many seconds pictures and words are cached. They never change, but their document can be erased.
const pictureAge = 3600

// Page responds with the PNG picture of the page :page of the account's document :id.
func (d *Downloads) Page(c *fiber.Ctx, r *httpserver.Request, accountID string) error {
	return d.page(c, r, accountID, false)
}

// SmallPage responds as Page, but with a JPEG if that is smaller.
func (d *Downloads) SmallPage(c *fiber.Ctx, r *httpserver.Request, accountID string) error {
	return d.page(c, r, accountID, true)
}

func (d *Downloads) page(c *fiber.Ctx, r *httpserver.Request, accountID string, small bool) error {
	picture, err := d.pictureRequest(c, r, accountID)
	if err != nil {
		return err
	}
	picture.Small = small
	tag := fmt.Sprintf(`"%.32s-%d-%d"`, picture.File.SHA256, picture.Page, picture.Width)
	if small {
		tag = fmt.Sprintf(`"%.32s-%d-%d-small"`, picture.File.SHA256, picture.Page, picture.Width)
	}
	if httpheader.MatchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		setPictureHeaders(c, tag)
		c.Status(http.StatusNotModified)
		return nil
	}
	content, size, err := d.pages.Picture(r.Context, picture)
	if err != nil {
		return err
	}
	mimeType := "image/png"
	if small {
		content, mimeType = pictureType(content)
	}
	setPictureHeaders(c, tag)
	c.Set(fiber.HeaderContentType, mimeType)
	c.Set(fiber.HeaderContentSecurityPolicy, inert)
	r.Stream(c, http.StatusOK, content, size)
	return nil
}

// pictureType detects JPEG or PNG by the first bytes (ISO/IEC 10918-1, B.1.1.3).
func pictureType(content io.ReadCloser) (io.ReadCloser, string) {
	const jpeg = "\xff\xd8\xff"
	ahead := bufio.NewReader(content)
	read := struct {
		io.Reader
		io.Closer
	}{ahead, content}
	if begin, err := ahead.Peek(len(jpeg)); err == nil && string(begin) == jpeg { // an error comes again
		return read, "image/jpeg"
	}
	return read, "image/png"
}

// Words responds with the words of the page :page of the account's document :id.
func (d *Downloads) Words(c *fiber.Ctx, r *httpserver.Request, accountID string) error {
	words, err := d.wordsRequest(c, r, accountID)
	if err != nil {
		return err
	}
	tag := fmt.Sprintf(`"%.32s-%d-words"`, words.File.SHA256, words.Page)
	if httpheader.MatchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		setPictureHeaders(c, tag)
		c.Status(http.StatusNotModified)
		return nil
	}
	content, size, err := d.pages.Words(r.Context, words)
	if err != nil {
		return err
	}
	setPictureHeaders(c, tag)
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	r.Stream(c, http.StatusOK, content, size)
	return nil
}

func (d *Downloads) wordsRequest(
	c *fiber.Ctx, r *httpserver.Request, accountID string,
) (words pages.WordsRequest, err error) {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return words, err
	}
	words.AccountID = accountID
	words.File, words.Page, err = d.pageOf(c, r, accountID, id)
	return words, err
}

// pageOf returns the file of a document and the page in the path.
func (d *Downloads) pageOf(
	c *fiber.Ctx, r *httpserver.Request, accountID, id string,
) (file model.File, page int, err error) {
	if file, err = d.documents.File(r.Context, accountID, id); err != nil {
		return file, 0, err
	}
	page, err = pageParam(c.Params("page"), file.Pages)
	return file, page, err
}

func setPictureHeaders(c *fiber.Ctx, tag string) {
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, fmt.Sprintf("private, max-age=%d, immutable", pictureAge))
}

func (d *Downloads) pictureRequest(
	c *fiber.Ctx, r *httpserver.Request, accountID string,
) (picture pages.Request, err error) {
	params, err := httpserver.Query(c, "width")
	if err != nil {
		return picture, err
	}
	if picture.Width, err = widthParam(params); err != nil {
		return picture, err
	}
	id, err := httpserver.DocumentID(c)
	if err != nil {
		return picture, err
	}
	picture.AccountID = accountID
	picture.File, picture.Page, err = d.pageOf(c, r, accountID, id)
	return picture, err
}

func widthParam(params map[string]string) (int, error) {
	text, ok := params["width"]
	if !ok {
		return contract.DefaultPageWidth, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < contract.MinPageWidth || n > contract.MaxPageWidth {
		return 0, apierror.New(contract.CodeInvalidRequest,
			"The query parameter \"width\" must be a whole number of pixels from %d "+
				"to %d.", contract.MinPageWidth, contract.MaxPageWidth)
	}
	return n, nil
}

// pageParam reads a page number in its canonical spelling. pages is nil until they are counted.
func pageParam(text string, pages *int) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text || pages != nil && int(n) > *pages {
		return 0, apierror.New(contract.CodeNotFound, "The document has no such page.")
	}
	return int(n), nil
}
