// Package webhook has the rules of webhooks, without database, network or clock: retry schedule,
// subscription health, secrets and signatures.
package webhook

import (
	"time"

	"github.com/docmill/docmill/libs/contract"
)

const (
	// DisableAfter is how long an unbroken run of failures may last.
	DisableAfter = 72 * time.Hour
	// window: the run of failures counts only with at least one failure in each window.
	window = 24 * time.Hour
)

// Health reports how a subscription fares.
type Health struct {
	State contract.SubscriptionState
	// RunSince is the first failure of the current run of failures, and LastFailure the last; zero after a
	// success.
	RunSince, LastFailure time.Time
	Failures              int // in a row
}

// Attempt is the result of one attempt.
type Attempt struct {
	At      time.Time
	Success bool
	// Exhausted means that it was the last one of its delivery.
	Exhausted bool
}

// After returns the health after an attempt. A success makes a failing subscription active; the failure of
// a delivery's last retry makes an active one failing. Disabled ones stay disabled.
func (h Health) After(a Attempt) Health {
	if h.State == contract.SubscriptionDisabled {
		return h
	}
	if a.Success {
		return Health{State: contract.SubscriptionActive}
	}
	// A whole window without a failure ends the run, because the receiver's state in it is unknown.
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

// Spent reports whether a failing subscription must be disabled: the run has lasted DisableAfter, with a
// failure in each of its windows.
func (h Health) Spent(now time.Time) bool {
	return h.State == contract.SubscriptionFailing && !now.Before(h.RunSince.Add(DisableAfter)) &&
		h.windowOf(h.LastFailure) >= int(DisableAfter/window)-1
}

// windowOf counts the windows of the run from 0.
func (h Health) windowOf(t time.Time) int { return int(t.Sub(h.RunSince) / window) }

// Schedule returns the pauses after failed attempts (specification, section 6.3). A delivery has one
// attempt more than the schedule has pauses.
func Schedule() []time.Duration {
	return []time.Duration{30 * time.Second, 2 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour}
}

// Timeouts of one attempt, and the maximum response size.
const (
	ConnectTimeout = 5 * time.Second
	AttemptTimeout = 15 * time.Second
	MaxAnswer      = 64 << 10 // bytes
	// Lease is how long a claimed delivery stays with its claimer: long enough for an attempt and its
	// recording.
	Lease = AttemptTimeout + 10*time.Second
)

// The circuit breaker of a subscription: after a number of failures in a row it makes one attempt at a
// time, with a pause after each failure, until one succeeds. The pause is within the allowed delay of an
// attempt.
const (
	BreakerTrips = 5
	BreakerPause = time.Second
)
