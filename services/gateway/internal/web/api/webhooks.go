package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

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

// subscriptionDetail includes a webhook's health.
type subscriptionDetail struct {
	subscriptionBody
	State               contract.SubscriptionState `json:"state"`
	FailingSince        *contract.Time             `json:"failingSince"`
	PreviousSecretUntil *contract.Time             `json:"previousSecretUntil"`
}

func detailOfSubscription(s contract.Subscription) subscriptionDetail {
	return subscriptionDetail{bodyOfSubscription(s), s.State, s.FailingSince, s.PreviousSecretUntil}
}

// newSecretBody is the only response with a later secret.
type newSecretBody struct {
	ID                  string         `json:"id"`
	Secret              string         `json:"secret"`
	PreviousSecretUntil *contract.Time `json:"previousSecretUntil"`
}

// askOf sends a request about the webhook in the path.
func askOf[Reply bus.Message](a *API, c *fiber.Ctx, cl *call, subject string) (reply Reply, err error) {
	if _, err := httpserver.Query(c); err != nil {
		return reply, err
	}
	return ask[Reply](cl.Context, a, subject,
		contract.SubscriptionRequest{AccountID: cl.principal.AccountID, ID: c.Params("id")})
}

func ask[Reply bus.Message](ctx context.Context, a *API, subject string, request bus.Message) (reply Reply, err error) {
	if reply, err = bus.Call[Reply](ctx, a.deps.Bus, subject, request); err != nil {
		err = fmt.Errorf("webhook: %w", err)
	}
	return reply, err
}

func (a *API) getWebhook(c *fiber.Ctx, cl *call) error {
	found, err := askOf[contract.Subscription](a, c, cl, contract.RPCNotifierGet)
	if err == nil {
		httpserver.WriteJSON(c.Context(), http.StatusOK, detailOfSubscription(found))
	}
	return err
}

func (a *API) rotateWebhook(c *fiber.Ctx, cl *call) error {
	made, err := askOf[contract.SubscriptionSecret](a, c, cl, contract.RPCNotifierRotate)
	if err == nil {
		httpserver.WriteJSON(c.Context(), http.StatusOK, newSecretBody{made.ID, made.Secret, made.PreviousSecretUntil})
	}
	return err
}

func (a *API) enableWebhook(c *fiber.Ctx, cl *call) error {
	found, err := askOf[contract.Subscription](a, c, cl, contract.RPCNotifierEnable)
	if err == nil {
		httpserver.WriteJSON(c.Context(), http.StatusOK, detailOfSubscription(found))
	}
	return err
}

func (a *API) testWebhook(c *fiber.Ctx, cl *call) error {
	made, err := askOf[contract.Delivery](a, c, cl, contract.RPCNotifierTest)
	if err == nil {
		httpserver.WriteJSON(c.Context(), http.StatusAccepted, made)
	}
	return err
}

// replayWebhook resends the failed deliveries since a time.
func (a *API) replayWebhook(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	members, err := jsonObject(c, cl, "since")
	if err != nil {
		return err
	}
	var text string
	if members["since"] != nil {
		err = json.Unmarshal(members["since"], &text)
	}
	since, parseErr := time.Parse(time.RFC3339Nano, text)
	if err != nil || parseErr != nil {
		return apierror.New(contract.CodeInvalidRequest,
			"The member \"since\" is required: a time such as 2026-10-01T08:00:00Z.")
	}
	reply, err := ask[contract.ReplayReply](cl.Context, a, contract.RPCNotifierReplayAll, contract.ReplayRequest{
		AccountID: cl.principal.AccountID, ID: c.Params("id"), Since: contract.TimeOf(since),
	})
	if err == nil {
		httpserver.WriteJSON(c.Context(), http.StatusAccepted, reply)
	}
	return err
}

func (a *API) listDeliveries(c *fiber.Ctx, cl *call) error {
	params, err := httpserver.Query(c, "status", "limit", "cursor")
	if err != nil {
		return err
	}
	request := contract.ListDeliveriesRequest{
		AccountID: cl.principal.AccountID, SubscriptionID: c.Params("id"),
		State: contract.DeliveryState(params["status"]), Cursor: params["cursor"], Limit: 20,
	}
	if text, ok := params["limit"]; ok {
		if request.Limit, err = strconv.Atoi(text); err != nil || request.Limit < 1 ||
			request.Limit > contract.MaxDeliveryPage {
			return apierror.New(contract.CodeInvalidRequest,
				"The query parameter \"limit\" must be a whole number from 1 to %d.",
				contract.MaxDeliveryPage)
		}
	}
	if err := request.Validate(); err != nil {
		return apierror.Wrap(err, contract.CodeInvalidRequest,
			"The query parameter \"status\" must be pending, delivered or failed.")
	}
	reply, err := ask[contract.ListDeliveriesReply](cl.Context, a, contract.RPCNotifierLog, request)
	if err != nil {
		return err
	}
	page := list[contract.Delivery]{Items: reply.Items}
	if page.Items == nil {
		page.Items = []contract.Delivery{}
	}
	if reply.NextCursor != "" {
		page.NextCursor = &reply.NextCursor
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, page)
	return nil
}

func deliveryRequest(c *fiber.Ctx, cl *call) contract.DeliveryRequest {
	return contract.DeliveryRequest{
		AccountID: cl.principal.AccountID, SubscriptionID: c.Params("id"), ID: c.Params("delivery"),
	}
}

func (a *API) getDelivery(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	detail, err := ask[contract.DeliveryDetail](cl.Context, a, contract.RPCNotifierDelivery, deliveryRequest(c, cl))
	if err != nil {
		return err
	}
	if detail.Log == nil {
		detail.Log = []contract.DeliveryAttempt{}
	}
	httpserver.WriteJSON(c.Context(), http.StatusOK, detail)
	return nil
}

func (a *API) replayDelivery(c *fiber.Ctx, cl *call) error {
	if _, err := httpserver.Query(c); err != nil {
		return err
	}
	made, err := ask[contract.Delivery](cl.Context, a, contract.RPCNotifierReplay, deliveryRequest(c, cl))
	if err == nil {
		httpserver.WriteJSON(c.Context(), http.StatusAccepted, made)
	}
	return err
}
