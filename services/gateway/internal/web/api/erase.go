package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

func (a *API) eraseDocument(c *fiber.Ctx, cl *call) error {
	id, err := httpserver.OnlyDocumentID(c)
	if err != nil {
		return err
	}
	if err := a.deps.Documents.Erase(cl.Context, cl.principal.AccountID, id, cl.principal.KeyID); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}
