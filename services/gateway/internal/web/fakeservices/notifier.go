package fakeservices

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// Notifier is a fake notifier service.
type Notifier struct {
	mu        sync.Mutex
	byAccount map[string][]contract.Subscription
	last      bus.Message
	refusal   error

	server *bus.Server
}

func startNotifier(t testing.TB, conn *bus.Conn) *Notifier {
	s := serve(t, conn, "notifier")
	n := &Notifier{byAccount: map[string][]contract.Subscription{}, server: s}
	handle(t, s, contract.RPCNotifierList, n.list)
	handle(t, s, contract.RPCNotifierDelete, n.delete)
	return n
}

// Add adds a subscription to an account.
func (n *Notifier) Add(accountID string, s contract.Subscription) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.byAccount[accountID] = append(n.byAccount[accountID], s)
}

func (n *Notifier) list(
	_ context.Context, r contract.ListSubscriptionsRequest,
) (contract.ListSubscriptionsReply, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return contract.ListSubscriptionsReply{Items: slices.Clone(n.byAccount[r.AccountID])}, nil
}

func (n *Notifier) delete(_ context.Context, r contract.DeleteSubscriptionRequest) (contract.Empty, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.byAccount[r.AccountID]
	i := slices.IndexFunc(all, func(s contract.Subscription) bool { return s.ID == r.ID })
	if i < 0 {
		return contract.Empty{}, apierror.New(contract.CodeNotFound, "No subscription has this id.")
	}
	n.byAccount[r.AccountID] = slices.Delete(all, i, i+1)
	return contract.Empty{}, nil
}

// Enable answers requests about enabled webhooks, always with the same data.
func (n *Notifier) Enable(t testing.TB) {
	t.Helper()
	at := contract.TimeOf(time.Date(2026, 10, 2, 8, 0, 0, 0, time.UTC))
	sub := contract.Subscription{
		ID: "wh_1", URL: "https://example.com/hook", Events: []contract.EventType{contract.EventBatchFailed},
		IsActive: true, CreatedAt: at,
		State: contract.SubscriptionFailing, FailingSince: &at,
	}
	delivery := contract.Delivery{
		ID: "dlv_1", SubscriptionID: "wh_1", Event: contract.EventBatchFailed, State: contract.DeliveryFailed,
		Attempts: 6, CreatedAt: at,
	}
	secret := contract.SubscriptionSecret{Subscription: sub, Secret: "whsec_1"}
	handle(t, n.server, contract.RPCNotifierCreate,
		func(_ context.Context, r contract.CreateSubscriptionRequest) (contract.SubscriptionSecret, error) {
			made := secret
			made.URL, made.Events = r.URL, r.Events
			return made, n.note(r)
		})
	same[contract.SubscriptionRequest](t, n, contract.RPCNotifierGet, sub)
	same[contract.SubscriptionRequest](t, n, contract.RPCNotifierRotate, secret)
	same[contract.SubscriptionRequest](t, n, contract.RPCNotifierEnable, sub)
	same[contract.SubscriptionRequest](t, n, contract.RPCNotifierTest, delivery)
	same[contract.ReplayRequest](t, n, contract.RPCNotifierReplayAll, contract.ReplayReply{Replayed: 3})
	same[contract.ListDeliveriesRequest](t, n, contract.RPCNotifierLog,
		contract.ListDeliveriesReply{Items: []contract.Delivery{delivery}, NextCursor: "next"})
	same[contract.DeliveryRequest](t, n, contract.RPCNotifierDelivery,
		contract.DeliveryDetail{Delivery: delivery, URL: sub.URL, Body: "{}"})
	same[contract.DeliveryRequest](t, n, contract.RPCNotifierReplay, delivery)
}

func same[Req, Reply bus.Message](t testing.TB, n *Notifier, subject string, reply Reply) {
	t.Helper()
	handle(t, n.server, subject, func(_ context.Context, r Req) (Reply, error) { return reply, n.note(r) })
}

// note stores a request and returns the error set by Refuse.
func (n *Notifier) note(r bus.Message) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = r
	return n.refusal
}

// Last returns the last request about webhooks.
func (n *Notifier) Last() bus.Message {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.last
}

// Refuse answers requests about enabled webhooks with err; nil ends that.
func (n *Notifier) Refuse(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.refusal = err
}
