// Package webhook has the rules of webhooks, without database, network or clock: retry schedule,
// subscription health, secrets and signatures.
package webhook

import "time"

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
