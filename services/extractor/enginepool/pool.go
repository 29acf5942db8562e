// Package enginepool runs the engine in a pool of sandboxed child processes.
package enginepool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/child"
)

// Config of a Pool.
type Config struct {
	Workers      int    // documents at a time, each in a child process
	MemoryBytes  int64  // that one document may use
	CacheDir     string // keeps compiled code between starts; a temporary directory if empty
	OCRLanguages string // Tesseract's names joined by "+"
	// Sandbox required makes New return a *sandbox.MissingError if a protection is missing.
	Sandbox Sandbox
	// Spares is the number of unused child processes that are kept ready.
	Spares int
	// IdleBytes is the memory that idle child processes may hold in addition to those at work. With
	// 0, a child stays idle only while there are fewer children than Workers and Spares.
	IdleBytes int64
	// Owner of the jobs that name none. If it is empty, each of these has a child process for itself.
	Owner string
}

// Sandbox says what happens if a protection around child processes is missing.
type Sandbox string

// The values of DOCMILL_SANDBOX. With either, no child starts without the protections that every
// system offers; see package sandbox.
const (
	SandboxPrefer  Sandbox = "prefer"
	SandboxRequire Sandbox = "require"
)

// Validate returns an error for an unknown value.
func (s Sandbox) Validate() error {
	if s == "" || s == SandboxPrefer || s == SandboxRequire {
		return nil
	}
	return fmt.Errorf("DOCMILL_SANDBOX: %q is neither prefer nor require", string(s))
}

// Pool extracts documents in child processes. It is safe for concurrent use.
type Pool struct {
	children *sandbox.Pool
	owner    string
	tempDir  string // of compiled code, removed by Close; empty if the caller named a directory
	log      *slog.Logger
}

// Bounds of a child's start. The first may compile the engine, which takes minutes on a fraction of a processor.
const (
	startTimeout   = 3 * time.Minute
	compileTimeout = 15 * time.Minute
)

// New starts the child processes and returns when the first is ready. The program must have called
// child.Serve.
func New(ctx context.Context, cfg Config, log *slog.Logger) (_ *Pool, err error) {
	p := &Pool{owner: cfg.Owner, log: log}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.removeTempDir())
		}
	}()
	if err := p.useCacheDir(&cfg); err != nil {
		return nil, err
	}
	warnAboutOCR(ctx, cfg.OCRLanguages, log)
	children, err := childrenConfig(cfg, log)
	if err != nil {
		return nil, err
	}
	if err := compile(ctx, cfg.CacheDir, children); err != nil {
		return nil, err
	}
	if p.children, err = sandbox.NewPool(ctx, children); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if missing := sandbox.Missing(p.Protections()); cfg.Sandbox == SandboxRequire && len(missing) > 0 {
		p.children.Close()
		return nil, fmt.Errorf("engine: %w", &sandbox.MissingError{Protections: missing})
	}
	return p, nil
}

// useCacheDir makes sure that there is a directory for compiled code, so that children need not compile it.
func (p *Pool) useCacheDir(cfg *Config) (err error) {
	if cfg.CacheDir == "" {
		cfg.CacheDir, err = os.MkdirTemp("", "docmill-engine-*")
		p.tempDir = cfg.CacheDir
	} else {
		cfg.CacheDir, err = filepath.Abs(cfg.CacheDir) // children work in another directory
	}
	if err != nil {
		return fmt.Errorf("engine's cache directory: %w", err)
	}
	return nil
}

func (p *Pool) removeTempDir() error {
	if p.tempDir == "" {
		return nil
	}
	return os.RemoveAll(p.tempDir)
}

// Bounds of idle children. A child uses 30 MiB before its first document, 49 after a minute of
// single-page texts, 50 after a dozen scans and 75 after a text of fifty pages; after one of 200
// pages, which takes 140, it returns memory and uses 38.
const (
	idleTime         = 30 * time.Second
	idleBytesEach    = 32 << 20  // by which idle children are counted
	maxIdle          = 64        // each has about seven threads
	maxReusableBytes = 128 << 20 // a child that uses more is replaced
)

func childrenConfig(cfg Config, log *slog.Logger) (sandbox.Config, error) {
	setup, err := json.Marshal(child.Setup{OCRLanguages: cfg.OCRLanguages, CacheDir: cfg.CacheDir})
	if err != nil {
		return sandbox.Config{}, fmt.Errorf("engine's settings: %w", err)
	}
	env, readOnly, programs := sandboxPaths()
	return sandbox.Config{
		Size: cfg.Workers, Spares: cfg.Spares, MemoryBytes: cfg.MemoryBytes,
		Idle: int(min(cfg.IdleBytes/idleBytesEach, maxIdle)), IdleTime: idleTime,
		IdleBytes: max(cfg.IdleBytes, maxReusableBytes), RecycleBytes: maxReusableBytes,
		Setup: setup, Env: env, ReadOnly: readOnly, Programs: programs, StartTimeout: startTimeout, Log: log,
	}, nil
}

// compile compiles the engine in a separate child if needed: its memory and time must not count as a document's.
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

// warnAboutOCR logs what is missing to read scanned documents; other documents are read without it.
func warnAboutOCR(ctx context.Context, languages string, log *slog.Logger) {
	missing, err := ocr.Check(ctx, languages)
	switch {
	case err != nil:
		log.Warn("scanned documents cannot be read", "error", err)
	case len(missing) > 0:
		log.Warn("scanned pages in some languages are read without the letters of these languages",
			"languages", strings.Join(missing, " "), "packages", ocr.Packages(missing))
	}
}

// do has a child process of the owner do the job; without an owner, one of the pool's owner.
func (p *Pool) do(ctx context.Context, owner string, job child.Job, body io.Reader, size int64) ([]byte, error) {
	header, err := json.Marshal(job)
	if err != nil {
		return nil, fmt.Errorf("encode job: %w", err)
	}
	if owner == "" {
		owner = p.owner
	}
	return p.children.DoFor(ctx, owner, header, body, size)
}

// doTimed is do that reports whether the child had the whole file at ctx's deadline: then the file is the reason.
func (p *Pool) doTimed(
	ctx context.Context, owner string, job child.Job, file io.Reader, size int64,
) (answer []byte, timedOut bool, err error) {
	counted := &countingReader{Reader: file}
	answer, err = p.do(ctx, owner, job, counted, size)
	return answer, IsTimeout(ctx, err) && counted.read == size, err
}

// IsTimeout reports whether err means that ctx's deadline passed.
func IsTimeout(ctx context.Context, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && errors.Is(ctx.Err(), context.DeadlineExceeded)
}

// countingReader counts the bytes that were read.
type countingReader struct {
	io.Reader
	read int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.read += int64(n)
	return n, err
}

// CPUTime is the processor time that the child processes have used.
func (p *Pool) CPUTime() time.Duration { return p.children.CPUTime() }

// Protections returns the protections around child processes, with those that are missing.
func (p *Pool) Protections() []sandbox.Protection { return p.children.Protections() }

// Check returns an error if no child process can be started.
func (p *Pool) Check(ctx context.Context) error { return p.children.Check(ctx) }

// Close kills the child processes and waits for their end.
func (p *Pool) Close() {
	p.children.Close()
	if err := p.removeTempDir(); err != nil {
		p.log.Warn("compiled code not removed", "error", err)
	}
}

// tessdataVariable names Tesseract's data directory in the environment.
const tessdataVariable = "TESSDATA_PREFIX"

// sandboxPaths returns what a child may read and execute for OCR, and its environment. Paths may be missing.
func sandboxPaths() (env, readOnly, programs []string) {
	readOnly = []string{
		"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
		"/usr/share/tesseract-ocr", "/usr/share/tessdata", "/usr/local/share/tessdata",
	}
	if dir := os.Getenv(tessdataVariable); dir != "" {
		env = append(env, tessdataVariable+"="+dir)
		readOnly = append(readOnly, dir)
	}
	program, err := exec.LookPath("tesseract")
	if err != nil {
		return env, readOnly, nil // documents that need it fail with an error that says so
	}
	env = append(env, "PATH="+filepath.Dir(program))
	return env, readOnly, []string{program}
}
