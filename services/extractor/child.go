package extractor

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
)

// childSetup makes a child's engine.
type childSetup struct {
	CacheDir     string `json:"cacheDir,omitempty"`
	OCRLanguages string `json:"ocrLanguages,omitempty"`
}

// childJob precedes a file: it is extracted or, for a picture, drawn, or a page of
// it read, or inspected, or layouts are taught by it. With Answered what follows is no file but an answeredDocument.
type childJob struct {
	DocumentType      string          `json:"documentType,omitempty"`
	Schema            json.RawMessage `json:"schema,omitempty"`
	IgnoreEmbeddedXML bool            `json:"ignoreEmbeddedXml,omitempty"`
	WantQuestions     bool            `json:"wantQuestions,omitempty"`
	Answered          bool            `json:"answered,omitempty"`
	Picture           *Picture        `json:"picture,omitempty"`
	Words             *PageOf         `json:"words,omitempty"`
	Inspect           bool            `json:"inspect,omitempty"`
	AskBeforePage     bool            `json:"askBeforePage,omitempty"`
	AskLayouts        bool            `json:"askLayouts,omitempty"`
	Teach             *Lesson         `json:"teach,omitempty"`
}

// childAnswer has either an extraction or a failure. A picture is answered by
// the PNG or JPEG itself in place of it.
type childAnswer struct {
	Extraction       *contract.Extraction `json:"extraction,omitempty"`
	Failure          *contract.Failure    `json:"failure,omitempty"`
	Cause            string               `json:"cause,omitempty"` // of the failure, for the log
	ProcessingTimeNs int64                `json:"processingTimeNs"`
	// Questions that an extraction leaves, if they were wanted.
	Questions json.RawMessage `json:"questions,omitempty"`
	// FromModel counts the fields that answers led to.
	FromModel int `json:"fromModel,omitempty"`
	// Deferred stands for an end: the parent said stop.
	Deferred bool `json:"deferred,omitempty"`
	// Spent is where the time of an extraction or a failure went.
	Spent engine.Spent `json:"spent"`
}

// DocumentExtractor is what a child process does its work with: package engine's
// Engine.
type DocumentExtractor interface {
	Extract(ctx context.Context, req engine.Request) (*result.Result, error)
	Answer(ctx context.Context, doc *document.Document, req engine.Request) (*result.Result, error)
	Picture(ctx context.Context, req engine.PictureRequest) (*engine.Picture, error)
	Words(ctx context.Context, req engine.WordsRequest) ([]engine.PageWord, error)
	Inspect(ctx context.Context, data []byte) (*engine.Inspection, error)
	Teach(ctx context.Context, req engine.TeachRequest) (template.Lesson, error)
}

// OpenExtractor makes a child's extractor, once, before its first document.
type OpenExtractor func(ctx context.Context, o engine.Options) (DocumentExtractor, error)

// OpenEngine is the OpenExtractor of package engine.
func OpenEngine(ctx context.Context, o engine.Options) (DocumentExtractor, error) {
	return engine.New(ctx, o)
}

// ServeChild must be called first in main of every program that makes an
// Engine: in a child process it serves documents and ends the process, in any
// other it returns at once.
func ServeChild() { ServeChildWith(OpenEngine) }

// ServeChildWith is ServeChild with another extractor, or one around the
// engine.
func ServeChildWith(open OpenExtractor) {
	sandbox.ServeIfChild(func(ctx context.Context, payload []byte) (sandbox.Handler, error) {
		var s childSetup
		if err := json.Unmarshal(payload, &s); err != nil {
			return nil, fmt.Errorf("settings: %w", err)
		}
		if engine.Prepared(s.CacheDir) { // else the code is compiled, which leaves much behind
			defer collectOnce()()
		}
		x, err := open(ctx, engine.Options{CacheDir: s.CacheDir, OCRLanguages: s.OCRLanguages, Confine: confineOCR})
		if err != nil {
			return nil, err
		}
		if err := warmUp(ctx, x); err != nil {
			return nil, err
		}
		return func(ctx context.Context, job sandbox.Job) ([]byte, error) {
			defer giveBack()
			return answerJob(ctx, x, job)
		}, nil
	})
}

// warmUpDocument is an invoice of five lines, written by hand.
//
//go:embed warmup.pdf
var warmUpDocument []byte

// warmUp extracts a document of the service's own, so that what an engine does
// once is done before the first document of an account waits for it.
func warmUp(ctx context.Context, x DocumentExtractor) error {
	if _, err := x.Extract(ctx, engine.Request{Data: warmUpDocument}); err != nil {
		return fmt.Errorf("warm up: %w", err)
	}
	return nil
}

// confineOCR keeps Tesseract from doing anything but recognizing: it is the one
// program that children start. A page of 40 megapixels needs less than half of
// each.
func confineOCR(cmd *exec.Cmd) {
	sandbox.Confine(cmd, sandbox.ProgramLimits{AddressSpace: 2 << 30, CPUTime: 2 * time.Minute, OpenFiles: 64})
}

func answerJob(ctx context.Context, x DocumentExtractor, job sandbox.Job) ([]byte, error) {
	var j childJob
	if err := json.Unmarshal(job.Header, &j); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	data := make([]byte, job.Size)
	if _, err := io.ReadFull(job.Body, data); err != nil {
		return nil, fmt.Errorf("read file: %w", err)
	}
	switch {
	case j.Picture != nil:
		return answerPicture(ctx, x, *j.Picture, data)
	case j.Words != nil:
		return answerWords(ctx, x, *j.Words, data)
	case j.Inspect:
		return answerInspection(ctx, x, data)
	case j.Answered:
		return completeDocument(ctx, x, j, job.Ask, data)
	case j.Teach != nil:
		return answerTeaching(ctx, x, j, job.Ask, data)
	}
	return answerDocument(ctx, x, j, job.Ask, data)
}

// errDeferred is why a reading is cut off that the parent stops.
var errDeferred = errors.New("deferred by the parent")

func answerDocument(ctx context.Context, x DocumentExtractor, j childJob, ask askParent, data []byte) ([]byte, error) {
	req, err := requestOf(j)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req.Data = data
	if j.AskBeforePage {
		req.BeforePage = ask.beforePage(cancel)
	}
	if j.AskLayouts {
		req.Recall = ask.recall(cancel)
	}
	answer := childAnswer{}
	req.Spent = &answer.Spent
	recognition := recognitionMemory{before: req.BeforePage}
	req.BeforePage = recognition.beforePage
	start := time.Now()
	found, err := x.Extract(ctx, req)
	recognition.giveBack()
	switch {
	case errors.Is(context.Cause(ctx), errDeferred):
		answer.Deferred, err = true, nil
	case err == nil:
		answer.Extraction, err = extractionOf(found)
		answer.Questions = questionsOf(found)
	case ctx.Err() != nil:
		answer.Failure, err = timedOut(), nil
	default:
		answer.Failure, answer.Cause, err = failureOf(err)
	}
	if err != nil {
		return nil, err
	}
	answer.ProcessingTimeNs = time.Since(start).Nanoseconds()
	return json.Marshal(answer)
}

// askParent is the question that a job may ask.
type askParent func(question []byte) (answer []byte, err error)

// beforePage ends the whole reading when the parent says stop or is not to be
// understood: no other part of the file is to be read in its place.
func (ask askParent) beforePage(end context.CancelCauseFunc) read.BeforePage {
	return func(context.Context) error {
		answer, err := ask(nil)
		if err == nil && string(answer) == sayStop {
			err = errDeferred
		}
		if err != nil {
			end(err)
		}
		return err
	}
}

// requestOf returns the request that a job makes, without the file.
func requestOf(j childJob) (engine.Request, error) {
	req := engine.Request{
		DocumentType: result.DocumentType(j.DocumentType), IgnoreEmbeddedXML: j.IgnoreEmbeddedXML,
		WantQuestions: j.WantQuestions,
	}
	if len(j.Schema) == 0 {
		return req, nil
	}
	var err error
	req.Schema, err = custom.Parse(j.Schema) // the gateway refuses a wrong one at upload
	return req, err
}

func answerPicture(ctx context.Context, x DocumentExtractor, want Picture, data []byte) ([]byte, error) {
	drawn, err := x.Picture(ctx, engine.PictureRequest{
		Data: data, Page: want.Page, Width: want.Width, Small: want.Small,
	})
	if err == nil {
		return drawn.Data, nil
	}
	answer := childAnswer{}
	if answer.Failure, answer.Cause, err = failureOf(err); err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

// failureOf returns the failure that lies in the file; any other error stays one.
// Neither quotes the file.
func failureOf(err error) (*contract.Failure, string, error) {
	var f *extractionerror.Error
	if !errors.As(err, &f) || f.Code == extractionerror.InternalError {
		return nil, "", withoutContent(err)
	}
	cause := ""
	if f.Cause != nil {
		cause = causeText(f.Cause, maxCause)
	}
	return &contract.Failure{Code: publicCode(f.Code), Message: f.Message}, cause, nil
}

// publicCode returns the code by which clients know a failure.
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

func timedOut() *contract.Failure {
	return &contract.Failure{Code: contract.CodeTimedOut,
		Message: "The document took too long to process. Split it into smaller files and try again."}
}

// extractionOf encodes what was found; nothing found is an empty object or
// list, never null.
func extractionOf(r *result.Result) (*contract.Extraction, error) {
	x := &contract.Extraction{DocumentType: string(r.DocumentType), Confidence: r.Confidence, MIMEType: r.MIMEType,
		Pages: r.Pages}
	data, fields, checks := r.Data, r.Fields, r.Checks
	if data == nil {
		data = map[string]any{}
	}
	if fields == nil {
		fields = map[string]result.Field{}
	}
	if checks == nil {
		checks = []result.Check{}
	}
	var errs [5]error
	x.Data, errs[0] = json.Marshal(data)
	x.Fields, errs[1] = json.Marshal(fields)
	x.Checks, errs[2] = json.Marshal(checks)
	if r.Basis != nil {
		x.Basis, errs[3] = json.Marshal(r.Basis)
	}
	if r.Memory != nil {
		x.Memory, errs[4] = json.Marshal(r.Memory)
	}
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("encode extraction: %w", err)
	}
	return x, nil
}
