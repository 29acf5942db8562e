package extractor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/sandbox"
)

// EngineConfig of an Engine.
type EngineConfig struct {
	Workers      int    // documents at a time, each in a child process
	MemoryBytes  int64  // that one document may use
	CacheDir     string // keeps compiled code between starts; a temporary one when empty
	OCRLanguages string // Tesseract's names joined by "+"
	// Sandbox required has NewEngine return a *sandbox.MissingError where a
	// protection is missing.
	Sandbox Sandbox
	// Spares are the unused child processes that are kept ready.
	Spares int
	// IdleBytes is the memory that child processes may hold which wait for their
	// owners' next documents, beside those at work. With 0 a child waits only while
	// there are fewer of all than Workers and Spares.
	IdleBytes int64
	// Owner of the jobs that name none; without, those have a child process each.
	Owner string
}

// Engine extracts documents in child processes. It is safe for concurrent use.
type Engine struct {
	pool   *sandbox.Pool
	owner  string
	ownDir string // of compiled code, if it is removed in the end
	log    *slog.Logger
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
	// Spent is where the engine's time went; zero where it did not come to an end.
	Spent engine.Spent
}

// Milliseconds is the engine's time as results state it, to the nearest.
func (a Answer) Milliseconds() int64 { return a.ProcessingTime.Round(time.Millisecond).Milliseconds() }

// Bounds of a child's start. A first one that compiles the engine's code takes
// seconds, and much longer on a fraction of a processor; no other start compiles.
const (
	startTimeout   = 3 * time.Minute
	compileTimeout = 15 * time.Minute
)

// NewEngine starts the child processes and returns once the first can work. The
// program must have called ServeChild.
func NewEngine(ctx context.Context, cfg EngineConfig, log *slog.Logger) (_ *Engine, err error) {
	e := &Engine{owner: cfg.Owner, log: log}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.removeOwnDir())
		}
	}()
	if err := e.useCacheDir(&cfg); err != nil {
		return nil, err
	}
	checkRecognition(ctx, cfg.OCRLanguages, log)
	pooled, err := poolConfig(cfg, log)
	if err != nil {
		return nil, err
	}
	if err := compile(ctx, cfg.CacheDir, pooled); err != nil {
		return nil, err
	}
	if e.pool, err = sandbox.NewPool(ctx, pooled); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if missing := sandbox.Missing(e.pool.Protections()); cfg.Sandbox == SandboxRequire && len(missing) > 0 {
		e.pool.Close()
		return nil, fmt.Errorf("engine: %w", &sandbox.MissingError{Protections: missing})
	}
	return e, nil
}

// useCacheDir makes sure that there is a directory for compiled code: no child
// is to compile for itself.
func (e *Engine) useCacheDir(cfg *EngineConfig) (err error) {
	if cfg.CacheDir == "" {
		cfg.CacheDir, err = os.MkdirTemp("", "docmill-engine-*")
		e.ownDir = cfg.CacheDir
	} else {
		cfg.CacheDir, err = filepath.Abs(cfg.CacheDir) // children work in another directory
	}
	if err != nil {
		return fmt.Errorf("engine's cache directory: %w", err)
	}
	return nil
}

func (e *Engine) removeOwnDir() error {
	if e.ownDir == "" {
		return nil
	}
	return os.RemoveAll(e.ownDir)
}

// What waits for its owner's next document. A child uses 30 MiB before its first
// document, 49 after a minute of single pages of text, 50 after a dozen scans and 75 after
// fifty pages of text at once; after 200, which take 140, it has 38 again (giveBack).
const (
	idleTime     = 30 * time.Second
	idleBytes    = 32 << 20  // of each, by which they are counted
	maxIdle      = 64        // of some seven threads each
	recycleBytes = 128 << 20 // of one that is not used again
)

func poolConfig(cfg EngineConfig, log *slog.Logger) (sandbox.Config, error) {
	payload, err := json.Marshal(childSetup{OCRLanguages: cfg.OCRLanguages, CacheDir: cfg.CacheDir})
	if err != nil {
		return sandbox.Config{}, fmt.Errorf("engine's settings: %w", err)
	}
	env, readOnly, programs := reach()
	return sandbox.Config{
		Size: cfg.Workers, Spares: cfg.Spares, MemoryBytes: cfg.MemoryBytes,
		Idle: int(min(cfg.IdleBytes/idleBytes, maxIdle)), IdleTime: idleTime,
		IdleBytes: max(cfg.IdleBytes, recycleBytes), RecycleBytes: recycleBytes,
		Setup: payload, Env: env, ReadOnly: readOnly, Programs: programs, StartTimeout: startTimeout, Log: log,
	}, nil
}

// compile has a child of its own compile the engine's code, where that is not
// done, and ends it: what compiling takes is no document's use of memory or time.
func compile(ctx context.Context, cacheDir string, cfg sandbox.Config) error {
	if engine.Prepared(cacheDir) {
		return nil
	}
	cfg.Size, cfg.Spares, cfg.Idle, cfg.StartTimeout = 1, 0, 0, compileTimeout
	pool, err := sandbox.NewPool(ctx, cfg)
	if err != nil {
		return fmt.Errorf("engine: compile: %w", err)
	}
	pool.Close()
	return nil
}

// checkRecognition says what is missing to read documents made of pictures. The
// others are read without it.
func checkRecognition(ctx context.Context, languages string, log *slog.Logger) {
	missing, err := ocr.Check(ctx, languages)
	switch {
	case err != nil:
		log.Warn("documents made of pictures cannot be read", "error", err)
	case len(missing) > 0:
		log.Warn("pictures of pages in some languages are read in another, without their own letters",
			"languages", strings.Join(missing, " "), "packages", ocr.Packages(missing))
	}
}

// Job says what to extract.
type Job struct {
	// Owner of the document: a child process works for one owner alone.
	Owner        string
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
	// Layouts is asked once with the document's fingerprint, and answers with the
	// layouts that resemble it: JSON in the forms of package memory, nil for none.
	// It must return soon. Nil has the document read without.
	Layouts func(ctx context.Context, fingerprint []byte) (layouts []byte)
}

func (j Job) header() childJob {
	return childJob{
		DocumentType: j.DocumentType, Schema: j.Schema, IgnoreEmbeddedXML: j.IgnoreEmbeddedXML,
		WantQuestions: j.WantQuestions, AskBeforePage: j.BeforePage != nil,
		AskLayouts: j.Layouts != nil,
	}
}

// What a child is told when it asks before a page.
const (
	sayGoOn = "go on"
	sayStop = "stop"
)

// asked has the child's questions answered: an empty one by BeforePage, a
// fingerprint by Layouts.
func (j Job) asked(ctx context.Context) context.Context {
	if j.BeforePage == nil && j.Layouts == nil {
		return ctx
	}
	return sandbox.WithAsked(ctx, func(ctx context.Context, question []byte) ([]byte, error) {
		switch {
		case len(question) > 0 && j.Layouts != nil:
			return j.Layouts(ctx, question), ctx.Err()
		case j.BeforePage != nil && !j.BeforePage(ctx):
			return []byte(sayStop), nil
		}
		return []byte(sayGoOn), ctx.Err()
	})
}

// Extract returns the end of the file of exactly size bytes. A document that is still worked on at
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
	b, err := e.do(job.asked(ctx), job.Owner, header, counted, size)
	if tooSlow(ctx, err) && counted.read == size {
		return Answer{Failure: timedOut(), ProcessingTime: time.Since(start)}, nil
	}
	if err != nil {
		return Answer{}, fmt.Errorf("extract: %w", err)
	}
	return e.ended(b)
}

// do has a child process of the owner, or of the engine's, do the job.
func (e *Engine) do(ctx context.Context, owner string, header []byte, body io.Reader, size int64) ([]byte, error) {
	if owner == "" {
		owner = e.owner
	}
	return e.pool.DoFor(ctx, owner, header, body, size)
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
		Extraction: a.Extraction, Failure: a.Failure,
		ProcessingTime: time.Duration(a.ProcessingTimeNs), FromModel: a.FromModel, Spent: plausible(a.Spent),
	}
	if len(a.Questions) > 0 {
		answer.Questions = &Questions{}
		if err := json.Unmarshal(a.Questions, answer.Questions); err != nil {
			return Answer{}, fmt.Errorf("questions of the child process: %w", err)
		}
	}
	return answer, nil
}

// plausible cuts what a child process says to what can be: a document may have made
// it say anything, and metrics add it up for ever.
func plausible(s engine.Spent) engine.Spent {
	const (
		longest = time.Hour // far above any deadline
		most    = 10_000    // pages, likewise
	)
	for _, d := range []*time.Duration{&s.Read, &s.Recognise, &s.Understand} {
		*d = min(max(*d, 0), longest)
	}
	s.Recognised = min(max(s.Recognised, 0), most)
	return s
}

// CPUTime is the processor time that the child processes have used.
func (e *Engine) CPUTime() time.Duration { return e.pool.CPUTime() }

// tooSlow reports whether the error is the end of ctx's time.
func tooSlow(ctx context.Context, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && errors.Is(ctx.Err(), context.DeadlineExceeded)
}

// Protections reports what stands between documents and the system.
func (e *Engine) Protections() []sandbox.Protection { return e.pool.Protections() }

// Check fails when no child process can be started.
func (e *Engine) Check(ctx context.Context) error { return e.pool.Check(ctx) }

// Close kills the child processes and waits for their end.
func (e *Engine) Close() {
	e.pool.Close()
	if err := e.removeOwnDir(); err != nil {
		e.log.Warn("compiled code not removed", "error", err)
	}
}

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
