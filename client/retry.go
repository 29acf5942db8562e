package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// retryPolicy sets the number of attempts and the pauses.
type retryPolicy struct {
	attempts    int           // in all; at least 1
	first, most time.Duration // bounds of the random pause
	longest     time.Duration // Retry-After beyond this is not waited for
	sleep       func(ctx context.Context, d time.Duration) error
	now         func() time.Time
}

func defaultRetryPolicy() retryPolicy {
	return retryPolicy{
		attempts: 5, first: 500 * time.Millisecond, most: 15 * time.Second,
		longest: 2 * time.Minute, sleep: sleep, now: time.Now,
	}
}

// do makes attempts until one succeeds or no more may follow. attempt gets the number of earlier ones.
func (p retryPolicy) do(ctx context.Context, repeatable bool, attempt func(before int) error) error {
	for before := 0; ; before++ {
		err := attempt(before)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return contextError(ctx, err)
		}
		if !repeatable || before+1 >= p.attempts || !isTemporary(err) {
			return err
		}
		pause, ok := p.pause(ctx, before, err)
		if !ok {
			return err
		}
		if p.sleep(ctx, pause) != nil {
			return contextError(ctx, err)
		}
	}
}

// pause is Retry-After plus up to the first pause, so that clients do not return together, or else full
// jitter: a random time below a doubling bound. ok is false if the pause exceeds the limit or the context's
// deadline.
func (p retryPolicy) pause(ctx context.Context, before int, err error) (d time.Duration, ok bool) {
	bound := p.most
	if before < 16 { // beyond, the shift could overflow
		bound = min(p.most, p.first<<before)
	}
	var answer *Error
	if errors.As(err, &answer) && answer.RetryAfter > 0 {
		d = answer.RetryAfter
		bound = p.first
	}
	if d > p.longest {
		return 0, false
	}
	if bound > 0 {
		d += rand.N(bound)
	}
	deadline, bounded := ctx.Deadline()
	return d, !bounded || p.now().Add(d).Before(deadline)
}

// isTemporary reports whether the same call may succeed later: the service or a proxy was overloaded, or
// there was no response.
func isTemporary(err error) bool {
	var answer *Error
	if errors.As(err, &answer) {
		switch answer.Status {
		case http.StatusTooManyRequests:
			return answer.Code != CodeQuotaExceeded
		case http.StatusConflict:
			return answer.Code == CodeIdempotencyInProgress
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		return false
	}
	var certificate *tls.CertificateVerificationError
	var connection *connectionError
	return errors.As(err, &connection) && !errors.As(err, &certificate)
}

// connectionError is a call without a complete response.
type connectionError struct{ err error }

func (e *connectionError) Error() string { return "docmill: " + e.err.Error() }
func (e *connectionError) Unwrap() error { return e.err }

// contextError wraps the context's end together with the last error.
func contextError(ctx context.Context, err error) error {
	if errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("docmill: %w; before: %w", ctx.Err(), err)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
