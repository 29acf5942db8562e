// Package fault is the error with two faces: what the log needs, and, apart
// from it, a code and a sentence that the user may read. The gateway alone maps
// codes to HTTP status; between services a fault travels with code and sentence
// only.
package fault

import (
	"errors"
	"fmt"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Error carries a public code and sentence beside its cause.
type Error struct {
	Code   contract.Code
	Public string // a sentence a person can act on; no internal names
	// RetryAfter reports when another try makes sense; 0 when it does not.
	RetryAfter time.Duration
	Err        error // for the log; may be nil
}

// New makes an Error without a cause.
func New(code contract.Code, format string, args ...any) *Error {
	return &Error{Code: code, Public: fmt.Sprintf(format, args...)}
}

// Wrap makes an Error that keeps its cause for the log.
func Wrap(err error, code contract.Code, format string, args ...any) *Error {
	return &Error{Code: code, Public: fmt.Sprintf(format, args...), Err: err}
}

// Unavailable is the Error for a part that cannot be reached now.
func Unavailable(err error, retryAfter time.Duration) *Error {
	return &Error{
		Code:       contract.CodeServiceUnavailable,
		Public:     "The service cannot handle the request at the moment. Try again later.",
		RetryAfter: retryAfter, Err: err,
	}
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.Code, e.Public)
	}
	return fmt.Sprintf("%s: %s: %v", e.Code, e.Public, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Of finds the Error in err's chain; anything else is CodeInternalError with a
// sentence that reveals nothing of the inside.
func Of(err error) *Error {
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return Wrap(err, contract.CodeInternalError,
		"Something went wrong on our side. Try again; if it stays, tell us the request id.")
}

// Is reports whether err carries the code.
func Is(err error, code contract.Code) bool {
	var f *Error
	return errors.As(err, &f) && f.Code == code
}
