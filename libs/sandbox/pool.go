// Package sandbox runs dangerous work in child processes made by starting the
// own program again: a crash, a hang or a taken-over parser ends with its
// child, under every protection that the system offers. It knows nothing of what the
// work is.
//
// The program calls ServeIfChild first in main and uses a Pool; a job is a
// small header and a streamed body, its answer a block of bytes.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Config of a Pool. Size, MemoryBytes and Log are required.
type Config struct {
	Size  int    // jobs at a time
	Setup []byte // given to the child's Setup
	// Spares are the unused children that are kept ready; with 0 a job whose owner
	// has no idle child waits for the start of one.
	Spares int
	// Idle is how many children may wait for their owners' next jobs while Size
	// others are at work; those whose owners have another one, and of equals the least
	// recently used, end first. At most Size + Spares +
	// Idle children live at a time, those that are starting or ending included.
	Idle int
	// Env is the children's whole environment ("NAME=value").
	Env []string
	// ReadOnly are the files and directories that children may read once the
	// protections are up; the program's own need not be among them.
	ReadOnly []string
	// Programs are the files that children may execute; they start them with
	// Confine.
	Programs []string
	// MemoryBytes that a child may use from its first job on, its own descendants
	// included, without what is backed by files. One that uses more is killed.
	MemoryBytes int64
	// CPUTime that one job may use; 0 for ten minutes.
	CPUTime time.Duration
	// MaxJobs is after how many jobs of its owner a child ends at the latest, and after two
	// thirds of them at the earliest; 0 for 500.
	MaxJobs int
	// IdleTime is how long a child waits for its owner's next job; 0 for two
	// seconds.
	IdleTime time.Duration
	// IdleBytes bounds the memory, counted as for MemoryBytes, that the children
	// which wait use together; 0 for MemoryBytes.
	IdleBytes int64
	// RecycleBytes is the use of memory after a job from which on a child is not
	// used again; 0 for half of MemoryBytes. It is at most IdleBytes.
	RecycleBytes int64
	// MaxAnswerBytes bounds an answer; 0 for 64 MiB.
	MaxAnswerBytes int64
	// StartTimeout bounds a child's start, its Setup included; 0 for a minute.
	StartTimeout time.Duration
	Log          *slog.Logger

	cpu      *cpuTime   // of the pool's children
	portions *sync.Pool // of *[]byte; see child.send
}

// Bounds of what travels beside bodies and answers, in bytes.
const (
	maxHeader = 1 << 20
	maxSetup  = 16 << 20
)

func (c Config) withDefaults() (Config, error) {
	if c.Size < 1 || c.MemoryBytes < 1 || c.Log == nil {
		return c, errors.New("sandbox: Size, MemoryBytes and Log are required")
	}
	if c.Spares < 0 || c.Idle < 0 {
		return c, errors.New("sandbox: Spares and Idle cannot be negative")
	}
	c.cpu = newCPUTime()
	c.portions = &sync.Pool{New: func() any { return new(make([]byte, 0, portion)) }}
	c.CPUTime = orDefault(c.CPUTime, 10*time.Minute)
	c.MaxJobs = orDefault(c.MaxJobs, 500)
	c.IdleTime = orDefault(c.IdleTime, 2*time.Second)
	c.IdleBytes = orDefault(c.IdleBytes, c.MemoryBytes)
	c.RecycleBytes = min(orDefault(c.RecycleBytes, c.MemoryBytes/2), c.IdleBytes)
	c.MaxAnswerBytes = orDefault(c.MaxAnswerBytes, 64<<20)
	c.StartTimeout = orDefault(c.StartTimeout, time.Minute)
	return c, nil
}

func orDefault[T int | int64 | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

// ErrClosed is returned by Do once the pool is closed.
var ErrClosed = errors.New("sandbox: pool is closed")

// Pool runs jobs in children. A child works for one owner from its first job to
// its end, so that nothing of one owner's jobs can reach another's; unused ones
// are started ahead. It is safe for concurrent use.
type Pool struct {
	cfg     Config
	starter *starter
	ctx     context.Context // ends when the pool is closed
	cancel  context.CancelCauseFunc
	places  chan struct{} // Size, less the jobs under way
	spares  *spares
	living  *living

	mu          sync.Mutex
	protections []Protection
	startErr    error // of the latest start
}

// NewPool starts the children that are kept ready. It returns as soon as the
// first one is, and fails if that one cannot be started.
func NewPool(ctx context.Context, cfg Config) (*Pool, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := keepDescriptors(); err != nil {
		return nil, fmt.Errorf("sandbox: keep descriptors from children: %w", err)
	}
	p := &Pool{cfg: cfg, starter: newStarter(), places: make(chan struct{}, cfg.Size), living: newLiving(cfg)}
	p.ctx, p.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	first, err := p.start(ctx)
	if err != nil {
		p.starter.close()
		return nil, err
	}
	p.spares = newSpares(p, first)
	for range cfg.Size {
		p.places <- struct{}{}
	}
	return p, nil
}

// HandlerError is the error that the child's handler returned, as text.
type HandlerError struct{ Text string }

func (e *HandlerError) Error() string { return e.Text }

// ErrCrashed is what every CrashError is: the child died, or had to be killed
// for what it did.
var ErrCrashed = errors.New("child process crashed")

// CrashError reports how a child ended during a job.
type CrashError struct {
	Reason string // "exit status 2", "signal: killed", "used more than 512 MiB of memory" …
	Stderr string // the end of what it wrote during the job
}

func (e *CrashError) Error() string { return fmt.Sprintf("%v: %s", ErrCrashed, e.Reason) }

// Is makes errors.Is(err, ErrCrashed) hold.
func (e *CrashError) Is(target error) bool { return target == ErrCrashed }

// DoFor has a child of the owner answer the job of the header and exactly size
// bytes of body; without a name for the owner the child has no other job, before
// or after. Errors are: *HandlerError; *CrashError; ctx's, the child then being
// killed with all it started; the body's own or its being shorter or longer than
// size; one that wraps ErrClosed; or that no child could be started.
//
// Reading body must end when ctx does.
func (p *Pool) DoFor(ctx context.Context, owner string, header []byte, body io.Reader, size int64) ([]byte, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.ctx.Done():
		return nil, ErrClosed
	case <-p.places:
	}
	defer func() { p.places <- struct{}{} }()
	c, err := p.take(ctx, owner)
	if err != nil {
		return nil, err
	}
	defer p.give(c, owner)
	// A pool that is closed takes the work under way with it.
	defer context.AfterFunc(p.ctx, func() { c.kill(ErrClosed) })()
	return c.do(ctx, header, body, size)
}

// Do is DoFor without an owner.
func (p *Pool) Do(ctx context.Context, header []byte, body io.Reader, size int64) ([]byte, error) {
	return p.DoFor(ctx, "", header, body, size)
}

// take returns an idle child of the owner, or an unused one.
func (p *Pool) take(ctx context.Context, owner string) (*child, error) {
	if owner != "" {
		if c := p.living.take(owner); c != nil {
			return c, nil
		}
	}
	return p.spares.take(ctx)
}

// give keeps a child for its owner's next job, or ends it.
func (p *Pool) give(c *child, owner string) {
	memory, ok := c.reusable()
	if owner == "" || p.ctx.Err() != nil || !ok {
		p.living.retire(c)
		return
	}
	p.living.keep(owner, c, memory)
}

// start starts a child, once one more may run, and keeps what its start reports.
func (p *Pool) start(ctx context.Context) (*child, error) {
	if p.ctx.Err() != nil {
		return nil, ErrClosed
	}
	if err := p.living.enter(ctx); err != nil {
		return nil, err
	}
	c, protections, err := p.starter.start(ctx, p.cfg)
	if err != nil {
		p.living.leave()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil:
		p.startErr, p.protections = nil, protections
	case ctx.Err() == nil: // otherwise it was only given up
		p.startErr = err
	}
	return c, err
}

// Protections reports which protections the latest child has.
func (p *Pool) Protections() []Protection {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Protection(nil), p.protections...)
}

// Check fails if the pool is closed or its latest child could not be started.
func (p *Pool) Check(context.Context) error {
	if p.ctx.Err() != nil {
		return ErrClosed
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.startErr
}

// Close kills all children, those at work too, and waits for their end. It may
// be called once.
func (p *Pool) Close() {
	p.cancel(ErrClosed)
	for range p.cfg.Size {
		<-p.places
	}
	p.spares.close()
	p.living.close()
	p.starter.close()
}
