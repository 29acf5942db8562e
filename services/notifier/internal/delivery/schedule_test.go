package delivery_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

func newClock() *clock { return &clock{t: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)} }

// One delivery to a receiver that refuses: six attempts at the times of the
// specification, each the same byte for byte, none before its time; then the
// delivery has failed and the subscription is failing.
func TestSchedule(t *testing.T) {
	t.Parallel()
	c := newClock()
	dead := newReceiver(t, c.now, always(500))
	r := newRig(t, delivery.Config{Concurrency: 8, PerSubscription: 8}, c.now, dead)
	id, secret := r.subscribe(dead.URL + "/hook")
	began := c.now()
	e := r.event(began)
	pauses := append([]time.Duration{0}, webhook.Schedule()...)
	var at time.Duration
	for i, pause := range pauses {
		if pause > 0 { // a moment too early there is nothing to do
			c.forward(pause - time.Millisecond)
			if n := r.once(); n != 0 {
				t.Fatalf("attempt %d came before its time", i+1)
			}
			if in, ok, err := r.store.NextDue(t.Context()); err != nil || !ok || in != time.Millisecond {
				t.Errorf("next is due in %s, %v, %v", in, ok, err)
			}
			c.forward(time.Millisecond)
		}
		at += pause
		if n := r.once(); n != 1 {
			t.Fatalf("%d attempts at %s", n, at)
		}
		wantState(t, r, id, contract.SubscriptionActive, i < len(pauses)-1)
	}
	c.forward(1000 * time.Hour)
	if n := r.once(); n != 0 {
		t.Errorf("%d attempts after the last", n)
	}
	requests := dead.requests()
	var line []string
	for i, got := range requests {
		line = append(line, fmt.Sprintf("%d: +%s", i+1, got.at.Sub(began)))
		wantRequest(t, got, requests[0], string(e.Body), secret)
	}
	if len(requests) != 6 || r.deliveries(id)[0].State != contract.DeliveryFailed {
		t.Errorf("%d requests, %+v", len(requests), r.deliveries(id))
	}
	t.Logf("attempts %s", strings.Join(line, ", "))
}

func wantState(t *testing.T, r *rig, id string, want contract.SubscriptionState, so bool) {
	t.Helper()
	if got := r.subscription(id).State; (got == want) != so {
		t.Errorf("the subscription is %s", got)
	}
}

// wantRequest holds a request against the specification, section 6.2, and
// against the first attempt of its delivery.
func wantRequest(t *testing.T, got, first got, body, secret string) {
	t.Helper()
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(body))
	want := map[string]string{
		"Content-Type": "application/json", "X-Service-Event": "extraction.completed",
		"X-Service-Delivery": first.header.Get("X-Service-Delivery"), "Webhook-Id": first.header.Get("X-Service-Delivery"),
		"X-Service-Signature": hex.EncodeToString(h.Sum(nil)), "Idempotency-Key": "", "Accept-Encoding": "", "X-Service-Test": "",
	}
	for name, value := range want {
		if got.header.Get(name) != value {
			t.Errorf("%s is %q, want %q", name, got.header.Get(name), value)
		}
	}
	if got.body != body || !strings.HasPrefix(want["Webhook-Id"], contract.PrefixDelivery) {
		t.Errorf("delivery %s: %s", want["Webhook-Id"], got.body)
	}
}

// Four days with an event every four hours and a receiver that is dead:
// active, failing, disabled by the clock, active by hand, then well again.
func TestFourDays(t *testing.T) {
	t.Parallel()
	c := newClock()
	dead := newReceiver(t, c.now, always(503))
	r := newRig(t, delivery.Config{Concurrency: 64, PerSubscription: 64}, c.now, dead)
	id, _ := r.subscribe(dead.URL)
	began := c.now()
	real := time.Now()
	for step := range 4 * 24 * 60 { // minutes
		if step%240 == 0 {
			r.event(c.now())
		}
		if in, ok, err := r.store.NextDue(t.Context()); err != nil {
			t.Fatal(err)
		} else if step%240 == 0 || ok && in <= time.Minute {
			for range 2 {
				r.once()
				c.forward(30 * time.Second)
			}
			r.look()
			continue
		}
		c.forward(time.Minute)
		if step%60 == 0 {
			r.look()
		}
	}
	took := time.Since(real)
	sub := r.subscription(id)
	if sub.State != contract.SubscriptionDisabled || sub.IsActive {
		t.Fatalf("after four days of failures: %+v", sub)
	}
	var line []string
	for _, change := range r.told {
		line = append(line, fmt.Sprintf("+%s %s → %s", change.At.Sub(began), change.From, change.To))
	}
	if len(r.told) != 2 || r.told[0].To != contract.SubscriptionFailing || r.told[1].To != contract.SubscriptionDisabled ||
		r.told[1].At.Sub(began) < 72*time.Hour || r.told[1].At.Sub(began) > 73*time.Hour {
		t.Errorf("told %v", line)
	}
	for _, d := range r.deliveries(id) {
		if d.State == contract.DeliveryPending || d.CreatedAt.Sub(began) > 73*time.Hour {
			t.Errorf("left of a disabled subscription: %+v", d)
		}
	}
	n := len(dead.requests())
	dead.answer(204)
	r.enableAndReplay(id, began)
	if sub := r.subscription(id); sub.State != contract.SubscriptionActive || sub.FailingSince != nil {
		t.Errorf("after it was enabled: %+v", sub)
	}
	r.look()
	if last := r.told[len(r.told)-1]; last.From != contract.SubscriptionDisabled || last.To != contract.SubscriptionActive {
		t.Errorf("told %+v", last)
	}
	t.Logf("%d requests in four days, walked in %s (%s): %s", n, took.Round(time.Millisecond), "database included", strings.Join(line, ", "))
}

func (r *rig) enableAndReplay(id string, since time.Time) {
	r.t.Helper()
	if _, err := r.store.ReplayFailed(r.t.Context(), contract.ReplayRequest{AccountID: account, ID: id, Since: contract.TimeOf(since)}); err == nil {
		r.t.Error("replayed while disabled")
	}
	if _, err := r.store.Enable(r.t.Context(), account, id); err != nil {
		r.t.Fatal(err)
	}
	replayed, err := r.store.ReplayFailed(r.t.Context(), contract.ReplayRequest{AccountID: account, ID: id, Since: contract.TimeOf(since)})
	if err != nil || replayed == 0 {
		r.t.Fatalf("%d replayed, %v", replayed, err)
	}
	if n := r.once(); n != replayed {
		r.t.Errorf("%d attempts of %d replayed", n, replayed)
	}
	for _, d := range r.deliveries(id) {
		if d.State != contract.DeliveryDelivered {
			r.t.Errorf("after the replay: %+v", d)
		}
	}
}
