package child

import (
	"errors"
	"regexp"
	"strings"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/contract"
)

// failureOf returns the failure that is caused by the file, with its cause for the log; every other
// error is returned as an error. Neither quotes the file.
func failureOf(err error) (*contract.Failure, string, error) {
	var f *extractionerror.Error
	if !errors.As(err, &f) || f.Code == extractionerror.InternalError {
		return nil, "", errors.New(redact(err, maxErrorText))
	}
	cause := ""
	if f.Cause != nil {
		cause = redact(f.Cause, maxCauseText)
	}
	return &contract.Failure{Code: publicCode(f.Code), Message: f.Message}, cause, nil
}

func publicCode(c extractionerror.Code) contract.Code {
	switch c {
	case extractionerror.CorruptFile:
		return contract.CodeCorruptFile
	case extractionerror.UnsupportedFormat:
		return contract.CodeUnsupportedFormat
	case extractionerror.PasswordProtected:
		return contract.CodePasswordProtected
	case extractionerror.TooManyPages:
		return contract.CodeTooManyPages
	case extractionerror.TooComplex:
		return contract.CodeTooComplex
	case extractionerror.NoTextFound:
		return contract.CodeNoTextFound
	case extractionerror.TimedOut:
		return contract.CodeTimedOut
	case extractionerror.NotFound:
		return contract.CodeNotFound
	case extractionerror.InternalError:
	}
	return contract.CodeInternalError
}

// TimedOut is the failure of a document that takes too long.
func TimedOut() *contract.Failure {
	return &contract.Failure{Code: contract.CodeTimedOut,
		Message: "The document took too long to process. Split it into smaller files and try again."}
}

// TooLarge is the failure of a document whose extraction is larger than contract.MaxExtraction.
func TooLarge() *contract.Failure {
	return &contract.Failure{Code: contract.CodeTooComplex,
		Message: "The document is too complex to be processed."}
}

// Bounds in bytes on the log text of a failure that is caused by the file, and of an error of ours,
// which may include a stack.
const (
	maxCauseText = 300
	maxErrorText = 4 << 10
)

// quoted matches what decoders quote from a document: text in quotes, element names, entities.
var quoted = regexp.MustCompile("\"[^\"]*(\"|$)|'[^']*('|$)|`[^`]*(`|$)|<[^>]*(>|$)|&[^;\\s]*(;|$)|“[^”]*(”|$)")

// redact returns the text of an error of at most maxBytes, without what it quotes: logs must not
// contain the content of documents.
func redact(err error, maxBytes int) string {
	text := err.Error()
	if limit := 4 * maxBytes; len(text) > limit {
		text = text[:limit]
	}
	text = strings.ToValidUTF8(quoted.ReplaceAllString(text, "…"), "…")
	if len(text) > maxBytes {
		text = strings.ToValidUTF8(text[:maxBytes], "") + "…"
	}
	return text
}
