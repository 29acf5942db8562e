package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// listDocuments gives documents at any state, newest first.
func (s *Server) listDocuments(c *fiber.Ctx, cl *call) error {
	params, err := query(c, append(filterParams(), "limit", "cursor")...)
	if err != nil {
		return err
	}
	f, err := filterOf(params, contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted, contract.StatusFailed)
	if err != nil {
		return err
	}
	return s.answerList(c, cl, f, params)
}

func (s *Server) answerList(c *fiber.Ctx, cl *call, f register.Filter, params map[string]string) error {
	limit, cursor, err := pageParams(params)
	if err != nil {
		return err
	}
	page, err := s.deps.Register.List(cl.ctx, cl.principal.AccountID, f, limit, cursor)
	if err != nil {
		return err
	}
	answer := list[contract.Record]{Items: page.Records}
	if answer.Items == nil {
		answer.Items = []contract.Record{}
	}
	if page.NextCursor != "" {
		answer.NextCursor = &page.NextCursor
	}
	writeJSON(c.Context(), http.StatusOK, answer)
	return nil
}
