// Package webhooks has the pages of webhooks and their deliveries.
package webhooks

import (
	"embed"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

const webhooksPath = "/webhooks"

//go:embed templates
var templateFiles embed.FS

// Pages are the pages of webhooks.
type Pages struct{ site *site.Site }

// New adds the templates of the pages to the site.
func New(s *site.Site) (*Pages, error) {
	return &Pages{s}, s.AddPages(templateFiles, nil)
}

// AddRoutes adds the routes of the pages. If webhooks are disabled, one page says
// that they are planned.
func (p *Pages) AddRoutes(t *site.Routes) {
	t.Get(webhooksPath, p.webhooksPage)
	if !p.site.Webhooks {
		return
	}
	t.Post(webhooksPath, p.createWebhook)
	t.Get(webhooksPath+"/:id", p.webhookPage)
	t.Post(webhooksPath+"/:id/rotate", p.rotateWebhook)
	t.Post(webhooksPath+"/:id/test", p.callNotifier(contract.RPCNotifierTest, "webhook-tested"))
	t.Post(webhooksPath+"/:id/enable", p.callNotifier(contract.RPCNotifierEnable, "webhook-enabled"))
	t.Post(webhooksPath+"/:id/delete", p.deleteWebhook)
	t.Post(webhooksPath+"/:id/replay", p.replayFailed)
	t.Get(webhooksPath+"/:id/deliveries/:delivery", p.deliveryPage)
	t.Post(webhooksPath+"/:id/deliveries/:delivery/replay", p.replayDelivery)
}

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

func (p *Pages) webhooksPage(c *fiber.Ctx, session *site.Session) error {
	if !p.site.Webhooks {
		return p.site.Show(c, session, http.StatusOK, "webhooks-planned", site.Page{Title: session.Tr("Webhooks"),
			Section: "webhooks"})
	}
	return p.showWebhooks(c, session, http.StatusOK, webhooksData{Events: eventChoices(contract.EventTypes())})
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

func (p *Pages) showWebhooks(c *fiber.Ctx, session *site.Session, status int, data webhooksData) error {
	reply, err := bus.Call[contract.ListSubscriptionsReply](session.Context, p.site.Bus, contract.RPCNotifierList,
		contract.ListSubscriptionsRequest{AccountID: session.AccountID()})
	if err != nil {
		return err
	}
	data.Items, data.Plan, data.Usable = reply.Items, session.Session.Account.Plan,
		session.Session.Account.Plan.HasWebhooks()
	return p.site.Show(c, session, status, "webhooks", site.Page{Title: session.Tr("Webhooks"), Section: "webhooks",
		Data: data})
}

func (p *Pages) createWebhook(c *fiber.Ctx, session *site.Session) error {
	if !session.Confirmed {
		return site.AskConfirmation(c, webhooksPath)
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	request := contract.CreateSubscriptionRequest{AccountID: session.AccountID(), Plan: session.Session.Account.Plan,
		URL: strings.TrimSpace(form.Get("url"))}
	for _, e := range form["events"] {
		request.Events = append(request.Events, contract.EventType(e))
	}
	made, err := bus.Call[contract.SubscriptionSecret](session.Context, p.site.Bus, contract.RPCNotifierCreate, request)
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodePlanRequired,
		contract.CodeLimitReached); ok {
		return p.showWebhooks(c, session, status,
			webhooksData{URL: request.URL, Events: eventChoices(request.Events), Error: message})
	}
	if err != nil {
		return err
	}
	return p.showWebhookSecret(c, session, made)
}

func (p *Pages) showWebhookSecret(c *fiber.Ctx, session *site.Session, made contract.SubscriptionSecret) error {
	return p.site.Show(c, session, http.StatusOK, "webhook-secret",
		site.Page{Title: session.Tr("Secret of a webhook"), Section: "webhooks", Data: made})
}

// subscriptionOf reads the id in the path. Malformed ids have the error of unknown ones; the notifier checks the rest.
func subscriptionOf(c *fiber.Ctx, session *site.Session) (contract.SubscriptionRequest, error) {
	const maxLength = 80
	id := c.Params("id")
	if !strings.HasPrefix(id, contract.PrefixSubscription) || len(id) > maxLength {
		return contract.SubscriptionRequest{}, site.NotFound("webhook")
	}
	return contract.SubscriptionRequest{AccountID: session.AccountID(), ID: id}, nil
}

// shownDeliveries is the number of latest deliveries on the page.
const shownDeliveries = 25

type webhookData struct {
	contract.Subscription
	InPlan     bool
	Deliveries []contract.Delivery
	Since      string // a day ago, for the field of the replay
	Error      string
}

func (p *Pages) webhookPage(c *fiber.Ctx, session *site.Session) error {
	return p.showWebhook(c, session, http.StatusOK, "")
}

func (p *Pages) showWebhook(c *fiber.Ctx, session *site.Session, status int, problem string) error {
	request, err := subscriptionOf(c, session)
	if err != nil {
		return err
	}
	data := webhookData{
		Error: problem, InPlan: session.Session.Account.Plan.HasWebhooks(),
		Since: p.site.Now().UTC().AddDate(0, 0, -1).Format(sinceLayout),
	}
	if data.Subscription, err = bus.Call[contract.Subscription](session.Context, p.site.Bus, contract.RPCNotifierGet,
		request); err != nil {
		return err
	}
	log, err := bus.Call[contract.ListDeliveriesReply](session.Context, p.site.Bus, contract.RPCNotifierLog,
		contract.ListDeliveriesRequest{AccountID: request.AccountID, SubscriptionID: request.ID, Limit: shownDeliveries})
	if err != nil {
		return err
	}
	data.Deliveries = log.Items
	return p.site.Show(c, session, status, "webhook", site.Page{Title: session.Tr("Webhook"), Section: "webhooks",
		Data: data})
}

func (p *Pages) rotateWebhook(c *fiber.Ctx, session *site.Session) error {
	request, err := subscriptionOf(c, session)
	if err != nil {
		return err
	}
	if !session.Confirmed {
		return site.AskConfirmation(c, webhooksPath+"/"+request.ID)
	}
	made, err := bus.Call[contract.SubscriptionSecret](session.Context, p.site.Bus, contract.RPCNotifierRotate, request)
	if err != nil {
		return err
	}
	return p.showWebhookSecret(c, session, made)
}

// callNotifier returns a handler that calls the notifier about a webhook and then shows its page.
func (p *Pages) callNotifier(subject, done string) site.Handler {
	return func(c *fiber.Ctx, session *site.Session) error {
		request, err := subscriptionOf(c, session)
		if err != nil {
			return err
		}
		_, err = bus.Call[anything](session.Context, p.site.Bus, subject, request)
		if message, status, ok := site.Refusal(err, contract.CodeInvalidState, contract.CodePlanRequired); ok {
			return p.showWebhook(c, session, status, message)
		}
		if err != nil {
			return err
		}
		return site.Redirect(c, webhooksPath+"/"+request.ID+"?done="+done)
	}
}

// anything is a reply whose content does not matter.
type anything map[string]any

// Validate accepts any reply.
func (anything) Validate() error { return nil }

func (p *Pages) deleteWebhook(c *fiber.Ctx, session *site.Session) error {
	request, err := subscriptionOf(c, session)
	if err != nil {
		return err
	}
	if _, err := bus.Call[contract.Empty](session.Context, p.site.Bus, contract.RPCNotifierDelete, request); err != nil {
		return err
	}
	return site.Redirect(c, webhooksPath+"?done=webhook-deleted")
}
