// Package webhook is what webhooks are about, without database, network or
// clock: the schedule of retries, how a subscription fares, secrets and
// signatures.
package webhook

import "time"

// Schedule is how long after each failed attempt the next one is due
// (specification, section 6.3). A delivery has one attempt more than the
// schedule has pauses.
func Schedule() []time.Duration {
	return []time.Duration{30 * time.Second, 2 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour}
}

// Times of one attempt, and the most of its answer that is read.
const (
	ConnectTimeout = 5 * time.Second
	AttemptTimeout = 15 * time.Second
	MaxAnswer      = 64 << 10 // bytes
	// Lease is how long a claimed delivery stays with its claimer: an attempt
	// and its recording are over by then.
	Lease = AttemptTimeout + 10*time.Second
)

// The circuit breaker of a subscription: after so many failures in a row it has
// one attempt at a time, with a pause after each that failed, until one
// succeeds. The pause is within what an attempt may be late.
const (
	BreakerTrips = 5
	BreakerPause = time.Second
)
