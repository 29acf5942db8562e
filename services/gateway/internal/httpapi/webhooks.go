package httpapi

import (
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
)

const webhooksPath = "/api/webhooks/notifications"

type subscriptionList struct {
	Items      []contract.Subscription `json:"items"`
	NextCursor *string                 `json:"nextCursor"`
}

// createWebhook refuses whatever is sent: webhooks are planned and not live.
func (s *Server) createWebhook(*fiber.Ctx, *call) error {
	return fault.New(contract.CodeWebhooksNotAvailable,
		"Webhooks are not available yet; nothing was registered. Poll GET %s{id} for results.", documentsPath)
}

func (s *Server) listWebhooks(c *fiber.Ctx, cl *call) error {
	if _, err := query(c); err != nil {
		return err
	}
	reply, err := bus.Call[contract.ListSubscriptionsReply](cl.ctx, s.deps.Bus, contract.RPCNotifierList,
		contract.ListSubscriptionsRequest{AccountID: cl.principal.AccountID})
	if err != nil {
		return fmt.Errorf("list webhooks: %w", err)
	}
	list := subscriptionList{Items: reply.Items}
	if list.Items == nil {
		list.Items = []contract.Subscription{}
	}
	writeJSON(c.Context(), http.StatusOK, list)
	return nil
}

func (s *Server) deleteWebhook(c *fiber.Ctx, cl *call) error {
	params, err := query(c, "id")
	if err != nil {
		return err
	}
	if params["id"] == "" {
		return fault.New(contract.CodeInvalidRequest, "The query parameter \"id\" is required.")
	}
	_, err = bus.Call[contract.Empty](cl.ctx, s.deps.Bus, contract.RPCNotifierDelete,
		contract.DeleteSubscriptionRequest{AccountID: cl.principal.AccountID, ID: params["id"]})
	if err != nil {
		return fmt.Errorf("delete webhook: %w", err)
	}
	c.Status(http.StatusNoContent)
	return nil
}
