package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/doctype"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// list is a page of a list, or the whole of a short one.
type list[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor"` // null on the last page
}

// getDocumentTypes returns what the data of each type may hold.
func (a *API) getDocumentTypes(c *fiber.Ctx, _ *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	return answerTagged(c, list[doctype.Type]{Items: doctype.All()})
}
