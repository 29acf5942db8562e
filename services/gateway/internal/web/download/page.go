package download

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// pictureAge is the cache lifetime of a picture or a page's words, in seconds. They never change, but their
// document can be erased.
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
