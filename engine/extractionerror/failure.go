// Package extractionerror is the one error type of files that cannot be extracted: why,
// a sentence for the user, a cause for the log.
//
// The public error codes are not spelled here: a service maps each Code to one.
package extractionerror

import (
	"errors"
	"fmt"
)

// Code says why a document could not be extracted. Its String is for logs and
// for the command line.
type Code uint8

// Failures that lie in the file, and InternalError, which does not.
const (
	CorruptFile Code = iota + 1
	UnsupportedFormat
	PasswordProtected
	TooManyPages
	TooComplex
	NoTextFound
	TimedOut
	InternalError
	// NotFound is a page that the file does not have: no failure of a
	// document, but of a picture that is asked for.
	NotFound
	end // of the codes
)

// Codes returns all codes.
func Codes() []Code {
	codes := make([]Code, 0, end-1)
	for c := range end - 1 {
		codes = append(codes, c+1)
	}
	return codes
}

// String returns the name of the code.
func (c Code) String() string {
	if c == 0 || c >= end {
		return fmt.Sprintf("failure %d", uint8(c))
	}
	return [end]string{
		CorruptFile: "corrupt file", UnsupportedFormat: "unsupported format", PasswordProtected: "password protected",
		TooManyPages: "too many pages", TooComplex: "too complex", NoTextFound: "no text found",
		TimedOut: "timed out", InternalError: "internal error", NotFound: "not found",
	}[c]
}

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

// Unwrap returns the cause.
func (f *Error) Unwrap() error { return f.Cause }

// CodeOf returns the code of err: 0 for nil, and InternalError if err is not an Error.
func CodeOf(err error) Code {
	var f *Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &f):
		return f.Code
	}
	return InternalError
}
