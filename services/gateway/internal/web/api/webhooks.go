package api

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// subscriptionBody is a subscription with all members of the specification (section 2.3) except the secret.
type subscriptionBody struct {
	ID        string               `json:"id"`
	URL       string               `json:"url"`
	Events    []contract.EventType `json:"events"`
	IsActive  bool                 `json:"isActive"`
	CreatedAt contract.Time        `json:"createdAt"`
}

func bodyOfSubscription(s contract.Subscription) subscriptionBody {
	return subscriptionBody{ID: s.ID, URL: s.URL, Events: s.Events, IsActive: s.IsActive, CreatedAt: s.CreatedAt}
}

// newSubscriptionBody is the only response with a first secret.
type newSubscriptionBody struct {
	subscriptionBody
	Secret string `json:"secret"`
}

func (a *API) createWebhook(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	members, err := jsonObject(c, cl, "url", "events")
	if err != nil {
		return err
	}
	request := contract.CreateSubscriptionRequest{AccountID: cl.principal.AccountID, Plan: cl.principal.Plan}
	if err := json.Unmarshal(members["url"], &request.URL); err != nil || request.URL == "" {
		return apierror.Wrap(err, contract.CodeInvalidRequest, "The member \"url\" is required: an https address.")
	}
	if err := json.Unmarshal(members["events"], &request.Events); err != nil || request.Events == nil {
		return apierror.Wrap(err, contract.CodeInvalidRequest, "The member \"events\" is required: a list of events.")
	}
	made, err := bus.Call[contract.SubscriptionSecret](cl.Context, a.deps.Bus, contract.RPCNotifierCreate, request)
	if err != nil {
		return fmt.Errorf("create webhook: %w", err)
	}
	httpserver.WriteJSON(c.Context(), http.StatusCreated,
		newSubscriptionBody{bodyOfSubscription(made.Subscription), made.Secret})
	return nil
}

func (a *API) listWebhooks(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	reply, err := bus.Call[contract.ListSubscriptionsReply](cl.Context, a.deps.Bus, contract.RPCNotifierList,
		contract.ListSubscriptionsRequest{AccountID: cl.principal.AccountID})
	if err != nil {
		return fmt.Errorf("list webhooks: %w", err)
	}
	items := make([]subscriptionBody, len(reply.Items))
	for i, item := range reply.Items {
		items[i] = bodyOfSubscription(item)
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, list[subscriptionBody]{Items: items})
	return nil
}

func (a *API) deleteWebhook(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, "id")
	if err != nil {
		return err
	}
	if params["id"] == "" {
		return apierror.New(contract.CodeInvalidRequest, "The query parameter \"id\" is required.")
	}
	_, err = bus.Call[contract.Empty](cl.Context, a.deps.Bus, contract.RPCNotifierDelete,
		contract.DeleteSubscriptionRequest{AccountID: cl.principal.AccountID, ID: params["id"]})
	if err != nil {
		return fmt.Errorf("delete webhook: %w", err)
	}
	c.Status(http.StatusNoContent)
	return nil
}
