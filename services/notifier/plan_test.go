package notifier_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// plans answers for the service auth which plans accounts have.
type plans struct {
	mu   sync.Mutex
	plan contract.Plan
}

func (p *plans) set(plan contract.Plan) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plan = plan
}

func (p *plans) answer(_ context.Context, r contract.PlansRequest) (contract.PlansReply, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	reply := contract.PlansReply{Plans: map[string]contract.Plan{}}
	for _, id := range r.AccountIDs {
		reply.Plans[id] = p.plan
	}
	return reply, nil
}

// change moves the account to a plan, signals it, and waits until it is noticed.
func (p *plans) change(r *rig, auth *bus.Conn, plan contract.Plan) {
	r.t.Helper()
	p.set(plan)
	require.NoError(r.t, auth.Publish(r.ctx, contract.SignalAccountChanged, contract.AccountChanged{AccountID: account}))
	want := "false"
	if plan.HasWebhooks() {
		want = "true"
	}
	for deadline := time.Now().Add(testTimeout / 2); r.text(
		`SELECT bool_and(in_plan)::text FROM subscriptions`) != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("nobody noticed the plan %s", plan)
		}
	}
}

// An account that moves to a plan without webhooks keeps them without deliveries: pending ones have failed,
// and new events are not queued. With the old plan they work again.
func TestPlanWithoutWebhooks(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	auth := connect(t, r.server, contract.UserAuth)
	known := &plans{}
	server, err := bus.NewServer(r.ctx, auth, contract.UserAuth)
	require.NoError(t, err)
	require.NoError(t, bus.Handle(server, contract.RPCAuthAccountPlans, known.answer))
	sub := r.subscribe(contract.EventExtractionCompleted)
	me := contract.SubscriptionRequest{AccountID: account, ID: sub.ID}
	r.hook.status <- 500
	r.publish(contract.EventExtractionCompleted, account)
	got, _ := r.next()
	pending := got.Header.Get("X-Service-Delivery")
	r.settled(sub.ID, pending, 1)

	known.change(r, auth, contract.PlanStarter)
	// The pending delivery fails after the plan is stored.
	for deadline := time.Now().Add(testTimeout / 2); ; time.Sleep(5 * time.Millisecond) {
		d := r.settled(sub.ID, pending, 1)
		if d.State == contract.DeliveryFailed {
			break
		}
		require.False(t, time.Now().After(deadline), "the pending delivery is", d.State)
	}
	r.refused(contract.CodePlanRequired, contract.RPCNotifierTest, me)
	r.refused(contract.CodePlanRequired, contract.RPCNotifierReplay,
		contract.DeliveryRequest{AccountID: account, SubscriptionID: sub.ID, ID: pending})
	r.refused(contract.CodePlanRequired, contract.RPCNotifierReplayAll,
		contract.ReplayRequest{AccountID: account, ID: sub.ID})
	missed := r.publish(contract.EventExtractionCompleted, account)
	s := ask[contract.Subscription](r, contract.RPCNotifierGet, me)
	assert.True(t, s.IsActive, s)
	r.takenIn()

	known.change(r, auth, contract.PlanPro)
	if n := ask[contract.ReplayReply](r, contract.RPCNotifierReplayAll,
		contract.ReplayRequest{AccountID: account, ID: sub.ID}); n.Replayed != 1 {
		t.Errorf("%d replayed", n.Replayed)
	}
	again, _ := r.next()
	assert.Equal(t, again.Header.Get("X-Service-Delivery"), pending, "replayed as")
	body := r.publish(contract.EventExtractionCompleted, account)
	_, sent := r.next()
	assert.True(t, sent == body && sent != missed, "after the upgrade", sent)

	known.change(r, auth, contract.PlanFree)
	ask[contract.Empty](r, contract.RPCNotifierDelete, me)
}

// takenIn waits until all events that were published are taken in.
func (r *rig) takenIn() {
	r.t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(r.server.Provider()), nats.UserInfo(contract.UserOperator, "pw"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	require.NoError(r.t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(r.t, err)
	consumer, err := js.Consumer(r.ctx, contract.StreamEvents, contract.DurableWebhooks)
	require.NoError(r.t, err)
	for deadline := time.Now().Add(testTimeout / 2); ; time.Sleep(5 * time.Millisecond) {
		info, err := consumer.Info(r.ctx)
		require.NoError(r.t, err)
		if info.NumPending == 0 && info.NumAckPending == 0 {
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("%d events wait, %d are under way", info.NumPending, info.NumAckPending)
		}
	}
}
