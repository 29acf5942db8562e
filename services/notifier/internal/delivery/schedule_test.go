package delivery_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier/internal/delivery"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

func newClock() *testkit.Clock { return testkit.NewClock(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)) }

// One delivery to a refusing receiver: six identical attempts at the times of the specification; then the
// delivery has failed and the subscription is failing.
func TestSchedule(t *testing.T) {
	t.Parallel()
	c := newClock()
	dead := newReceiver(t, c.Now, always(500))
	r := newRig(t, delivery.Config{Concurrency: 8, PerSubscription: 8}, c.Now, dead)
	id, secret := r.subscribe(dead.URL + "/hook")
	began := c.Now()
	e := r.event(began)
	pauses := append([]time.Duration{0}, webhook.Schedule()...)
	var at time.Duration
	for i, pause := range pauses {
		if pause > 0 { // a moment too early there is nothing to do
			c.Advance(pause - time.Millisecond)
			require.Equal(t, r.once(), 0, "attempt", i+1, "came before its time")
			in, ok, err := r.store.NextDue(t.Context())
			assert.True(t, err == nil && ok && in == time.Millisecond, "next is due in", in, ok, err)
			c.Advance(time.Millisecond)
		}
		at += pause
		require.Equal(t, r.once(), 1, "attempts at", at)
		wantState(t, r, id, contract.SubscriptionActive, i < len(pauses)-1)
	}
	c.Advance(1000 * time.Hour)
	assert.Equal(t, r.once(), 0, "attempts after the last")
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

// Deliveries created while the database's clock was ahead are sent after it has gone back, and due retries
// keep their pauses.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	const ahead = 10 * time.Minute
	c := newClock()
	well := newReceiver(t, c.Now, always(204))
	r := newRig(t, delivery.Config{Concurrency: 8, PerSubscription: 8}, c.Now, well)
	r.subscribe(well.URL + "/hook")
	r.event(c.Now())
	c.Advance(-ahead)
	require.Equal(t, r.once(), 0, "attempts before the times were pulled back")
	n, err := r.store.PullBack(t.Context())
	require.True(t, err == nil && n == 1, n, "pulled back", err)
	assert.Equal(t, r.once(), 1, "attempts")
	n, err = r.store.PullBack(t.Context())
	assert.True(t, err == nil && n == 0, n, "pulled back of what is right", err)
}

func wantState(t *testing.T, r *rig, id string, want contract.SubscriptionState, so bool) {
	t.Helper()
	got := r.subscription(id).State
	assert.Equal(t, got == want, so, "the subscription is", got)
}

// wantRequest compares a request with section 6.2 of the specification and its delivery's first attempt.
func wantRequest(t *testing.T, got, first got, body, secret string) {
	t.Helper()
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(body))
	want := map[string]string{
		"Content-Type": "application/json", "X-Service-Event": "extraction.completed",
		"X-Service-Delivery": first.header.Get("X-Service-Delivery"), "Webhook-Id": first.header.Get("X-Service-Delivery"),
		"X-Service-Signature": hex.EncodeToString(h.Sum(nil)), "Idempotency-Key": "", "Accept-Encoding": "",
		"X-Service-Test": "",
	}
	for name, value := range want {
		assert.Equal(t, got.header.Get(name), value, name)
	}
	assert.True(t, got.body == body && strings.HasPrefix(want["Webhook-Id"], contract.PrefixDelivery),
		"delivery", want["Webhook-Id"], got.body)
}

func every(step, last int) (hours []float64) {
	for hour := 0; hour < last; hour += step {
		hours = append(hours, float64(hour))
	}
	return hours
}

// walk advances the clock to the next event, due attempt or look.
func (r *rig) walk(c *testkit.Clock, began time.Time, until float64, events, looks []float64) {
	r.t.Helper()
	at := func(hour float64) time.Time { return began.Add(time.Duration(hour * float64(time.Hour))) }
	for {
		next := at(until)
		for _, hour := range slices.Concat(events, looks) {
			if when := at(hour); when.After(c.Now()) && when.Before(next) {
				next = when
			}
		}
		in, ok, err := r.store.NextDue(r.t.Context())
		require.NoError(r.t, err)
		if when := c.Now().Add(in); ok && when.Before(next) {
			next = when
		}
		c.Advance(next.Sub(c.Now()))
		if !next.Before(at(until)) {
			return
		}
		if slices.ContainsFunc(events, func(hour float64) bool { return at(hour).Equal(next) }) {
			r.event(next)
		}
		r.once()
		r.look()
	}
}

func (r *rig) changes(began time.Time) (line []string) {
	for _, change := range r.told {
		line = append(line, fmt.Sprintf("+%s %s → %s", change.At.Sub(began), change.From, change.To))
	}
	return line
}

// Four days with an event every twelve hours and a receiver that is dead:
// active, failing, disabled by the clock, active by hand, then well again.
func TestFourDaysOfFailures(t *testing.T) {
	t.Parallel()
	c := newClock()
	dead := newReceiver(t, c.Now, always(503))
	r := newRig(t, delivery.Config{Concurrency: 64, PerSubscription: 64}, c.Now, dead)
	id, _ := r.subscribe(dead.URL)
	began := c.Now()
	c.Advance(-time.Millisecond) // the first event is a step, too
	real := time.Now()
	r.walk(c, began, 96, every(12, 96), []float64{71.99, 72, 73})
	took := time.Since(real)
	sub := r.subscription(id)
	require.True(t, sub.State == contract.SubscriptionDisabled && !sub.IsActive, "after four days of failures", sub)
	line := r.changes(began)
	assert.EqualSlices(t, line, []string{"+5h17m30s active → failing", "+72h0m0s failing → disabled"}, "told")
	for _, d := range r.deliveries(id) {
		assert.True(t, d.State != contract.DeliveryPending && d.CreatedAt.Sub(began) <= 72*time.Hour,
			"left of a disabled subscription", d)
	}
	n := len(dead.requests())
	dead.answer(204)
	r.enableAndReplay(id, began)
	sub = r.subscription(id)
	assert.True(t, sub.State == contract.SubscriptionActive && sub.FailingSince == nil, "after it was enabled", sub)
	r.look()
	last := r.told[len(r.told)-1]
	assert.True(t, last.From == contract.SubscriptionDisabled && last.To == contract.SubscriptionActive, "told", last)
	t.Logf("%d requests in four days, walked in %s, set-up apart: %s", n, took.Round(time.Millisecond),
		strings.Join(line, ", "))
}

// A receiver that fails for 72 hours is disabled only with a failure in each 24 of them.
func TestDayWithoutFailures(t *testing.T) {
	t.Parallel()
	for name, story := range map[string]struct {
		events []float64 // hours
		want   string    // when it is disabled
	}{
		"one a day":                 {[]float64{0, 25, 49}, "+72h0m0s failing → disabled"},
		"the last moment":           {[]float64{0, 24, 71.9}, "+72h0m0s failing → disabled"},
		"none on the second day":    {[]float64{0, 48.5, 73, 97.5}, "+120h30m0s failing → disabled"},
		"none on the third day":     {[]float64{0, 25}, ""},
		"none on the third, but on": {[]float64{0, 25, 72.5, 97, 121}, "+144h30m0s failing → disabled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClock()
			dead := newReceiver(t, c.Now, always(503))
			r := newRig(t, delivery.Config{Concurrency: 64, PerSubscription: 64}, c.Now, dead)
			r.subscribe(dead.URL)
			began := c.Now()
			c.Advance(-time.Millisecond)
			r.walk(c, began, 200, story.events, []float64{71.99, 72, 120.49, 120.5, 144.49, 144.5, 199})
			want := []string{"+5h17m30s active → failing"}
			if story.want != "" {
				want = append(want, story.want)
			}
			assert.EqualSlices(t, r.changes(began), want, "told")
		})
	}
}

func (r *rig) enableAndReplay(id string, since time.Time) {
	r.t.Helper()
	if _, err := r.store.ReplayFailed(r.t.Context(),
		contract.ReplayRequest{AccountID: account, ID: id, Since: contract.TimeOf(since)}); err == nil {
		r.t.Error("replayed while disabled")
	}
	_, err := r.store.Enable(r.t.Context(), account, id)
	require.NoError(r.t, err)
	replayed, err := r.store.ReplayFailed(r.t.Context(),
		contract.ReplayRequest{AccountID: account, ID: id, Since: contract.TimeOf(since)})
	require.NoError(r.t, err)
	require.NotEqual(r.t, replayed, 0, "replayed")
	assert.Equal(r.t, r.once(), replayed, "attempts replayed")
	for _, d := range r.deliveries(id) {
		assert.Equal(r.t, d.State, contract.DeliveryDelivered, "after the replay", d)
	}
}
