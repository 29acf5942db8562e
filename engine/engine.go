// Package engine turns a file's bytes into structured data: typed fields, each
// anchored on the page it was read from, with a probability that it is right.
//
// It is a pure library: bytes in, Result out. It knows nothing of messages,
// databases or HTTP, opens no network connection and leaves no goroutine
// behind. Whoever feeds it hostile files runs it in a child process with
// limits; see the extractor service.
package engine

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime/debug"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
)

// Request is one file to extract.
type Request struct {
	// Data is the whole file.
	Data []byte
	// DocumentType as asked for; result.TypeAuto (or empty) classifies.
	DocumentType result.DocumentType
	// Schema names the caller's own fields, which are looked for beside those
	// of the type; nil for none.
	Schema *custom.Schema
	// IgnoreEmbeddedXML leaves the e-invoice inside a PDF or mail aside, so that
	// the record says what its pages show. A file that is nothing but XML is
	// read as ever.
	IgnoreEmbeddedXML bool
	// WantQuestions has the result say what the document left open.
	WantQuestions bool
	// Answers to such questions; nil for none.
	Answers *llm.Answers
	// BeforePage is called before each page that is recognised from its pixels;
	// nil for none. See read.BeforePage.
	BeforePage read.BeforePage
	// Recall is asked once, after reading, for the layouts that are known and
	// resemble the document's, the most similar first; nil for none. What it
	// answers is evidence that the page can overrule. See package memory.
	Recall func(ctx context.Context, f template.Fingerprint) []template.Layout
	// Spent is filled in with where the time went, whatever the end; nil for nowhere.
	Spent *Spent
}

// Options configures an Engine.
type Options struct {
	// CacheDir keeps compiled code between starts; see read.Options.
	CacheDir string
	// OCRLanguages are Tesseract's names joined by "+"; see ocr.Options.
	OCRLanguages string
	// Confine prepares the start of Tesseract; see ocr.Options.
	Confine func(*exec.Cmd)
	// Models are the trained parts of understanding; nil takes those that are part
	// of the program. See LoadModels.
	Models *Models
}

// UserCacheDir is the user's own Options.CacheDir, made if needed; "" where the
// system names no place for it.
func UserCacheDir() string { return pdf.UserCacheDir() }

// Prepared reports whether New finds compiled code in the directory, and so takes
// a fraction of a second.
func Prepared(cacheDir string) bool { return pdf.Prepared(cacheDir) }

// Engine extracts documents one at a time; it is not safe for concurrent use.
type Engine struct {
	reader *read.Reader
	models Models
}

// New prepares an engine. It takes a second or two without a warm cache.
func New(ctx context.Context, o Options) (*Engine, error) {
	reader, err := read.New(ctx, read.Options{CacheDir: o.CacheDir, OCRLanguages: o.OCRLanguages, Confine: o.Confine})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	models := o.Models
	if models == nil {
		embedded := EmbeddedModels()
		models = &embedded
	}
	return &Engine{reader: reader, models: *models}, nil
}

// Extract reads a file and understands it. Every error is a *failure.Error.
func (e *Engine) Extract(ctx context.Context, req Request) (*result.Result, error) {
	doc, err := e.read(ctx, req)
	if err != nil {
		return nil, err
	}
	return e.understand(ctx, doc, req)
}

// read reads the request's file. Every error is a *failure.Error.
func (e *Engine) read(ctx context.Context, req Request) (*document.Document, error) {
	defer req.spentReading(time.Now())
	doc, err := e.reader.ReadWatched(ctx, req.Data, req.watch())
	if err == nil {
		return doc, nil
	}
	var f *extractionerror.Error
	if errors.As(err, &f) {
		return nil, f
	}
	return nil, extractionerror.New(extractionerror.InternalError, err, "The document could not be read because of an error on our side.")
}

// Answer understands a document again that was read before, with answers to
// the questions that it left: doc is result.Questions.Document, and the request
// is the one that it came from, of which Data is not looked at. Answers can only
// point at what the pages show; see package ask. Every error is a
// *failure.Error.
func (e *Engine) Answer(ctx context.Context, doc *document.Document, req Request) (*result.Result, error) {
	return e.understand(ctx, doc, req)
}

// understand is the function of that name for documents that nobody has looked at: a panic
// that some odd page provokes ends in an error.
func (e *Engine) understand(ctx context.Context, doc *document.Document, req Request) (res *result.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, extractionerror.New(extractionerror.InternalError, fmt.Errorf("panic: %v\n%s", p, debug.Stack()),
				"The document could not be understood because of an error on our side.")
		}
	}()
	defer req.spentUnderstanding(time.Now())
	return e.models.understand(ctx, doc, req), nil
}

// Close releases the engine's reader.
func (e *Engine) Close(ctx context.Context) error { return e.reader.Close(ctx) }
