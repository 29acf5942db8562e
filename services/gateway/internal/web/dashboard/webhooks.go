package dashboard

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

const webhooksPath = "/webhooks"

// webhookRoutes adds the page that says that webhooks are planned and, where the
// operator has enabled them all the same, what looks after them.
func (d *Dashboard) webhookRoutes(t *table) {
	t.get(webhooksPath, d.webhooksPage)
	if !d.deps.Webhooks {
		return
	}
	t.post(webhooksPath, d.createWebhook)
	t.get(webhooksPath+"/:id", d.webhookPage)
	t.post(webhooksPath+"/:id/rotate", d.rotateWebhook)
	t.post(webhooksPath+"/:id/test", d.askWebhook(contract.RPCNotifierTest, "webhook-tested"))
	t.post(webhooksPath+"/:id/enable", d.askWebhook(contract.RPCNotifierEnable, "webhook-enabled"))
	t.post(webhooksPath+"/:id/delete", d.deleteWebhook)
	d.deliveryRoutes(t)
}

// webhooksData is the data of the list.
type webhooksData struct {
	Plan   contract.Plan
	Usable bool // webhooks are enabled and the plan has them
	Items  []contract.Subscription
	Events []eventChoice
	URL    string // as typed
	Error  string
}

type eventChoice struct {
	Event  contract.EventType
	Chosen bool
}

func (d *Dashboard) webhooksPage(c *fiber.Ctx, v *visit) error {
	if !d.deps.Webhooks {
		return d.show(c, v, http.StatusOK, "webhooks-planned", page{Title: v.tr("Webhooks"), Section: "webhooks"})
	}
	return d.showWebhooks(c, v, http.StatusOK, webhooksData{Events: eventChoices(contract.EventTypes())})
}

func eventChoices(chosen []contract.EventType) []eventChoice {
	var choices []eventChoice
	for _, e := range contract.EventTypes() {
		choice := eventChoice{Event: e}
		for _, c := range chosen {
			choice.Chosen = choice.Chosen || c == e
		}
		choices = append(choices, choice)
	}
	return choices
}

func (d *Dashboard) showWebhooks(c *fiber.Ctx, v *visit, status int, data webhooksData) error {
	reply, err := bus.Call[contract.ListSubscriptionsReply](v.Context, d.deps.Bus, contract.RPCNotifierList,
		contract.ListSubscriptionsRequest{AccountID: v.account()})
	if err != nil {
		return err
	}
	data.Items, data.Plan, data.Usable = reply.Items, v.Session.Account.Plan, v.Session.Account.Plan.HasWebhooks()
	return d.show(c, v, status, "webhooks", page{Title: v.tr("Webhooks"), Section: "webhooks", Data: data})
}

func (d *Dashboard) createWebhook(c *fiber.Ctx, v *visit) error {
	if !v.Session.Confirmed {
		return askConfirmation(c, webhooksPath)
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	request := contract.CreateSubscriptionRequest{AccountID: v.account(), Plan: v.Session.Account.Plan,
		URL: strings.TrimSpace(form.Get("url"))}
	for _, e := range form["events"] {
		request.Events = append(request.Events, contract.EventType(e))
	}
	made, err := bus.Call[contract.SubscriptionSecret](v.Context, d.deps.Bus, contract.RPCNotifierCreate, request)
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodePlanRequired,
		contract.CodeLimitReached); ok {
		return d.showWebhooks(c, v, status,
			webhooksData{URL: request.URL, Events: eventChoices(request.Events), Error: sentence})
	}
	if err != nil {
		return err
	}
	return d.showWebhookSecret(c, v, made)
}

func (d *Dashboard) showWebhookSecret(c *fiber.Ctx, v *visit, made contract.SubscriptionSecret) error {
	return d.show(c, v, http.StatusOK, "webhook-secret",
		page{Title: v.tr("Secret of a webhook"), Section: "webhooks", Data: made})
}

// subscriptionOf names the webhook in the path. Its token is the notifier's to
// know; what cannot be one is answered as one that is not known.
func subscriptionOf(c *fiber.Ctx, v *visit) (contract.SubscriptionRequest, error) {
	const longest = 80
	id := c.Params("id")
	if !strings.HasPrefix(id, contract.PrefixSubscription) || len(id) > longest {
		return contract.SubscriptionRequest{}, notFound("webhook")
	}
	return contract.SubscriptionRequest{AccountID: v.account(), ID: id}, nil
}

// shownDeliveries is how many of the last deliveries a page shows.
const shownDeliveries = 25

// webhookData is the data of the page about one webhook.
type webhookData struct {
	contract.Subscription
	InPlan     bool
	Deliveries []contract.Delivery
	Since      string // a day ago, for the field of the replay
	Error      string
}

func (d *Dashboard) webhookPage(c *fiber.Ctx, v *visit) error {
	return d.showWebhook(c, v, http.StatusOK, "")
}

func (d *Dashboard) showWebhook(c *fiber.Ctx, v *visit, status int, problem string) error {
	request, err := subscriptionOf(c, v)
	if err != nil {
		return err
	}
	data := webhookData{
		Error: problem, InPlan: v.Session.Account.Plan.HasWebhooks(),
		Since: d.deps.Now().UTC().AddDate(0, 0, -1).Format(sinceLayout),
	}
	if data.Subscription, err = bus.Call[contract.Subscription](v.Context, d.deps.Bus, contract.RPCNotifierGet,
		request); err != nil {
		return err
	}
	log, err := bus.Call[contract.ListDeliveriesReply](v.Context, d.deps.Bus, contract.RPCNotifierLog,
		contract.ListDeliveriesRequest{AccountID: request.AccountID, SubscriptionID: request.ID, Limit: shownDeliveries})
	if err != nil {
		return err
	}
	data.Deliveries = log.Items
	return d.show(c, v, status, "webhook", page{Title: v.tr("Webhook"), Section: "webhooks", Data: data})
}

// rotateWebhook makes a new secret and shows it.
func (d *Dashboard) rotateWebhook(c *fiber.Ctx, v *visit) error {
	request, err := subscriptionOf(c, v)
	if err != nil {
		return err
	}
	if !v.Session.Confirmed {
		return askConfirmation(c, webhooksPath+"/"+request.ID)
	}
	made, err := bus.Call[contract.SubscriptionSecret](v.Context, d.deps.Bus, contract.RPCNotifierRotate, request)
	if err != nil {
		return err
	}
	return d.showWebhookSecret(c, v, made)
}

// askWebhook has the notifier do something with a webhook and shows its page.
func (d *Dashboard) askWebhook(subject, done string) handler {
	return func(c *fiber.Ctx, v *visit) error {
		request, err := subscriptionOf(c, v)
		if err != nil {
			return err
		}
		_, err = bus.Call[anything](v.Context, d.deps.Bus, subject, request)
		if sentence, status, ok := said(err, contract.CodeInvalidState, contract.CodePlanRequired); ok {
			return d.showWebhook(c, v, status, sentence)
		}
		if err != nil {
			return err
		}
		return redirect(c, webhooksPath+"/"+request.ID+"?done="+done)
	}
}

// anything is an answer of which only that it came matters.
type anything map[string]any

// Validate accepts.
func (anything) Validate() error { return nil }

func (d *Dashboard) deleteWebhook(c *fiber.Ctx, v *visit) error {
	request, err := subscriptionOf(c, v)
	if err != nil {
		return err
	}
	if _, err := bus.Call[contract.Empty](v.Context, d.deps.Bus, contract.RPCNotifierDelete, request); err != nil {
		return err
	}
	return redirect(c, webhooksPath+"?done=webhook-deleted")
}
