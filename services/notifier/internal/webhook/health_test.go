package webhook_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Each case is a sequence of attempts by the hour, with the expected result.
func TestHealth(t *testing.T) {
	t.Parallel()
	const (
		fail = iota
		last // the fifth retry of a delivery, failed
		fine
	)
	type attempt struct {
		hour float64
		what int
	}
	for name, story := range map[string]struct {
		attempts []attempt
		at       float64 // hour of the look
		state    contract.SubscriptionState
		spent    bool
		since    float64 // of the run; -1 for none
	}{
		"nothing yet":                    {nil, 100, contract.SubscriptionActive, false, -1},
		"failures alone are not failing": {[]attempt{{0, fail}, {1, fail}}, 100, contract.SubscriptionActive, false, 0},
		"the last retry is":              {[]attempt{{0, fail}, {5, last}}, 6, contract.SubscriptionFailing, false, 0},
		"a success ends it": {[]attempt{{0, fail}, {5, last}, {6, fine}}, 100, contract.SubscriptionActive,
			false, -1},
		"three days": {[]attempt{{0, fail}, {5, last}, {30, last}, {50, last}}, 72,
			contract.SubscriptionFailing, true, 0},
		"a moment less": {[]attempt{{0, fail}, {5, last}, {30, last}, {50, last}}, 71.99,
			contract.SubscriptionFailing, false, 0},
		"a success on the second day": {[]attempt{{0, last}, {30, fine}, {31, last}, {50, last}, {71, last}}, 80,
			contract.SubscriptionFailing, false, 31},
		"no failure on the second day": {[]attempt{{0, last}, {49, last}, {71, last}}, 80, contract.SubscriptionFailing,
			false, 49},
		"no failure on the third day": {[]attempt{{0, last}, {30, last}}, 80, contract.SubscriptionFailing, false, 0},
		"nor later, until one begins a run": {[]attempt{{0, last}, {30, last}, {80, last}}, 81, contract.SubscriptionFailing,
			false, 80},
		"failing is what is disabled": {[]attempt{{0, fail}, {30, fail}, {50, fail}}, 80,
			contract.SubscriptionActive, false, 0},
	} {
		began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		at := func(hour float64) time.Time { return began.Add(time.Duration(hour * float64(time.Hour))) }
		h := webhook.Health{State: contract.SubscriptionActive}
		for _, a := range story.attempts {
			h = h.After(webhook.Attempt{At: at(a.hour), Success: a.what == fine, Exhausted: a.what == last})
		}
		if h.State != story.state || h.Spent(at(story.at)) != story.spent {
			t.Errorf("%s: %+v, spent %v", name, h, h.Spent(at(story.at)))
		}
		if want := at(story.since); story.since < 0 && !h.RunSince.IsZero() || story.since >= 0 && !h.RunSince.Equal(want) {
			t.Errorf("%s: the run began %s, want %s", name, h.RunSince, want)
		}
	}
}

func TestDisabledUnchanged(t *testing.T) {
	t.Parallel()
	h := webhook.Health{State: contract.SubscriptionDisabled}
	for _, success := range []bool{true, false} {
		if got := h.After(webhook.Attempt{At: time.Now(), Success: success, Exhausted: true}); got != h {
			t.Errorf("%+v", got)
		}
	}
}
