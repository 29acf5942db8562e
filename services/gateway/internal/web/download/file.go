package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// blobRetry is what a client is told while the object store is away.
const blobRetry = 2 * time.Second

// inert keeps a browser from running anything of a file that it was led to.
const inert = "default-src 'none'; sandbox"

// File answers with the file of the account's document :id as it was sent, or
// with one range of it, as an attachment.
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
		// The status has no separate code: it belongs to this header alone.
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

// openFile opens what is to be sent; nothing of it for HEAD.
func (d *Downloads) openFile(
	ctx context.Context, method string, f model.File, part httpheader.Range,
) (io.ReadCloser, error) {
	if method == fiber.MethodHead {
		return http.NoBody, nil
	}
	body, err := d.blob.GetRange(ctx, f.ObjectKey, part.First, part.Length)
	if errors.Is(err, blob.ErrNotFound) {
		// Erased this very moment; anything else is a loss that an operator must see.
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

// requestedRange is the part that a request asks for (RFC 9110, 14); ranged is
// false when that is all. Several ranges at once, other units, ranges that are
// not valid and those of a representation that has changed are not looked at, as
// the standard allows or demands. The error says that a range begins behind the
// end.
func requestedRange(c *fiber.Ctx, tag string, size int64) (part httpheader.Range, ranged bool, err error) {
	all := httpheader.Range{Length: size}
	header := c.Get(fiber.HeaderRange)
	if header == "" || c.Method() != fiber.MethodGet {
		return all, false, nil
	}
	// If-Range compares strongly; a date never matches, none is given out.
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
