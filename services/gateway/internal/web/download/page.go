package download

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// pictureAge is how long a client may show a picture, or use a page's words, without
// asking again, in seconds. They never change, but their document can be erased.
const pictureAge = 3600

// Page answers with the picture of the page :page of the account's document :id.
func (d *Downloads) Page(c *fiber.Ctx, r *httpserver.Request, accountID string) error {
	picture, err := d.pictureRequest(c, r, accountID)
	if err != nil {
		return err
	}
	tag := fmt.Sprintf(`"%.32s-%d-%d"`, picture.File.SHA256, picture.Page, picture.Width)
	if httpheader.MatchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		setPictureHeaders(c, tag)
		c.Status(http.StatusNotModified)
		return nil
	}
	content, size, err := d.pages.Picture(r.Context, picture)
	if err != nil {
		return err
	}
	setPictureHeaders(c, tag)
	c.Set(fiber.HeaderContentType, "image/png")
	c.Set(fiber.HeaderContentSecurityPolicy, inert)
	r.Stream(c, http.StatusOK, content, size)
	return nil
}

// Words answers with the words of the page :page of the account's document :id.
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
	if words.File, err = d.documents.File(r.Context, accountID, id); err != nil {
		return words, err
	}
	words.Page, err = pageParam(c.Params("page"), words.File.Pages)
	return words, err
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
	if picture.File, err = d.documents.File(r.Context, accountID, id); err != nil {
		return picture, err
	}
	picture.Page, err = pageParam(c.Params("page"), picture.File.Pages)
	return picture, err
}

func widthParam(params map[string]string) (int, error) {
	text, ok := params["width"]
	if !ok {
		return contract.DefaultPageWidth, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < contract.MinPageWidth || n > contract.MaxPageWidth {
		return 0, fault.New(contract.CodeInvalidRequest,
			"The query parameter \"width\" must be a whole number of pixels from %d "+
				"to %d.", contract.MinPageWidth, contract.MaxPageWidth)
	}
	return n, nil
}

// pageParam reads a page's number in its one spelling. pages is nil while
// they are not counted yet.
func pageParam(text string, pages *int) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text || pages != nil && int(n) > *pages {
		return 0, fault.New(contract.CodeNotFound, "The document has no such page.")
	}
	return int(n), nil
}
