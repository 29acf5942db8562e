package api

import (
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// listDocuments returns documents at any state, newest first.
func (a *API) listDocuments(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, append(filterParams(), "limit", "cursor")...)
	if err != nil {
		return err
	}
	f, err := filterOf(params, contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted,
		contract.StatusFailed)
	if err != nil {
		return err
	}
	return a.answerList(c, cl, f, params)
}

func (a *API) answerList(c *fiber.Ctx, cl *call, f model.Filter, params map[string]string) error {
	limit, cursor, err := pageParams(params)
	if err != nil {
		return err
	}
	page, err := a.deps.Documents.List(cl.Context, cl.principal.AccountID, f, limit, cursor)
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
	httpserver.WriteJSON(c.Context(), http.StatusOK, answer)
	return nil
}
