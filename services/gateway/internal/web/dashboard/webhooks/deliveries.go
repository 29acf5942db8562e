package webhooks

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

type deliveryData struct {
	contract.DeliveryDetail
	Webhook  contract.Subscription
	Attempts []deliveryAttempt // newest first
	Error    string
}

// deliveryAttempt is an attempt with its headers sorted by name.
type deliveryAttempt struct {
	contract.DeliveryAttempt
	Sent []header
}

type header struct{ Name, Value string }

// Accepted reports whether the receiver accepted the delivery.
func (a deliveryAttempt) Accepted() bool {
	return a.Status != nil && *a.Status >= 200 && *a.Status < 300
}

// Milliseconds is the duration of the attempt.
func (a deliveryAttempt) Milliseconds() int { return int(a.DurationMs) }

// deliveryOf reads the ids in the path. The notifier checks that of the delivery.
func deliveryOf(c *fiber.Ctx, session *site.Session) (contract.DeliveryRequest, error) {
	of, err := subscriptionOf(c, session)
	return contract.DeliveryRequest{AccountID: of.AccountID, SubscriptionID: of.ID, ID: c.Params("delivery")}, err
}

func (p *Pages) deliveryPage(c *fiber.Ctx, session *site.Session) error {
	return p.showDelivery(c, session, http.StatusOK, "")
}

func (p *Pages) showDelivery(c *fiber.Ctx, session *site.Session, status int, problem string) error {
	request, err := deliveryOf(c, session)
	if err != nil {
		return err
	}
	data := deliveryData{Error: problem}
	data.DeliveryDetail, err = bus.Call[contract.DeliveryDetail](session.Context, p.site.Bus,
		contract.RPCNotifierDelivery, request)
	if err != nil {
		return err
	}
	data.Webhook, err = bus.Call[contract.Subscription](session.Context, p.site.Bus, contract.RPCNotifierGet,
		contract.SubscriptionRequest{AccountID: request.AccountID, ID: request.SubscriptionID})
	if err != nil {
		return err
	}
	for _, a := range slices.Backward(data.Log) {
		shown := deliveryAttempt{DeliveryAttempt: a}
		for _, name := range slices.Sorted(maps.Keys(a.Headers)) {
			shown.Sent = append(shown.Sent, header{name, a.Headers[name]})
		}
		data.Attempts = append(data.Attempts, shown)
	}
	return p.site.Show(c, session, status, "webhook-delivery", site.Page{Title: session.Tr("Delivery"),
		Section: "webhooks", Data: data})
}

func (p *Pages) replayDelivery(c *fiber.Ctx, session *site.Session) error {
	request, err := deliveryOf(c, session)
	if err != nil {
		return err
	}
	_, err = bus.Call[contract.Delivery](session.Context, p.site.Bus, contract.RPCNotifierReplay, request)
	if message, status, ok := site.Refusal(err, contract.CodeInvalidState, contract.CodePlanRequired); ok {
		return p.showDelivery(c, session, status, message)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, webhooksPath+"/"+request.SubscriptionID+"/deliveries/"+request.ID+"?done=webhook-replayed")
}

// replayFailed resends all deliveries that have failed since a time.
func (p *Pages) replayFailed(c *fiber.Ctx, session *site.Session) error {
	of, err := subscriptionOf(c, session)
	if err != nil {
		return err
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	since, err := readSince(form.Get("since"))
	if err != nil {
		return p.showWebhook(c, session, http.StatusBadRequest,
			session.Tr("Choose the date and time from which to resend failed deliveries."))
	}
	reply, err := bus.Call[contract.ReplayReply](session.Context, p.site.Bus, contract.RPCNotifierReplayAll,
		contract.ReplayRequest{AccountID: of.AccountID, ID: of.ID, Since: contract.TimeOf(since)})
	if message, status, ok := site.Refusal(err, contract.CodeInvalidState, contract.CodePlanRequired); ok {
		return p.showWebhook(c, session, status, message)
	}
	if err != nil {
		return err
	}
	done := "webhook-replayed-all"
	if reply.Replayed == 0 {
		done = "webhook-none-failed"
	}
	return site.Redirect(c, webhooksPath+"/"+of.ID+"?done="+done)
}

// sinceLayout is the format of a datetime-local field; the page says that it is UTC.
const sinceLayout = "2006-01-02T15:04"

func readSince(text string) (time.Time, error) {
	since, err := time.Parse(sinceLayout, text)
	if err != nil { // some browsers send seconds
		since, err = time.Parse(sinceLayout+":05", text)
	}
	return since, err
}
