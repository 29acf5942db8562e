// Package child runs the engine in a sandboxed child process. The program calls Serve first; package
// enginepool starts the processes and sends them jobs. This file defines the messages between the
// two.
package child

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/contract"
)

// Setup configures the engine of a child.
type Setup struct {
	CacheDir     string `json:"cacheDir,omitempty"`
	OCRLanguages string `json:"ocrLanguages,omitempty"`
}

// Job precedes the file. The child extracts the file, unless one of Picture, Words, Inspect, Teach
// or Answered asks for something else. With Answered, an AnsweredDocument follows instead of a file.
type Job struct {
	DocumentType      string          `json:"documentType,omitempty"`
	Schema            json.RawMessage `json:"schema,omitempty"`
	IgnoreEmbeddedXML bool            `json:"ignoreEmbeddedXml,omitempty"`
	WantQuestions     bool            `json:"wantQuestions,omitempty"`
	Answered          bool            `json:"answered,omitempty"`
	Picture           *Picture        `json:"picture,omitempty"`
	Words             *Page           `json:"words,omitempty"`
	Inspect           bool            `json:"inspect,omitempty"`
	AskBeforePage     bool            `json:"askBeforePage,omitempty"`
	AskLayouts        bool            `json:"askLayouts,omitempty"`
	Teach             *Lesson         `json:"teach,omitempty"`
}

// Picture says which page to draw.
type Picture struct {
	Page  int    `json:"page"`  // from 1
	Width int    `json:"width"` // pixels
	Small bool   `json:"small"` // a JPEG if it is smaller
	Owner string `json:"-"`     // of the document
}

// Page says which page to read.
type Page struct {
	Page  int    `json:"page"` // from 1
	Owner string `json:"-"`    // of the document
}

// Lesson is the corrected data of a document from which layouts are learned.
type Lesson struct {
	Document   string          `json:"document"`
	Data       json.RawMessage `json:"data"`
	Touched    []string        `json:"touched"`
	Reviewed   bool            `json:"reviewed"`
	Correction int64           `json:"correction"`
	At         time.Time       `json:"at"`
}

// Answers of the parent when the child asks before it recognizes a page.
const (
	GoOn = "go on"
	Stop = "stop"
)

// Answer has either an extraction or a failure. A picture is sent as the PNG or JPEG itself instead
// of an Answer.
type Answer struct {
	Extraction       *contract.Extraction `json:"extraction,omitempty"`
	Failure          *contract.Failure    `json:"failure,omitempty"`
	Cause            string               `json:"cause,omitempty"` // of the failure, for the log
	ProcessingTimeNs int64                `json:"processingTimeNs"`
	// Questions that the extraction leaves open, if the job wants them.
	Questions json.RawMessage `json:"questions,omitempty"`
	// FromModel counts the fields whose values come from a language model.
	FromModel int `json:"fromModel,omitempty"`
	// Deferred means that the parent answered Stop.
	Deferred bool            `json:"deferred,omitempty"`
	Timings  extract.Timings `json:"timings"`
}

// AnsweredDocument is a document that was read before, with answers to its questions.
type AnsweredDocument struct {
	Document json.RawMessage `json:"document"`
	Answers  json.RawMessage `json:"answers"`
}

// WordsAnswer has either words or a failure.
type WordsAnswer struct {
	Words   *contract.PageWords `json:"words,omitempty"`
	Failure *contract.Failure   `json:"failure,omitempty"`
	Cause   string              `json:"cause,omitempty"` // of the failure, for the log
}

// InspectAnswer has either an inspection or a failure.
type InspectAnswer struct {
	Inspection *engine.Inspection `json:"inspection,omitempty"`
	Failure    *contract.Failure  `json:"failure,omitempty"`
	Cause      string             `json:"cause,omitempty"` // of the failure, for the log
}

// ExampleAnswer has either an example or a failure.
type ExampleAnswer struct {
	Lesson  json.RawMessage   `json:"lesson,omitempty"`
	Failure *contract.Failure `json:"failure,omitempty"`
}

// failureOf returns a failure caused by the file and its cause for the log, without quotes, or else an error.
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

// Bounds in bytes on the log text of a failure caused by the file, and of an error of ours with its stack.
const (
	maxCauseText = 300
	maxErrorText = 4 << 10
)

// quoted matches what decoders quote from a document: text in quotes, element names, entities.
var quoted = regexp.MustCompile("\"[^\"]*(\"|$)|'[^']*('|$)|`[^`]*(`|$)|<[^>]*(>|$)|&[^;\\s]*(;|$)|“[^”]*(”|$)")

// redact returns an error's text up to maxBytes without quotes: logs must not contain document content.
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
