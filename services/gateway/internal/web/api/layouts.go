package api

import (
	"encoding/json"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// listLayouts returns the account's layouts without their examples, newest first.
func (a *API) listLayouts(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, "limit", "cursor")
	if err != nil {
		return err
	}
	limit, cursor, err := pageParams(params)
	if err != nil {
		return err
	}
	page, err := a.deps.Documents.ListLayouts(cl.Context, cl.principal.AccountID, cursor, limit)
	if err != nil {
		return err
	}
	answer := list[model.LayoutSummary]{Items: page.Layouts}
	if answer.Items == nil {
		answer.Items = []model.LayoutSummary{}
	}
	if page.NextCursor != "" {
		answer.NextCursor = &page.NextCursor
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, answer)
	return nil
}

func (a *API) getLayout(c *fiber.Ctx, cl *call) error {
	id, err := layoutID(c)
	if err != nil {
		return err
	}
	layout, err := a.deps.Documents.Layout(cl.Context, cl.principal.AccountID, id)
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, layout)
	return nil
}

func (a *API) switchLayout(c *fiber.Ctx, cl *call) error {
	id, err := layoutID(c)
	if err != nil {
		return err
	}
	members, err := jsonObject(c, cl, "enabled")
	if err != nil {
		return err
	}
	var enabled *bool
	if raw, ok := members["enabled"]; ok {
		err = json.Unmarshal(raw, &enabled)
	}
	if err != nil || enabled == nil {
		return apierror.Wrap(err, contract.CodeInvalidRequest, "The member \"enabled\" is required: true or false.")
	}
	layout, err := a.deps.Documents.EnableLayout(cl.Context, cl.principal.AccountID, id, cl.principal.KeyID, *enabled)
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, layout)
	return nil
}

func (a *API) forgetLayout(c *fiber.Ctx, cl *call) error {
	id, err := layoutID(c)
	if err != nil {
		return err
	}
	if err := a.deps.Documents.ForgetLayout(cl.Context, cl.principal.AccountID, id, cl.principal.KeyID); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}

// layoutID returns the layout's id from the path. A malformed one counts as unknown.
func layoutID(c *fiber.Ctx) (string, error) {
	if _, err := httpserver.Query(c); err != nil {
		return "", err
	}
	id := c.Params("id")
	if _, err := contract.ParseID(contract.PrefixLayout, id); err != nil {
		return "", apierror.Wrap(err, contract.CodeNotFound, "No layout has this id.")
	}
	return id, nil
}
