package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"
)

// eraseDocument removes a document for good, at any state.
func (s *Server) eraseDocument(c *fiber.Ctx, cl *call) error {
	id, err := plainDocument(c)
	if err != nil {
		return err
	}
	if err := s.deps.Register.Erase(cl.ctx, cl.principal.AccountID, id, cl.principal.KeyID); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}
