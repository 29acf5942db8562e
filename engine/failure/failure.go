// Package failure is the one error type by which a file that cannot be
// extracted is told: a public code, a sentence for the user, a cause for the log.
package failure

import "fmt"

// Code says why a document could not be extracted. The codes are part
// of the public record.
type Code string

// Failures that lie in the file, and INTERNAL_ERROR, which does not.
const (
	CorruptFile       Code = "CORRUPT_FILE"
	UnsupportedFormat Code = "UNSUPPORTED_FORMAT"
	PasswordProtected Code = "PASSWORD_PROTECTED"
	TooManyPages      Code = "TOO_MANY_PAGES"
	TooComplex        Code = "TOO_COMPLEX"
	NoTextFound       Code = "NO_TEXT_FOUND"
	TimedOut          Code = "TIMED_OUT"
	InternalError     Code = "INTERNAL_ERROR"
	// NotFound is a page that the file does not have: no failure of a
	// document, but of a picture that is asked for.
	NotFound Code = "NOT_FOUND"
)

// Error is the error of every document that cannot be extracted. Message may
// be shown to the user; Cause is for the log only.
type Error struct {
	Code    Code
	Message string
	Cause   error
}

// New makes an Error with a message for the user and, apart from it, the
// cause for the log (may be nil).
func New(code Code, cause error, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Cause: cause}
}

func (f *Error) Error() string {
	if f.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", f.Code, f.Message, f.Cause)
	}
	return fmt.Sprintf("%s: %s", f.Code, f.Message)
}

// Unwrap gives the cause.
func (f *Error) Unwrap() error { return f.Cause }
