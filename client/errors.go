package client

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Code is the stable name of an error. It implements error, so that errors.Is(err, CodeNotFound) finds it
// in an [*Error] or a [*Failure]. The list is open: a newer service may send other codes.
type Code string

// Error returns the code's name.
func (c Code) Error() string { return string(c) }

// Codes of refused calls.
const (
	CodeInvalidRequest        Code = "INVALID_REQUEST"
	CodeInvalidDocumentType   Code = "INVALID_DOCUMENT_TYPE"
	CodeInvalidSchema         Code = "INVALID_SCHEMA"
	CodeEmptyFile             Code = "EMPTY_FILE"
	CodeAuthMissing           Code = "AUTH_MISSING"
	CodeAuthInvalid           Code = "AUTH_INVALID"
	CodePlanRequired          Code = "PLAN_REQUIRED"
	CodeNotFound              Code = "NOT_FOUND"
	CodeMethodNotAllowed      Code = "METHOD_NOT_ALLOWED"
	CodePreconditionFailed    Code = "PRECONDITION_FAILED"
	CodeRequestTimeout        Code = "REQUEST_TIMEOUT"
	CodeIdempotencyInProgress Code = "IDEMPOTENCY_IN_PROGRESS"
	CodeIdempotencyKeyReused  Code = "IDEMPOTENCY_KEY_REUSED"
	CodeInvalidState          Code = "INVALID_STATE"
	CodeLimitReached          Code = "LIMIT_REACHED"
	CodeFileTooLarge          Code = "FILE_TOO_LARGE"
	CodeHeadersTooLarge       Code = "HEADERS_TOO_LARGE"
	CodeUnsupportedFormat     Code = "UNSUPPORTED_FORMAT"
	CodeUnsupportedMediaType  Code = "UNSUPPORTED_MEDIA_TYPE"
	CodeRateLimited           Code = "RATE_LIMITED"
	CodeQuotaExceeded         Code = "QUOTA_EXCEEDED"
	CodeInternalError         Code = "INTERNAL_ERROR"
	CodeWebhooksNotAvailable  Code = "WEBHOOKS_NOT_AVAILABLE"
	CodeServiceUnavailable    Code = "SERVICE_UNAVAILABLE"
)

// Codes of unreadable documents, in addition to CodeUnsupportedFormat and CodeInternalError.
const (
	CodeCorruptFile       Code = "CORRUPT_FILE"
	CodePasswordProtected Code = "PASSWORD_PROTECTED"
	CodeTooManyPages      Code = "TOO_MANY_PAGES"
	CodeTooComplex        Code = "TOO_COMPLEX"
	CodeNoTextFound       Code = "NO_TEXT_FOUND"
	CodeTimedOut          Code = "TIMED_OUT"
)

// Error is an answer of status 3xx, 4xx or 5xx.
type Error struct {
	Status     int           // HTTP status
	Code       Code          // empty when the answer came from something between
	Message    string        // a sentence a person can act on
	RequestID  string        // what the service's log calls the call
	RetryAfter time.Duration // 0 when the answer names none
}

// Error returns message, code and request id.
func (e *Error) Error() string {
	code := e.Code
	if code == "" {
		code = Code(http.StatusText(e.Status))
	}
	if e.RequestID == "" {
		return fmt.Sprintf("docmill: %s (%d %s)", e.Message, e.Status, code)
	}
	return fmt.Sprintf("docmill: %s (%d %s, request %s)", e.Message, e.Status, code, e.RequestID)
}

// Is compares with a [Code].
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && e.Code == code
}

// maxErrorBody bounds the body of an error response, in bytes.
const maxErrorBody = 64 << 10

func errorOf(resp *http.Response, now time.Time) *Error {
	e := &Error{
		Status: resp.StatusCode, RequestID: resp.Header.Get("X-Request-Id"),
		RetryAfter: parseRetryAfter(resp.Header.Get("Retry-After"), now),
	}
	var body struct {
		Error string `json:"error"`
		Code  Code   `json:"code"`
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err == nil && json.Unmarshal(b, &body) == nil && body.Code != "" {
		e.Message, e.Code = body.Error, body.Code
	} else {
		e.Message = "The answer did not come from docmill"
	}
	return e
}

// parseRetryAfter reads seconds or a date (RFC 9110, 10.2.3).
func parseRetryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

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

// isTemporary reports whether a repeat may succeed: the service or a proxy was overloaded or did not respond.
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
