// Package apierror defines errors with a public code and sentence for the user, and a cause for the log. Only the
// gateway maps codes to HTTP status. Services send each other the code and the sentence only.
package apierror

import (
	"errors"
	"fmt"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Error has a public code and sentence, and a cause.
type Error struct {
	Code   contract.Code
	Public string // a sentence for the user, without internal names
	// RetryAfter is when a retry makes sense; 0 if it does not.
	RetryAfter time.Duration
	Err        error // for the log; may be nil
}

// New makes an Error without a cause.
func New(code contract.Code, format string, args ...any) *Error {
	return &Error{Code: code, Public: fmt.Sprintf(format, args...)}
}

// Wrap makes an Error with a cause for the log.
func Wrap(err error, code contract.Code, format string, args ...any) *Error {
	return &Error{Code: code, Public: fmt.Sprintf(format, args...), Err: err}
}

// Unavailable is the Error if a dependency is not available.
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

// Of returns the Error in err's chain, or CodeInternalError with a sentence that reveals nothing internal.
func Of(err error) *Error {
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return Wrap(err, contract.CodeInternalError,
		"Something went wrong on our side. Try again; if it happens again, report the request id.")
}

// Is reports whether err has the code.
func Is(err error, code contract.Code) bool {
	var f *Error
	return errors.As(err, &f) && f.Code == code
}
