// Package engine turns a file's bytes into structured data: typed fields, each
// anchored on the page it was read from, with a probability that it is right.
//
// It is a pure library: it uses no messages, databases or HTTP, opens no network
// connection and leaves no goroutine running. Callers run it in a child process with
// limits if files may be hostile; see the extractor service.
package engine

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime/debug"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
)

// Options configures an Engine.
type Options struct {
	// CacheDir stores compiled code between starts; see read.Options.
	CacheDir string
	// OCRLanguages are Tesseract's names joined by "+"; see ocr.Options.
	OCRLanguages string
	// Confine prepares the start of Tesseract; see ocr.Options.
	Confine func(*exec.Cmd)
	// Models are the trained models; nil selects the embedded ones.
	Models *extract.Models
}

// UserCacheDir returns the user's Options.CacheDir and creates it if needed. It returns "" if the system has no such
// directory.
func UserCacheDir() string { return pdfium.UserCacheDir() }

// Prepared reports whether the directory has compiled code for New, which then takes a fraction of a second.
func Prepared(cacheDir string) bool { return pdfium.Prepared(cacheDir) }

// Engine extracts documents one at a time; it is not safe for concurrent use.
type Engine struct {
	reader *read.Reader
	models extract.Models
}

// New prepares an engine. It takes a second or two without a warm cache.
func New(ctx context.Context, o Options) (*Engine, error) {
	models := o.Models
	if models == nil {
		embedded, err := extract.EmbeddedModels()
		if err != nil {
			return nil, fmt.Errorf("engine: %w", err)
		}
		models = &embedded
	}
	reader, err := read.New(ctx, read.Options{CacheDir: o.CacheDir, OCRLanguages: o.OCRLanguages, Confine: o.Confine})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &Engine{reader: reader, models: *models}, nil
}

// Extract returns the result of a file. Every error is an *extractionerror.Error.
func (e *Engine) Extract(ctx context.Context, req extract.Request) (res *result.Result, err error) {
	doc, err := e.read(ctx, req)
	if err != nil {
		return nil, err
	}
	var failed error
	req.FindBarcodes = func(ctx context.Context, doc *document.Document) { failed = e.reader.FindBarcodes(ctx, doc) }
	if res, err = e.Answer(ctx, doc, req); err == nil && failed != nil {
		return nil, failed
	}
	return res, err
}

// Answer returns the result of a document that was read before, with answers to its
// questions: doc is result.Questions.Document, and req is the original request, whose
// Data it ignores. Every error is an *extractionerror.Error.
func (e *Engine) Answer(
	ctx context.Context, doc *document.Document, req extract.Request,
) (
	res *result.Result, err error,
) {
	defer recoverAs(&err, "The document could not be extracted because of an error on our side.")
	if req.Timings != nil {
		defer func(start time.Time) { req.Timings.Extract += time.Since(start) }(time.Now())
	}
	return e.models.Extract(ctx, doc, req), nil
}

// Learn returns the example that a reviewed document gives. It is empty if the document teaches nothing. Every error
// is an *extractionerror.Error.
func (e *Engine) Learn(ctx context.Context, req extract.LearnRequest) (l template.Example, err error) {
	doc, err := e.read(ctx, req.Request)
	if err != nil {
		return template.Example{}, err
	}
	defer recoverAs(&err, "Nothing could be learned from the document because of an error on our side.")
	return e.models.Learn(ctx, doc, req), nil
}

// recoverAs turns a panic into an error for the client, because documents may violate any assumption.
func recoverAs(err *error, message string) {
	if p := recover(); p != nil {
		*err = extractionerror.New(extractionerror.InternalError, fmt.Errorf("panic: %v\n%s", p, debug.Stack()),
			"%s", message)
	}
}

// read reads the request's file. Every error is an *extractionerror.Error.
func (e *Engine) read(ctx context.Context, req extract.Request) (*document.Document, error) {
	watch := read.Watch{BeforePage: req.BeforePage}
	if t := req.Timings; t != nil {
		watch.Recognized = func(pages int, took time.Duration) {
			t.RecognizedPages += pages
			t.Recognize += took
		}
		defer func(start time.Time) { t.Read += time.Since(start) - t.Recognize }(time.Now())
	}
	doc, err := e.reader.ReadWatched(ctx, req.Data, watch)
	if err == nil {
		return doc, nil
	}
	var f *extractionerror.Error
	if errors.As(err, &f) {
		return nil, f
	}
	return nil, extractionerror.New(extractionerror.InternalError, err,
		"The document could not be read because of an error on our side.")
}

// Close releases the engine's reader.
func (e *Engine) Close(ctx context.Context) error { return e.reader.Close(ctx) }
