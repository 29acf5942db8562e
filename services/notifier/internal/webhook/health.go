package webhook

import (
	"time"

	"github.com/docmill/docmill/libs/contract"
)

const (
	// DisableAfter is how long an unbroken run of failures may last.
	DisableAfter = 72 * time.Hour
	// window must hold at least one failure each, or the run does not count.
	window = 24 * time.Hour
)

// Health reports how a subscription fares.
type Health struct {
	State contract.SubscriptionState
	// RunSince is the first failure of the unbroken run of failures, and
	// LastFailure the last; zero when the last attempt succeeded.
	RunSince, LastFailure time.Time
	Failures              int // in a row
}

// Attempt is what became of one attempt.
type Attempt struct {
	At      time.Time
	Success bool
	// Exhausted reports that it was the last one of its delivery.
	Exhausted bool
}

// After returns the health after an attempt. A success makes a failing
// subscription active; the failure of a delivery's last retry makes an active
// one failing. Disabled ones stay so, whatever was still under way.
func (h Health) After(a Attempt) Health {
	if h.State == contract.SubscriptionDisabled {
		return h
	}
	if a.Success {
		return Health{State: contract.SubscriptionActive}
	}
	// A whole window without a failure ends the run: nothing is known of the
	// receiver in that time.
	if h.RunSince.IsZero() || h.windowOf(a.At) > h.windowOf(h.LastFailure)+1 {
		h.RunSince = a.At
	}
	h.LastFailure = a.At
	h.Failures++
	if a.Exhausted {
		h.State = contract.SubscriptionFailing
	}
	return h
}

// Spent reports whether a failing subscription is to be disabled: the run has
// lasted DisableAfter, with a failure in each of its windows.
func (h Health) Spent(now time.Time) bool {
	return h.State == contract.SubscriptionFailing && !now.Before(h.RunSince.Add(DisableAfter)) &&
		h.windowOf(h.LastFailure) >= int(DisableAfter/window)-1
}

// windowOf counts the windows of the run from 0.
func (h Health) windowOf(t time.Time) int { return int(t.Sub(h.RunSince) / window) }
