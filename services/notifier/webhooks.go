package notifier

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/target"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// webhooks handles the requests for enabled webhooks.
type webhooks struct {
	store    *store.Store
	sealer   *webhook.Sealer
	random   io.Reader
	policy   target.Policy
	resolver target.Resolver
	now      func() time.Time
	due      func() // called when a delivery is due
	changed  func() // called when a subscription has another state
}

func (w *webhooks) handlers() func(*bus.Server) error {
	return func(server *bus.Server) error {
		return errors.Join(
			bus.Handle(server, contract.RPCNotifierCreate, w.create),
			bus.Handle(server, contract.RPCNotifierGet, w.get),
			bus.Handle(server, contract.RPCNotifierRotate, w.rotate),
			bus.Handle(server, contract.RPCNotifierEnable, w.enable),
			bus.Handle(server, contract.RPCNotifierTest, w.test),
			bus.Handle(server, contract.RPCNotifierReplayAll, w.replayAll),
			bus.Handle(server, contract.RPCNotifierLog, w.log),
			bus.Handle(server, contract.RPCNotifierDelivery, w.delivery),
			bus.Handle(server, contract.RPCNotifierReplay, w.replay),
		)
	}
}

func (w *webhooks) create(
	ctx context.Context, r contract.CreateSubscriptionRequest,
) (made contract.SubscriptionSecret, err error) {
	if !r.Plan.HasWebhooks() {
		return made, apierror.New(contract.CodePlanRequired, "Webhooks require the Pro or Enterprise plan.")
	}
	if err := checkEvents(r.Events); err != nil {
		return made, err
	}
	if err := w.policy.Check(ctx, w.resolver, r.URL); err != nil {
		return made, err
	}
	id, err := webhook.NewSubscriptionID(w.random)
	if err != nil {
		return made, err
	}
	secret, sealed, err := w.newSecret(id)
	if err != nil {
		return made, err
	}
	sub, err := w.store.Create(ctx, store.NewSubscription{
		ID: id, Account: r.AccountID, URL: r.URL, Events: r.Events, Secret: sealed,
	}, contract.MaxSubscriptions)
	return contract.SubscriptionSecret{Subscription: sub, Secret: secret}, pgstore.Fault(err)
}

func checkEvents(events []contract.EventType) error {
	known := contract.EventTypes()
	if len(events) == 0 {
		return apierror.New(contract.CodeInvalidRequest, "The member \"events\" must name at least one event.")
	}
	for i, event := range events {
		if !slices.Contains(known, event) {
			return apierror.New(contract.CodeInvalidRequest, "The event %.60q is not known. Known are: %s.", event, words(known))
		}
		if slices.Contains(events[:i], event) {
			return apierror.New(contract.CodeInvalidRequest, "The event %q appears more than once.", event)
		}
	}
	return nil
}

func words(events []contract.EventType) (list string) {
	for i, event := range events {
		if i > 0 {
			list += ", "
		}
		list += string(event)
	}
	return list
}

// newSecret returns a new secret, plain for its owner and sealed for the database.
func (w *webhooks) newSecret(id string) (secret string, sealed []byte, err error) {
	if secret, err = webhook.NewSecret(w.random); err != nil {
		return "", nil, err
	}
	sealed, err = w.sealer.Seal(id, secret)
	return secret, sealed, err
}

func (w *webhooks) get(ctx context.Context, r contract.SubscriptionRequest) (contract.Subscription, error) {
	if unwritable(r.ID) {
		return contract.Subscription{}, store.NotFound()
	}
	sub, err := w.store.Subscription(ctx, r.AccountID, r.ID)
	return sub, pgstore.Fault(err)
}

func (w *webhooks) rotate(
	ctx context.Context, r contract.SubscriptionRequest,
) (made contract.SubscriptionSecret, err error) {
	if unwritable(r.ID) {
		return made, store.NotFound()
	}
	secret, sealed, err := w.newSecret(r.ID)
	if err != nil {
		return made, err
	}
	sub, err := w.store.Rotate(ctx, r.AccountID, r.ID, sealed, contract.SecretOverlap)
	return contract.SubscriptionSecret{Subscription: sub, Secret: secret}, pgstore.Fault(err)
}

func (w *webhooks) enable(ctx context.Context, r contract.SubscriptionRequest) (contract.Subscription, error) {
	if unwritable(r.ID) {
		return contract.Subscription{}, store.NotFound()
	}
	sub, err := w.store.Enable(ctx, r.AccountID, r.ID)
	if err != nil {
		return sub, pgstore.Fault(err)
	}
	w.changed()
	return sub, nil
}

// test sends example data, once and without retries.
func (w *webhooks) test(ctx context.Context, r contract.SubscriptionRequest) (contract.Delivery, error) {
	sub, err := w.get(ctx, r)
	if err != nil {
		return contract.Delivery{}, err
	}
	id, err := uuid.NewV7FromReader(w.random)
	if err != nil {
		return contract.Delivery{}, err
	}
	event := sub.Events[0]
	at := w.now()
	body, err := webhook.Example(event, r.AccountID, at)
	if err != nil {
		return contract.Delivery{}, err
	}
	err = w.store.InsertTest(ctx, sub.ID, id, store.Event{
		ID: "test." + id.String(), Account: r.AccountID, Ref: "test", Type: event, At: at, Body: body,
	})
	if err != nil {
		return contract.Delivery{}, pgstore.Fault(err)
	}
	w.due()
	return w.read(ctx, contract.DeliveryRequest{AccountID: r.AccountID, SubscriptionID: sub.ID,
		ID: contract.PrefixDelivery + id.String()})
}

func (w *webhooks) log(ctx context.Context, r contract.ListDeliveriesRequest) (contract.ListDeliveriesReply, error) {
	if unwritable(r.SubscriptionID) {
		return contract.ListDeliveriesReply{}, store.NotFound()
	}
	items, next, err := w.store.Deliveries(ctx, r)
	return contract.ListDeliveriesReply{Items: items, NextCursor: next}, pgstore.Fault(err)
}

func (w *webhooks) delivery(ctx context.Context, r contract.DeliveryRequest) (contract.DeliveryDetail, error) {
	if unwritable(r.SubscriptionID) {
		return contract.DeliveryDetail{}, store.NotFound()
	}
	detail, err := w.store.Delivery(ctx, r.AccountID, r.SubscriptionID, r.ID)
	return detail, pgstore.Fault(err)
}

func (w *webhooks) replay(ctx context.Context, r contract.DeliveryRequest) (contract.Delivery, error) {
	if unwritable(r.SubscriptionID) {
		return contract.Delivery{}, store.NotFound()
	}
	if err := w.store.Replay(ctx, r); err != nil {
		return contract.Delivery{}, pgstore.Fault(err)
	}
	w.due()
	return w.read(ctx, r)
}

func (w *webhooks) read(ctx context.Context, r contract.DeliveryRequest) (contract.Delivery, error) {
	detail, err := w.store.Delivery(ctx, r.AccountID, r.SubscriptionID, r.ID)
	return detail.Delivery, pgstore.Fault(err)
}

func (w *webhooks) replayAll(ctx context.Context, r contract.ReplayRequest) (contract.ReplayReply, error) {
	if unwritable(r.ID) {
		return contract.ReplayReply{}, store.NotFound()
	}
	n, err := w.store.ReplayFailed(ctx, r)
	if err != nil {
		return contract.ReplayReply{}, pgstore.Fault(err)
	}
	w.due()
	return contract.ReplayReply{Replayed: n}, nil
}

// handlers handle the requests under docmill.rpc.notifier that work with webhooks on and off.
type handlers struct{ store *store.Store }

func (h *handlers) list(
	ctx context.Context, r contract.ListSubscriptionsRequest,
) (contract.ListSubscriptionsReply, error) {
	items, err := h.store.Subscriptions(ctx, r.AccountID)
	return contract.ListSubscriptionsReply{Items: items}, pgstore.Fault(err)
}

func (h *handlers) remove(ctx context.Context, r contract.DeleteSubscriptionRequest) (contract.Empty, error) {
	if unwritable(r.ID) {
		return contract.Empty{}, store.NotFound()
	}
	return contract.Empty{}, pgstore.Fault(h.store.Delete(ctx, r.AccountID, r.ID))
}

func (h *handlers) forget(ctx context.Context, r contract.ForgetEventsRequest) (contract.Empty, error) {
	return contract.Empty{}, pgstore.Fault(h.store.Forget(ctx, r.AccountID, r.IDs))
}

// unwritable reports whether a client's id contains NUL, which Postgres cannot store.
func unwritable(id string) bool { return strings.ContainsRune(id, 0) }

// offHandlers refuse everything else.
func offHandlers() func(*bus.Server) error {
	return func(server *bus.Server) error {
		var errs []error
		for _, subject := range []string{
			contract.RPCNotifierCreate, contract.RPCNotifierGet, contract.RPCNotifierRotate, contract.RPCNotifierEnable,
			contract.RPCNotifierTest, contract.RPCNotifierReplayAll, contract.RPCNotifierLog, contract.RPCNotifierDelivery,
			contract.RPCNotifierReplay,
		} {
			errs = append(errs, bus.Handle(server, subject, notAvailable))
		}
		return errors.Join(errs...)
	}
}

func notAvailable(context.Context, contract.Empty) (contract.Empty, error) {
	return contract.Empty{}, apierror.New(contract.CodeWebhooksNotAvailable, "Webhooks are not available yet.")
}
