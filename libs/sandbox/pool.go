// Package sandbox runs work on hostile input in child processes, which are started from the program's
// own file and have every protection that the system offers. A crash, a hang or an exploited parser
// ends with its child.
//
// The program calls ServeIfChild first in main and uses a Pool. A job is a small header and a streamed
// body; its answer is a block of bytes.
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
	Setup []byte // passed to the child's Setup
	// Spares is the number of unused children that are kept ready; with 0, a job whose owner has no
	// idle child waits for the start of one.
	Spares int
	// Idle is how many children may wait for their owners' next jobs while Size others are at work. At
	// most Size + Spares + Idle children exist at a time, including those that start or end.
	Idle int
	// Env is the children's whole environment ("NAME=value").
	Env []string
	// ReadOnly are the files and directories that children may read after the protections are applied;
	// the program's own file need not be among them.
	ReadOnly []string
	// Programs are the files that children may execute, with Confine.
	Programs []string
	// MemoryBytes that a child and its descendants may use from its first job on, without memory that
	// is backed by files. A child that uses more is killed.
	MemoryBytes int64
	// CPUTime that one job may use; 0 for ten minutes.
	CPUTime time.Duration
	// MaxJobs bounds the jobs of a child, which ends after two thirds of them at the earliest; 0 for
	// 500.
	MaxJobs int
	// IdleTime is how long a child waits for its owner's next job; 0 for two
	// seconds.
	IdleTime time.Duration
	// IdleBytes bounds the memory of all idle children together; 0 for MemoryBytes.
	IdleBytes int64
	// RecycleBytes is the memory after a job from which a child is replaced; 0 for half of MemoryBytes.
	// It is at most IdleBytes.
	RecycleBytes int64
	// MaxAnswerBytes bounds an answer; 0 for 64 MiB.
	MaxAnswerBytes int64
	// StartTimeout bounds a child's start, including its Setup; 0 for a minute.
	StartTimeout time.Duration
	Log          *slog.Logger

	cpu      *cpuTime   // of the pool's children
	portions *sync.Pool // of *[]byte; see child.send
}

// Bounds of headers and settings in bytes.
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
	c.portions = &sync.Pool{New: func() any { return new(make([]byte, 0, portionBytes)) }}
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

// Pool runs jobs in children. A child works for one owner only, so that no data can reach another
// owner; unused children are started in advance. It is safe for concurrent use.
type Pool struct {
	cfg     Config
	spawner *spawner
	ctx     context.Context // ends when the pool is closed
	cancel  context.CancelCauseFunc
	places  chan struct{} // Size, less the jobs in progress
	warm    *warmPool
	active  *active

	mu          sync.Mutex
	protections []Protection
	startErr    error // of the latest start
}

// NewPool starts the children that are kept ready. It returns when the first one is ready, and returns
// an error if that one cannot be started.
func NewPool(ctx context.Context, cfg Config) (*Pool, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := keepDescriptors(); err != nil {
		return nil, fmt.Errorf("sandbox: close descriptors in children: %w", err)
	}
	p := &Pool{cfg: cfg, spawner: newSpawner(), places: make(chan struct{}, cfg.Size), active: newActive(cfg)}
	p.ctx, p.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	first, err := p.start(ctx)
	if err != nil {
		p.spawner.close()
		return nil, err
	}
	p.warm = newWarmPool(p, first)
	for range cfg.Size {
		p.places <- struct{}{}
	}
	return p, nil
}

// HandlerError is the error that the child's handler returned, as text.
type HandlerError struct{ Text string }

func (e *HandlerError) Error() string { return e.Text }

// ErrCrashed is matched by every CrashError: the child crashed, or was killed because it exceeded a
// limit or broke the protocol.
var ErrCrashed = errors.New("child process crashed")

// CrashError reports how a child ended during a job.
type CrashError struct {
	Reason string // "exit status 2", "signal: killed", "used more than 512 MiB of memory" …
	Stderr string // the end of its standard error during the job
}

func (e *CrashError) Error() string { return fmt.Sprintf("%v: %s", ErrCrashed, e.Reason) }

// Is makes errors.Is(err, ErrCrashed) hold.
func (e *CrashError) Is(target error) bool { return target == ErrCrashed }

// DoFor runs a job, which has the header and exactly size bytes of body, in a child of the owner.
// Without an owner, the child has no other job. It returns *HandlerError, *CrashError, ctx.Err() (the
// child and its descendants are killed), an error of the body including a wrong size, an error that
// wraps ErrClosed, or an error of the start of a child.
//
// Reading body must end when ctx ends.
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
	// Closing the pool ends the jobs in progress.
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
		if c := p.active.take(owner); c != nil {
			return c, nil
		}
	}
	return p.warm.take(ctx)
}

// give keeps a child for its owner's next job, or ends it.
func (p *Pool) give(c *child, owner string) {
	memory, ok := c.reusable()
	if owner == "" || p.ctx.Err() != nil || !ok {
		p.active.retire(c)
		return
	}
	p.active.keep(owner, c, memory)
}

// start starts a child when one more may run, and keeps its report.
func (p *Pool) start(ctx context.Context) (*child, error) {
	if p.ctx.Err() != nil {
		return nil, ErrClosed
	}
	if err := p.active.enter(ctx); err != nil {
		return nil, err
	}
	c, protections, err := p.spawner.start(ctx, p.cfg)
	if err != nil {
		p.active.leave()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil:
		p.startErr, p.protections = nil, protections
	case ctx.Err() == nil: // otherwise the start was only canceled
		p.startErr = err
	}
	return c, err
}

// Protections returns the protections of the latest child, including those that are missing.
func (p *Pool) Protections() []Protection {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Protection(nil), p.protections...)
}

// Check returns an error if the pool is closed or the latest child could not be started.
func (p *Pool) Check(context.Context) error {
	if p.ctx.Err() != nil {
		return ErrClosed
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.startErr
}

// Close kills all children, including those at work, and waits for their end. It may be called once.
func (p *Pool) Close() {
	p.cancel(ErrClosed)
	for range p.cfg.Size {
		<-p.places
	}
	p.warm.close()
	p.active.close()
	p.spawner.close()
}

// CPUTime is the processor time of all children and their descendants, including their starts; 0 on
// systems that do not report it.
func (p *Pool) CPUTime() time.Duration { return p.cfg.cpu.total() }
