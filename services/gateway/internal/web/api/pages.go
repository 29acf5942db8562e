package api

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
)

// pictureAge is how long a client may show a picture without asking again, in
// seconds. It never changes, but its document can be erased.
const pictureAge = 3600

// getPage gives a page as a picture.
func (s *Server) getPage(c *fiber.Ctx, cl *call) error {
	r, err := s.pictureRequest(c, cl)
	if err != nil {
		return err
	}
	tag := fmt.Sprintf(`"%.32s-%d-%d"`, r.File.SHA256, r.Page, r.Width)
	if matchesTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		setPictureHeaders(c, tag)
		c.Status(http.StatusNotModified)
		return nil
	}
	picture, size, err := s.pictures.Picture(cl.ctx, r)
	if err != nil {
		return err
	}
	setPictureHeaders(c, tag)
	c.Set(fiber.HeaderContentType, "image/png")
	c.Set(fiber.HeaderContentSecurityPolicy, inert)
	s.stream(c, cl, http.StatusOK, picture, size)
	return nil
}

func setPictureHeaders(c *fiber.Ctx, tag string) {
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, fmt.Sprintf("private, max-age=%d, immutable", pictureAge))
}

func (s *Server) pictureRequest(c *fiber.Ctx, cl *call) (r pages.Request, err error) {
	params, err := query(c, "width")
	if err != nil {
		return r, err
	}
	if r.Width, err = widthParam(params); err != nil {
		return r, err
	}
	id, err := documentParam(c)
	if err != nil {
		return r, err
	}
	r.AccountID = cl.principal.AccountID
	if r.File, err = s.deps.Register.File(cl.ctx, r.AccountID, id); err != nil {
		return r, err
	}
	r.Page, err = pageParam(c.Params("page"), r.File.Pages)
	return r, err
}

func widthParam(params map[string]string) (int, error) {
	text, ok := params["width"]
	if !ok {
		return contract.DefaultPageWidth, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < contract.MinPageWidth || n > contract.MaxPageWidth {
		return 0, fault.New(contract.CodeInvalidRequest,
			"The query parameter \"width\" must be a whole number of pixels from %d to %d.", contract.MinPageWidth, contract.MaxPageWidth)
	}
	return n, nil
}

// pageParam reads a page's number in its one spelling. pages is nil while
// nobody has counted them.
func pageParam(text string, pages *int) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text || pages != nil && int(n) > *pages {
		return 0, fault.New(contract.CodeNotFound, "The document has no such page.")
	}
	return int(n), nil
}
