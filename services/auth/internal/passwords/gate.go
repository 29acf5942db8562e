package passwords

import (
	"context"
	"errors"
	"time"

	"github.com/docmill/docmill/libs/apierror"
)

// Limits of concurrent hashes, because of their memory, and of waiting requests: more would delay key
// checks.
const (
	atOnce  = 4
	waiting = 28
)

// busyRetry is the Retry-After if too many requests wait.
const busyRetry = 2 * time.Second

// gate limits concurrent hashes.
type gate struct{ queue, slots chan struct{} }

func newGate() gate {
	return gate{queue: make(chan struct{}, atOnce+waiting), slots: make(chan struct{}, atOnce)}
}

// Enter waits until memory for one more hash is free; leave frees it. It returns CodeServiceUnavailable if
// too many wait already, or ctx ends.
func (h *Hasher) Enter(ctx context.Context) (leave func(), err error) {
	select {
	case h.gate.queue <- struct{}{}:
	default:
		return nil, apierror.Unavailable(errors.New("too many passwords wait to be hashed"), busyRetry)
	}
	select {
	case h.gate.slots <- struct{}{}:
		return func() { <-h.gate.slots; <-h.gate.queue }, nil
	case <-ctx.Done():
		<-h.gate.queue
		return nil, apierror.Unavailable(ctx.Err(), busyRetry)
	}
}
