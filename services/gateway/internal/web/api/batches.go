package api

import (
	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// getBatch returns a batch with the present states of its documents.
func (a *API) getBatch(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	id := c.Params("id")
	if _, err := contract.ParseID(contract.PrefixBatch, id); err != nil {
		return apierror.Wrap(err, contract.CodeNotFound, "No batch has this id.")
	}
	batch, err := a.deps.Documents.Batch(cl.Context, cl.principal.AccountID, id)
	if err != nil {
		return err
	}
	if !batch.Status.Ended() {
		c.Set(fiber.HeaderRetryAfter, pollSeconds)
	}
	return answerValue(c, batch)
}
