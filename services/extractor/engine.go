package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
)

// EngineConfig of an Engine.
type EngineConfig struct {
	Workers      int    // child processes, each with one document at a time
	MemoryBytes  int64  // that one document may use
	CacheDir     string // keeps compiled code between starts; none when empty
	OCRLanguages string // Tesseract's names joined by "+"
}

// Engine extracts documents in child processes. It is safe for concurrent use.
type Engine struct {
	pool *sandbox.Pool
	log  *slog.Logger
}

// Answer is the end of a document: an extraction, or a failure that lies in the
// file.
type Answer struct {
	Extraction     *contract.Extraction
	Failure        *contract.Failure
	ProcessingTime time.Duration // of the engine alone
	// Questions that the extraction leaves; nil unless the job wants them, and
	// where nothing is open.
	Questions *Questions
	// FromModel counts the fields that answers to questions led to.
	FromModel int
	// Deferred means that there is no end, as Job.BeforePage would not have it.
	Deferred bool
}

// startTimeout bounds a child's start: seconds where the engine's code is
// compiled first, much more on a fraction of a processor.
const startTimeout = 3 * time.Minute

// NewEngine starts the child processes and returns once the first can work. The
// program must have called ServeChild.
func NewEngine(ctx context.Context, cfg EngineConfig, log *slog.Logger) (*Engine, error) {
	setup := childSetup{OCRLanguages: cfg.OCRLanguages}
	if cfg.CacheDir != "" {
		dir, err := filepath.Abs(cfg.CacheDir) // children work in another directory
		if err != nil {
			return nil, fmt.Errorf("engine's cache directory: %w", err)
		}
		setup.CacheDir = dir
	}
	payload, err := json.Marshal(setup)
	if err != nil {
		return nil, fmt.Errorf("engine's settings: %w", err)
	}
	if err := ocr.Check(ctx, cfg.OCRLanguages); err != nil {
		log.Warn("documents made of pictures cannot be read", "error", err)
	}
	env, readOnly := reach()
	pool, err := sandbox.NewPool(ctx, sandbox.Config{
		Size: cfg.Workers, MemoryBytes: cfg.MemoryBytes,
		Setup: payload, Env: env, ReadOnly: readOnly, StartTimeout: startTimeout, Log: log,
	})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &Engine{pool: pool, log: log}, nil
}

// Job says what to extract.
type Job struct {
	DocumentType string          // as asked for; "auto" or empty classifies
	Schema       json.RawMessage // of the caller's own fields, or nothing; see package custom
	// IgnoreEmbeddedXML has the record say what the pages show, whatever
	// e-invoice is embedded in the file.
	IgnoreEmbeddedXML bool
	// WantQuestions has the answer say what the document left open.
	WantQuestions bool
	// BeforePage is called before each page that is recognised from its pixels,
	// and may take its time. Where it is false, the answer is Deferred. Nil lets
	// everything pass.
	BeforePage func(ctx context.Context) (goOn bool)
}

func (j Job) header() childJob {
	return childJob{
		DocumentType: j.DocumentType, Schema: j.Schema, IgnoreEmbeddedXML: j.IgnoreEmbeddedXML, WantQuestions: j.WantQuestions,
		AskBeforePage: j.BeforePage != nil,
	}
}

// What a child is told when it asks before a page.
const (
	sayGoOn = "go on"
	sayStop = "stop"
)

// asked has the child's questions answered by BeforePage.
func (j Job) asked(ctx context.Context) context.Context {
	if j.BeforePage == nil {
		return ctx
	}
	return sandbox.WithAsked(ctx, func(ctx context.Context, _ []byte) ([]byte, error) {
		if !j.BeforePage(ctx) {
			return []byte(sayStop), nil
		}
		return []byte(sayGoOn), ctx.Err()
	})
}

// Extract gives the end of the file of exactly size bytes. A document that is still worked on at
// ctx's deadline is a failure TIMED_OUT. Errors: those that wrap
// sandbox.ErrCrashed, when the document ended its process; ctx's; file's; and
// whatever else is not the document's fault.
func (e *Engine) Extract(ctx context.Context, job Job, file io.Reader, size int64) (Answer, error) {
	header, err := json.Marshal(job.header())
	if err != nil {
		return Answer{}, fmt.Errorf("encode job: %w", err)
	}
	counted := &countingReader{Reader: file}
	start := time.Now()
	b, err := e.pool.Do(job.asked(ctx), header, counted, size)
	if tooSlow(ctx, err) && counted.read == size {
		return Answer{Failure: timedOut(), ProcessingTime: time.Since(start)}, nil
	}
	if err != nil {
		return Answer{}, fmt.Errorf("extract: %w", err)
	}
	return e.ended(b)
}

// ended reads what a child says of a document's end.
func (e *Engine) ended(b []byte) (Answer, error) {
	var a childAnswer
	if err := json.Unmarshal(b, &a); err != nil {
		return Answer{}, fmt.Errorf("answer of the child process: %w", err)
	}
	if a.Failure != nil {
		e.log.Info("document failed", "code", a.Failure.Code, "cause", a.Cause)
	}
	if a.Deferred {
		return Answer{Deferred: true}, nil
	}
	if (a.Extraction == nil) == (a.Failure == nil) {
		return Answer{}, errors.New("answer of the child process has not exactly one end")
	}
	answer := Answer{
		Extraction: a.Extraction, Failure: a.Failure, ProcessingTime: time.Duration(a.ProcessingTimeNs), FromModel: a.FromModel,
	}
	if len(a.Questions) > 0 {
		answer.Questions = &Questions{}
		if err := json.Unmarshal(a.Questions, answer.Questions); err != nil {
			return Answer{}, fmt.Errorf("questions of the child process: %w", err)
		}
	}
	return answer, nil
}

// tooSlow tells an error that is the end of ctx's time.
func tooSlow(ctx context.Context, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && errors.Is(ctx.Err(), context.DeadlineExceeded)
}

// Walls tells what stands between documents and the system.
func (e *Engine) Walls() []sandbox.Wall { return e.pool.Walls() }

// Check fails when no child process can be started.
func (e *Engine) Check(ctx context.Context) error { return e.pool.Check(ctx) }

// Close kills the child processes and waits for their end.
func (e *Engine) Close() { e.pool.Close() }

// countingReader counts what was read.
type countingReader struct {
	io.Reader
	read int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.read += int64(n)
	return n, err
}
