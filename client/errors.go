package client

import (
	"encoding/json"
	"fmt"
	"io"
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
