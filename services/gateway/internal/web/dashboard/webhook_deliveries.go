package dashboard

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// deliveryRoutes adds what a webhook sent, and sending it again.
func (d *Dashboard) deliveryRoutes(t *table) {
	t.post(webhooksPath+"/:id/replay", d.replayFailed)
	t.get(webhooksPath+"/:id/deliveries/:delivery", d.deliveryPage)
	t.post(webhooksPath+"/:id/deliveries/:delivery/replay", d.replayDelivery)
}

// deliveryData is the data of the page about one delivery.
type deliveryData struct {
	contract.DeliveryDetail
	Webhook  contract.Subscription
	Attempts []deliveryAttempt // newest first
	Error    string
}

// deliveryAttempt is one with its headers in the order of their names.
type deliveryAttempt struct {
	contract.DeliveryAttempt
	Sent []header
}

type header struct{ Name, Value string }

// Accepted reports whether the answer took the delivery in.
func (a deliveryAttempt) Accepted() bool {
	return a.Status != nil && *a.Status >= 200 && *a.Status < 300
}

// Milliseconds is how long the attempt took.
func (a deliveryAttempt) Milliseconds() int { return int(a.DurationMs) }

// deliveryOf names the delivery in the path; what cannot be one is the
// notifier's to refuse.
func deliveryOf(c *fiber.Ctx, v *visit) (contract.DeliveryRequest, error) {
	of, err := subscriptionOf(c, v)
	return contract.DeliveryRequest{AccountID: of.AccountID, SubscriptionID: of.ID, ID: c.Params("delivery")}, err
}

func pathOfDelivery(r contract.DeliveryRequest) string {
	return webhooksPath + "/" + r.SubscriptionID + "/deliveries/" + r.ID
}

func (d *Dashboard) deliveryPage(c *fiber.Ctx, v *visit) error {
	return d.showDelivery(c, v, http.StatusOK, "")
}

func (d *Dashboard) showDelivery(c *fiber.Ctx, v *visit, status int, problem string) error {
	request, err := deliveryOf(c, v)
	if err != nil {
		return err
	}
	data := deliveryData{Error: problem}
	data.DeliveryDetail, err = bus.Call[contract.DeliveryDetail](v.Context, d.deps.Bus,
		contract.RPCNotifierDelivery, request)
	if err != nil {
		return err
	}
	data.Webhook, err = bus.Call[contract.Subscription](v.Context, d.deps.Bus, contract.RPCNotifierGet,
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
	return d.show(c, v, status, "webhook-delivery", page{Title: v.tr("Delivery"), Section: "webhooks", Data: data})
}

func (d *Dashboard) replayDelivery(c *fiber.Ctx, v *visit) error {
	request, err := deliveryOf(c, v)
	if err != nil {
		return err
	}
	_, err = bus.Call[contract.Delivery](v.Context, d.deps.Bus, contract.RPCNotifierReplay, request)
	if sentence, status, ok := said(err, contract.CodeInvalidState, contract.CodePlanRequired); ok {
		return d.showDelivery(c, v, status, sentence)
	}
	if err != nil {
		return err
	}
	return redirect(c, pathOfDelivery(request)+"?done=webhook-replayed")
}

// replayFailed sends what has failed since a time again.
func (d *Dashboard) replayFailed(c *fiber.Ctx, v *visit) error {
	of, err := subscriptionOf(c, v)
	if err != nil {
		return err
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	since, err := readSince(form.Get("since"))
	if err != nil {
		return d.showWebhook(c, v, http.StatusBadRequest,
			v.tr("Choose the day and time since when failed deliveries are sent again."))
	}
	reply, err := bus.Call[contract.ReplayReply](v.Context, d.deps.Bus, contract.RPCNotifierReplayAll,
		contract.ReplayRequest{AccountID: of.AccountID, ID: of.ID, Since: contract.TimeOf(since)})
	if sentence, status, ok := said(err, contract.CodeInvalidState, contract.CodePlanRequired); ok {
		return d.showWebhook(c, v, status, sentence)
	}
	if err != nil {
		return err
	}
	done := "webhook-replayed-all"
	if reply.Replayed == 0 {
		done = "webhook-none-failed"
	}
	return redirect(c, webhooksPath+"/"+of.ID+"?done="+done)
}

// sinceLayout is what browsers send of a field for day and time, which is in UTC
// here.
const sinceLayout = "2006-01-02T15:04"

func readSince(text string) (time.Time, error) {
	since, err := time.Parse(sinceLayout, text)
	if err != nil { // some send seconds
		since, err = time.Parse(sinceLayout+":05", text)
	}
	return since, err
}
